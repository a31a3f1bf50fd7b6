import type { WordKey } from '../../words/en.ts';

/** One value of a record, under the path that the operations use. */
export interface RecordField {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

export interface RecordGroup {
  readonly id: string;
  readonly word: WordKey;
  /** The position in a list, from 1. */
  readonly entry?: number;
  readonly fields: readonly RecordField[];
}

const MONEY = [
  ...['debitAccountNumOrIban', 'creditAccountNumOrIban', 'merchantCurrency', 'bankName', 'paymentMode'],
  ...['statementFrequency', 'statementDay', 'statementDeliveryType', 'fundSettlementLevel'],
];
const LISTS: readonly { readonly name: string; readonly word: WordKey }[] = [
  { name: 'addresses', word: 'record.address' },
  { name: 'services', word: 'record.service' },
  { name: 'terminals', word: 'record.terminal' },
];

type Json = Readonly<Record<string, unknown>>;

/** Splits a merchant record into the groups that a reviewer checks one after the other. */
export function recordGroups(record: Json): readonly RecordGroup[] {
  const listNames = new Set(LISTS.map(({ name }) => name));
  const plain = Object.entries(record).filter(([name]) => !listNames.has(name) && name !== 'configurations');
  const of = (isMoney: boolean) =>
    plain.filter(([name]) => MONEY.includes(name) === isMoney).flatMap(([name, value]) => leafFields(value, name));
  const groups: readonly RecordGroup[] = [
    { id: 'who', word: 'record.identity', fields: of(false) },
    { id: 'money', word: 'record.money', fields: of(true) },
    {
      id: 'configurations',
      word: 'record.configurations',
      fields: leafFields(record.configurations, 'configurations'),
    },
    ...LISTS.flatMap(({ name, word }) =>
      entriesOf(record[name]).map((entry, at) => ({
        id: `${name}[${at}]`,
        word,
        entry: at + 1,
        fields: leafFields(entry, `${name}[${at}]`),
      })),
    ),
  ];
  return groups.filter(({ fields }) => fields.length > 0);
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Lists every value below a path. The client provides exact numbers, which are shown as sent. */
export function leafFields(value: unknown, path: string): readonly RecordField[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry, at) => leafFields(entry, `${path}[${at}]`));
  if (isPlain(value)) return Object.entries(value).flatMap(([name, of]) => leafFields(of, `${path}.${name}`));
  return [{ path, name: nameOf(path), value: String(value) }];
}

function isPlain(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The path within its group: `addresses[0].city` becomes a city. */
function nameOf(path: string): string {
  return path.replace(/^(configurations|(?:addresses|services|terminals)\[\d+\])\./, '');
}

/** Lists the fields that an amendment changes, with the current and the proposed values. */
export function proposedChanges(record: Json, proposed: Json) {
  const { merchantId: _id, amendmentList: _types, ...sent } = proposed;
  const configurations = (record.configurations ?? {}) as Json;
  const before = new Map(
    Object.keys(sent)
      .flatMap((name) => leafFields(record[name] ?? configurations[name], name))
      .map(({ path, value }) => [path, value]),
  );
  const after = Object.entries(sent).flatMap(([name, value]) => leafFields(value, name));
  const named = new Set(after.map(({ path }) => path));
  const removed = [...before]
    .filter(([path]) => !named.has(path))
    .map(([path, value]) => ({ path, from: value, to: null }));
  const changed = after
    .filter(({ path, value }) => before.get(path) !== value)
    .map(({ path, value }) => ({ path, from: before.get(path) ?? null, to: value }));
  return [...changed, ...removed];
}

/** Replaces values at some paths of a record before it is sent again. Each value keeps its type. */
export function withValues(record: Json, values: ReadonlyMap<string, string>): Json {
  const copy = copied(record) as Record<string, unknown>;
  for (const [path, text] of values) {
    const steps = path.split(/[.[\]]/).filter((step) => step !== '');
    const last = steps.pop();
    let holder: Record<string, unknown> | undefined = copy;
    for (const step of steps) holder = holder?.[step] as Record<string, unknown> | undefined;
    if (holder === undefined || holder === null || last === undefined) continue;
    if (text === '') delete holder[last];
    else holder[last] = last === 'kyc' || typeof holder[last] === 'boolean' ? text === 'true' : text;
  }
  return copy;
}

/** Copies a value. Exact numbers of the client stay the same objects, which structuredClone would not preserve. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, copied(of)]));
}
