import { currency } from '../kernel/money.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { useOfKept } from './ecommerce-message.ts';
import type { DecidedRow } from './unlisted-store.ts';

/** What lists show and search of an authorization: a row of `listed_authorizations`. */
export interface ListedRow extends Omit<DecidedRow, 'message'> {
  readonly exponent: number | null;
  readonly merchant: string;
  readonly merchant_place: string;
  readonly mcc: string;
  readonly country: string | null;
  readonly channel: string;
}

/** Taken from the row of the decision and the message in it. */
export function toListed({ message, ...row }: DecidedRow): ListedRow {
  const exponent = row.currency === null ? null : (currency(row.currency)?.exponent ?? null);
  return { ...row, exponent, ...useOfKept(readStoredJson(message)) };
}
