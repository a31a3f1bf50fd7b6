import { CARD_ENTRIES } from '../authorization/card-entries.ts';
import { CARD_ROLES } from '../cards/create-card.ts';
import { PAN_SOURCES, TOKEN_TYPES } from '../tokens/provisioning-sources.ts';

/** Decimals that an amount of a condition can have. No currency has more. */
export const AMOUNT_DECIMALS = 4;
/** Maximum number of values of `in` and `notIn`. */
export const MAX_VALUES = 200;

/** The type of a condition's value; for texts also their format. */
export type ConditionFieldKind =
  | { readonly type: 'amount' }
  | { readonly type: 'whole'; readonly least: number; readonly most: number }
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | {
      readonly type: 'text';
      readonly pattern: string;
      readonly expects: string;
      /** Format of a prefix, if the field supports `prefix`. */
      readonly prefix?: string;
      /** All texts have the same length and can be compared by order. */
      readonly ordered?: true;
    };

interface ConditionField {
  readonly kind: ConditionFieldKind;
  readonly meaning: string;
  /** The kind of list that the field can be looked up in. */
  readonly list?: ListKind;
  /** The field is the usage of a limit, which the comparison names. */
  readonly ofLimit?: true;
}

/** Kinds of entries of a merchant list: docs/interface/merchant-lists.md. */
export const LIST_KINDS = ['merchantId', 'mcc'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

const text = (most: number, expects: string): ConditionFieldKind & { type: 'text' } => ({
  type: 'text',
  pattern: `^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${most - 2}}[\\x21-\\x7e])?$`,
  prefix: `^[\\x21-\\x7e][\\x20-\\x7e]{0,${most - 1}}$`,
  expects,
});

/** Fields of a message that a condition can test: docs/interface/conditions.md#fields. */
export const CONDITION_FIELDS = {
  amount: { kind: { type: 'amount' }, meaning: "Billing amount, in the account's currency" },
  currency: {
    kind: { type: 'text', pattern: '^[A-Z]{3}$', expects: 'an ISO 4217 alphabetic code' },
    meaning: 'Currency of the transaction, ISO 4217 alphabetic code',
  },
  mcc: {
    kind: { type: 'text', pattern: '^\\d{4}$', prefix: '^\\d{1,4}$', expects: '4 digits', ordered: true },
    meaning: 'Merchant category, 4 digits',
    list: 'mcc',
  },
  merchantId: {
    kind: text(15, 'up to 15 characters'),
    meaning: 'Card_Acceptor_Identification_Code, without trailing blanks',
    list: 'merchantId',
  },
  terminalId: {
    kind: text(8, 'up to 8 characters'),
    meaning: 'Card_Acceptor_Terminal_ID, without trailing blanks',
  },
  acquirer: { kind: text(6, 'up to 6 characters'), meaning: 'Acquiring_Institution_Code' },
  country: {
    kind: { type: 'text', pattern: '^[A-Z]{2}$', expects: 'an ISO 3166 alpha-2 code' },
    meaning: "The merchant's country, ISO 3166 alpha-2",
  },
  isForeign: { kind: { type: 'flag' }, meaning: 'Whether the message is foreign' },
  channel: { kind: { type: 'choice', values: CARD_ENTRIES }, meaning: 'How the card was used' },
  localHour: { kind: { type: 'whole', least: 0, most: 23 }, meaning: "Hour of the day, in the bank's time zone" },
  localWeekday: {
    kind: { type: 'whole', least: 1, most: 7 },
    meaning: "Day of the week, in the bank's time zone: 1 is Monday, 7 is Sunday",
  },
  cardAgeDays: {
    kind: { type: 'whole', least: 0, most: 100_000 },
    meaning: 'Whole days of 24 hours since the card was created',
  },
  product: { kind: text(32, 'a product code'), meaning: 'Product code of the card' },
  cardRole: { kind: { type: 'choice', values: CARD_ROLES }, meaning: 'P: primary, S: supplementary' },
  firstAtMerchant: {
    kind: { type: 'flag' },
    meaning: 'Whether no payment of the card at this merchant was approved before, including reversed payments',
  },
  limitSum: {
    kind: { type: 'amount' },
    meaning: 'Usage of the limits of this name that sum amounts, before the message',
    ofLimit: true,
  },
  limitCount: {
    kind: { type: 'whole', least: 0, most: 1_000_000_000 },
    meaning: 'Usage of the limits of this name that count messages or merchants, before the message',
    ofLimit: true,
  },
} as const satisfies Record<string, ConditionField>;

const { localHour, localWeekday, cardAgeDays, product, cardRole } = CONDITION_FIELDS;
const score = { type: 'whole', least: 1, most: 5 } as const;
const count = { type: 'whole', least: 0, most: 100_000 } as const;
const country = { type: 'text', pattern: '^[A-Z]{2}$', expects: 'an ISO 3166 alpha-2 code' } as const;

/** Fields that only a request for a token has. An absent one matches no comparison. */
const OF_REQUESTS_FOR_TOKENS = {
  requestor: { kind: text(10, 'up to 10 characters'), meaning: 'requestor_id' },
  tokenType: { kind: { type: 'choice', values: TOKEN_TYPES }, meaning: 'Where the token is stored' },
  deviceType: { kind: text(10, 'up to 10 characters'), meaning: 'Type of the device' },
  deviceCountry: { kind: country, meaning: "The device's country, ISO 3166 alpha-2" },
  isForeignDevice: { kind: { type: 'flag' }, meaning: "Whether the device is outside the bank's country" },
  accountScore: { kind: score, meaning: 'Score of the wallet account' },
  deviceScore: { kind: score, meaning: 'Score of the device' },
  panSource: { kind: { type: 'choice', values: PAN_SOURCES }, meaning: 'How the wallet obtained the card number' },
  walletAccountAgeDays: { kind: count, meaning: 'Age of the wallet account in days' },
  tokensOfCard: { kind: count, meaning: 'Tokens of the card that are not deleted' },
  tokensOfDevice: { kind: count, meaning: 'Tokens on the device that are not deleted' },
  provisioningDeclines24h: { kind: count, meaning: 'Declined requests for the card in the last 24 hours' },
  phoneMatches: {
    kind: { type: 'flag' },
    meaning: "Whether the last digits of the device's number match the mobile phone on file",
  },
} as const satisfies Record<string, ConditionField>;

/** Fields of a request for a token: docs/interface/token-provisioning.md#conditions. */
export const PROVISIONING_FIELDS = {
  ...OF_REQUESTS_FOR_TOKENS,
  ...{ localHour, localWeekday, cardAgeDays, product, cardRole },
} as const satisfies Record<string, ConditionField>;

export const PROVISIONING_FIELD_NAMES = Object.keys(PROVISIONING_FIELDS) as ProvisioningFieldName[];

/** The subjects that a condition can have. */
export const CONDITION_SUBJECTS = ['authorization', 'provisioning'] as const;
export type ConditionSubject = (typeof CONDITION_SUBJECTS)[number];

/** Returns whether requests for tokens may lack the field. */
export function mayBeAbsent(name: string): boolean {
  return Object.hasOwn(OF_REQUESTS_FOR_TOKENS, name);
}

export type ConditionFieldName = keyof typeof CONDITION_FIELDS;
export type ProvisioningFieldName = keyof typeof PROVISIONING_FIELDS;
export const CONDITION_FIELD_NAMES = Object.keys(CONDITION_FIELDS) as ConditionFieldName[];

const ALL_FIELDS: Readonly<Record<ConditionFieldName | ProvisioningFieldName, ConditionField>> = {
  ...CONDITION_FIELDS,
  ...OF_REQUESTS_FOR_TOKENS,
};

export function conditionField(name: ConditionFieldName | ProvisioningFieldName): ConditionField {
  return ALL_FIELDS[name];
}

/** Pattern for the name of a limit in a comparison. */
export const LIMIT_NAME = '^[A-Z][A-Z0-9_]{0,23}$';

/** Comparison operators: docs/interface/conditions.md#operators. */
export const CONDITION_OPS = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  in: 'is one of',
  notIn: 'is none of',
  prefix: 'begins with',
  inList: 'is in the list of this name',
  notInList: 'is not in the list of this name',
} as const;
export type ConditionOp = keyof typeof CONDITION_OPS;
export const CONDITION_OP_NAMES = Object.keys(CONDITION_OPS) as ConditionOp[];

/** Returns the operators that a field supports. */
export function opsOf(name: ConditionFieldName | ProvisioningFieldName): ConditionOp[] {
  const { kind, list } = conditionField(name);
  const listOps: ConditionOp[] = list === undefined ? [] : ['inList', 'notInList'];
  if (kind.type === 'flag') return ['eq', 'ne'];
  if (kind.type === 'amount') return ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];
  const ordered: ConditionOp[] =
    kind.type === 'whole' || (kind.type === 'text' && kind.ordered) ? ['lt', 'lte', 'gt', 'gte'] : [];
  const prefix: ConditionOp[] = kind.type === 'text' && kind.prefix !== undefined ? ['prefix'] : [];
  return ['eq', 'ne', ...ordered, 'in', 'notIn', ...prefix, ...listOps];
}
