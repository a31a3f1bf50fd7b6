import {
  AMOUNT_DECIMALS,
  type Condition,
  type ConditionFieldName,
  type ConditionSubject,
  type ConditionTest,
  comparisonsOf,
  conditionField,
  type ListKind,
  mayBeAbsent,
} from '@cardwright/contract';
import { textDomain } from './text-domain.ts';

/** The traits of a bank that the analysis uses. */
export interface BankTraits {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** ISO 4217 letters. */
  readonly currency: string;
  /** Decimals of the bank's currency. */
  readonly exponent: number;
  readonly unreadableCountry: 'foreign' | 'by_currency';
  /** The currency of the account, if the analysis is about one: ISO 4217 letters. */
  readonly accountCurrency?: string;
}

/** A variable in the logic. It stands for a field, or for the usage of the limits with a name. */
export type Variable = { readonly name: string; readonly field: ConditionFieldName; readonly limit?: string } & (
  | { readonly sort: 'number'; readonly least: bigint; readonly most: bigint }
  | { readonly sort: 'text'; readonly values: readonly string[] }
  | { readonly sort: 'flag' }
);

/** A variable for a merchant list. Its entries are unknown, because they change. */
export interface ListVariable {
  readonly name: string;
  readonly list: string;
  readonly field: ListKind;
}

/** The variables that the conditions of one question use. */
export interface Vocabulary {
  readonly subject: ConditionSubject;
  readonly bank: BankTraits;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly lists: ReadonlyMap<string, ListVariable>;
}

/** Billing amounts of messages have at most 12 digits; currencies without decimals allow the largest amounts. */
const MAX_AMOUNT = 10n ** BigInt(12 + AMOUNT_DECIMALS) - 1n;
const MAX_SUM = 10n ** BigInt(15 + AMOUNT_DECIMALS);

/** The fields that every request for a token has. */
const ALWAYS_PRESENT: readonly string[] = ['requestor', 'tokensOfCard', 'provisioningDeclines24h'];

/** Fields whose values follow, at least in part, from another field. */
const FOREIGN = { isForeign: 'country', isForeignDevice: 'deviceCountry' } as const;

export function vocabularyOf(
  subject: ConditionSubject,
  conditions: readonly Condition[],
  bank: BankTraits,
): Vocabulary {
  const tests = conditions.flatMap(comparisonsOf);
  const subjects = new Map(tests.map((test) => [variableKey(test), test]));
  for (const [foreign, country] of Object.entries(FOREIGN)) {
    if (!subjects.has(foreign)) continue;
    const home = { field: country, op: 'eq', value: bank.country } as unknown as ConditionTest;
    const money = { field: 'currency', op: 'eq', value: bank.accountCurrency } as ConditionTest;
    for (const known of bank.accountCurrency === undefined ? [home] : [home, money]) {
      tests.push(known);
      subjects.set(known.field, known);
    }
  }
  const variables = [...subjects].map(([key, test]): [string, Variable] => [
    key,
    variableOf(
      test,
      tests.filter((one) => one.field === test.field),
      bank,
    ),
  ]);
  const lists = tests.filter(({ op }) => op === 'inList' || op === 'notInList');
  const names = [...new Map(lists.map(({ field, value }) => [value as string, field as ListKind]))];
  return {
    subject,
    bank,
    variables: new Map(variables),
    lists: new Map(names.map(([list, field], at) => [list, { name: `list_${at}`, list, field }])),
  };
}

/** The key of a variable. The usages of two limits are two variables. */
export function variableKey({ field, limit }: Pick<ConditionTest, 'field' | 'limit'>): string {
  return limit === undefined ? field : `${field} ${limit}`;
}

function variableOf({ field, limit }: ConditionTest, tests: readonly ConditionTest[], bank: BankTraits): Variable {
  const { kind } = conditionField(field);
  const of = {
    name: `f_${field}${limit === undefined ? '' : `_${limit}`}`,
    field,
    ...(limit !== undefined && { limit }),
  };
  switch (kind.type) {
    case 'flag':
      return { ...of, sort: 'flag' };
    case 'whole':
      return { ...of, sort: 'number', least: BigInt(kind.least), most: BigInt(kind.most) };
    case 'amount':
      return { ...of, sort: 'number', least: 0n, most: field === 'amount' ? MAX_AMOUNT : MAX_SUM };
    case 'choice':
      return { ...of, sort: 'text', values: kind.values };
    case 'text':
      if (kind.ordered) return { ...of, sort: 'number', least: 0n, most: 9_999n };
      return { ...of, sort: 'text', values: textDomain(field, namedTexts(tests), usualTexts(field, bank)) };
  }
}

function namedTexts(tests: readonly ConditionTest[]) {
  const valued = tests.filter(({ op }) => op !== 'inList' && op !== 'notInList');
  const texts = (isPrefix: boolean) =>
    new Set(
      valued.filter(({ op }) => (op === 'prefix') === isPrefix).flatMap(({ value }) => value as string | string[]),
    );
  return { constants: texts(false), prefixes: texts(true) };
}

/** Texts that people recognize, for fields that the conditions do not restrict. */
export function usualTexts(field: ConditionFieldName, { country, currency }: BankTraits): readonly string[] {
  return (
    {
      ...USUAL,
      country: [country, ...COUNTRIES],
      deviceCountry: [country, ...COUNTRIES],
      currency: [currency, ...CURRENCIES],
    }[field as string] ?? []
  );
}

const COUNTRIES = ['GB', 'US', 'DE', 'FR', 'IN'];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'CHF'];
const USUAL: Readonly<Record<string, readonly string[]>> = {
  merchantId: ['MERCHANT0000001'],
  terminalId: ['TERM0001'],
  acquirer: ['123456'],
  product: ['PRODUCT'],
  requestor: ['REQUESTOR1'],
  deviceType: ['PHONE'],
};

/** Whether a message may lack the field. A merchant's country can be unreadable. */
export function isOptional(field: string): boolean {
  return field === 'country' || (mayBeAbsent(field) && !ALWAYS_PRESENT.includes(field));
}

export function presenceOf({ name }: Pick<Variable, 'name'>): string {
  return `has_${name}`;
}
