import {
  AMOUNT_DECIMALS,
  CONDITION_FIELD_NAMES,
  type Condition,
  type ConditionFacts,
  type ConditionFieldName,
  compileCondition,
  conditionField,
  PROVISIONING_FIELD_NAMES,
} from '@cardwright/contract';
import type { LocalTime, Period } from './local-times.ts';
import { timeWithin } from './local-times.ts';
import { MINOR } from './numbers.ts';
import { isOptional, presenceOf, usualTexts, type Vocabulary } from './vocabulary.ts';

/** A value that a condition compares; undefined if the message lacks it. */
type Value = bigint | string | number | boolean | undefined;

/** A message with the state that it needs. All values that conditions can compare are set. */
export interface Example {
  readonly values: ReadonlyMap<ConditionFieldName, Value>;
  readonly limits: ReadonlyMap<string, bigint>;
  /** Whether the merchant is in a list, by the name of the list. Lists that are absent do not contain the merchant. */
  readonly members: ReadonlyMap<string, boolean>;
  /** Numbers that are not fields of conditions, by name. */
  readonly numbers: ReadonlyMap<string, bigint>;
  /** When the message arrives. */
  readonly at: Date;
}

/** Reads the solver's values, and adds usual ones for the fields that no condition mentions. */
export function exampleOf(
  vocabulary: Vocabulary,
  found: ReadonlyMap<string, string>,
  {
    period,
    localTime,
    numbers,
  }: { readonly period: Period; readonly localTime: LocalTime; readonly numbers: Example['numbers'] },
): Example {
  const { variables, lists, subject, bank } = vocabulary;
  const names = subject === 'authorization' ? CONDITION_FIELD_NAMES : (PROVISIONING_FIELD_NAMES as readonly string[]);
  const values = new Map<ConditionFieldName, Value>();
  for (const name of names as readonly ConditionFieldName[]) {
    if (!conditionField(name).ofLimit) values.set(name, usualValue(name, vocabulary));
  }
  const limits = new Map<string, bigint>();
  for (const variable of variables.values()) {
    const raw = found.get(variable.name) ?? '0';
    const isPresent = !isOptional(variable.field) || found.get(presenceOf(variable)) === 'true';
    if (variable.limit !== undefined) limits.set(`${variable.field} ${variable.limit}`, BigInt(raw));
    else if (!isPresent) values.set(variable.field, undefined);
    else if (variable.sort === 'flag') values.set(variable.field, raw === 'true');
    else if (variable.sort === 'text') values.set(variable.field, variable.values[Number(raw)]);
    else if (variable.field === 'amount') values.set(variable.field, BigInt(raw));
    else if (variable.field === 'mcc') values.set(variable.field, raw.padStart(4, '0'));
    else values.set(variable.field, Number(raw));
  }
  const minor = numbers.get(MINOR);
  if (minor !== undefined) values.set('amount', minor * 10n ** BigInt(AMOUNT_DECIMALS - bank.exponent));
  followForeign(values, vocabulary);
  const members = new Map([...lists.values()].map(({ name, list }) => [list, found.get(`member_${name}`) === 'true']));
  const numberOf = (field: ConditionFieldName) => (variables.has(field) ? Number(values.get(field)) : undefined);
  const at = timeWithin(period, localTime, { hour: numberOf('localHour'), weekday: numberOf('localWeekday') });
  const { hour, weekday } = localTime(at);
  values.set('localHour', hour).set('localWeekday', weekday);
  return { values, limits, members, numbers, at };
}

/** Sets whether a message is foreign by its country, even if no condition compares that. */
function followForeign(values: Map<ConditionFieldName, Value>, { variables, subject, bank }: Vocabulary): void {
  const { country: home, unreadableCountry, accountCurrency = null } = bank;
  if (subject === 'authorization') {
    const isByCurrency = values.get('country') === undefined && unreadableCountry === 'by_currency';
    const isForeign = isByCurrency ? values.get('currency') !== accountCurrency : values.get('country') !== home;
    if (!variables.has('isForeign')) values.set('isForeign', isForeign);
    return;
  }
  const [foreign, country] = ['isForeignDevice', 'deviceCountry'] as unknown as ConditionFieldName[];
  if (foreign === undefined || country === undefined || variables.has(foreign)) return;
  const of = values.get(country);
  values.set(foreign, of === undefined ? undefined : of !== home);
}

function usualValue(field: ConditionFieldName, { bank }: Vocabulary): Value {
  const { kind } = conditionField(field);
  switch (kind.type) {
    case 'flag':
      return false;
    case 'amount':
      return 100n * 10n ** BigInt(AMOUNT_DECIMALS);
    case 'whole':
      return { localHour: 12, cardAgeDays: 365 }[field as string] ?? kind.least;
    case 'choice':
      return kind.values[0];
    case 'text':
      return kind.ordered ? '5411' : usualTexts(field, bank)[0];
  }
}

/** Evaluates a condition on the example with the function that decides messages. */
export function meets(condition: Condition, { values, limits, members }: Example): boolean {
  const facts = {
    ...Object.fromEntries(values),
    limitSum: (limit: string) => limits.get(`limitSum ${limit}`) ?? 0n,
    limitCount: (limit: string) => Number(limits.get(`limitCount ${limit}`) ?? 0n),
  } as unknown as ConditionFacts;
  return compileCondition(condition, (list) => ({ has: () => members.get(list) ?? false }))(facts);
}
