import {
  type ConditionSubject,
  checkCondition,
  conditionField,
  ERRORS,
  isJsonObject,
  type JsonValue,
} from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import type { Values } from '../../words/translate.ts';
import type { TypedFault } from '../page/findings.tsx';
import { type DraftTest, nodeOf, takesList, takesSeveral } from './condition-draft.ts';

/**
 * Returns the faults of a condition that can be found before sending, then those that the server reported about the
 * same text.
 */
export function conditionFaults(
  value: JsonValue,
  path: string,
  warnings: readonly TypedFault[],
  subject: ConditionSubject = 'authorization',
): readonly TypedFault[] {
  const found = checkCondition(value, path, subject).findings;
  const known = new Set(found.map((fault) => fault.path));
  return [...found, ...warnings.filter((fault) => !known.has(fault.path))];
}

/** The faults of a node itself, without those of the conditions inside it. */
export function faultsAt(faults: readonly TypedFault[], path: string): readonly TypedFault[] {
  const inner = [`${path}.all[`, `${path}.any[`, `${path}.not`];
  const isOfPlace = (at: string) => at === path || at.startsWith(`${path}.`);
  return faults.filter(({ path: at }) => isOfPlace(at) && !inner.some((begin) => at.startsWith(begin)));
}

type Description = readonly [WordKey, Values?];

/** Describes a fault in the words of the console. Returns undefined if only the message of the fault describes it. */
export function describeFault({ path, code }: TypedFault, value: JsonValue): Description | undefined {
  const node = nodeOf(value);
  if (node.form === 'test' && /\.value(\[\d+\])?$/.test(path)) {
    return code === ERRORS.merchant_list_not_found.code
      ? ['condition.fault.noSuchList']
      : code === undefined
        ? valueInWords(node)
        : undefined;
  }
  if (node.form === 'test' && path.endsWith('.limit')) return ['condition.fault.limit'];
  if (isJsonObject(value) && /\.(all|any)$/.test(path)) return ['condition.fault.noParts'];
  return undefined;
}

function valueInWords(test: DraftTest): Description {
  const { kind } = conditionField(test.field);
  if (takesList(test.op)) return ['condition.fault.list'];
  if (takesSeveral(test.op) && Array.isArray(test.value) && test.value.length === 0)
    return ['condition.fault.noValues'];
  switch (kind.type) {
    case 'amount':
      return ['condition.fault.amount'];
    case 'whole':
      return ['condition.fault.whole', { least: kind.least, most: kind.most }];
    case 'text':
      return OF_TEXTS[test.field] ?? ['condition.fault.choice'];
    default:
      return ['condition.fault.choice'];
  }
}

const OF_TEXTS: Partial<Readonly<Record<DraftTest['field'], Description>>> = {
  currency: ['condition.fault.currency'],
  mcc: ['condition.fault.mcc'],
  merchantId: ['condition.fault.text', { count: 15 }],
  terminalId: ['condition.fault.text', { count: 8 }],
  acquirer: ['condition.fault.text', { count: 6 }],
  product: ['condition.fault.text', { count: 32 }],
  requestor: ['condition.fault.text', { count: 10 }],
  deviceType: ['condition.fault.text', { count: 10 }],
  deviceCountry: ['condition.fault.country'],
  country: ['condition.fault.country'],
};
