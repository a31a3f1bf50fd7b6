/**
 * The fields of a pending decision that its row in `authorizations` does not have. Its batch stores them, so that the database
 * indexes the decision without reading its message (docs/decisions/0028-lists.md).
 */
export interface PendingFields {
  /** The alphabetic code of the account's currency; null without an account. */
  readonly currency: string | null;
  /** The decimals of the currency. */
  readonly exponent: number | null;
  readonly merchant: string;
  readonly merchant_place: string;
  readonly mcc: string;
  readonly country: string | null;
  readonly channel: string;
  /** See `ruleHitOf`; null if the rules of the bank were not evaluated. */
  readonly rule_hit: string | null;
}

/** The array column of each field, with the type of its elements. */
const COLUMNS = {
  currency: ['currencies', 'text'],
  exponent: ['exponents', 'smallint'],
  merchant: ['merchants', 'text'],
  merchant_place: ['merchant_places', 'text'],
  mcc: ['mccs', 'text'],
  country: ['countries', 'text'],
  channel: ['channels', 'text'],
  rule_hit: ['rule_hits', 'text'],
} as const satisfies Record<keyof PendingFields, readonly [column: string, type: string]>;

export const PENDING_FIELDS = Object.keys(COLUMNS) as readonly (keyof PendingFields)[];
export const PENDING_FIELD_COLUMNS = Object.values(COLUMNS).map(([column]) => column);

/** SQL for the statement parameters of the columns; the first of them has the number `first`. */
export function pendingFieldParameters(first: number): string[] {
  return Object.values(COLUMNS).map(([, type], at) => `$${first + at}::${type}[]`);
}

/** The values of these parameters, for the messages of a batch. */
export function pendingFieldValues(messages: readonly PendingFields[]): unknown[] {
  return PENDING_FIELDS.map((name) => {
    const values = messages.map((fields) => fields[name]);
    return name === 'rule_hit' && values.every((value) => value === null) ? null : values;
  });
}
