import type { Message } from '@cardwright/iso8583';
import { withoutZeros } from '../../authorization/index.ts';

/** The time by which a message names its original: its transmission, or its local time. */
export type OriginalTime = 'transmission' | 'local';

/** The original of a reversal or a completion, as DE90 names it. */
export interface OriginalData {
  /** The message type of the original. */
  readonly mti: string;
  readonly systemTrace: number;
  /** The time of the original: month, day, hours, minutes and seconds. */
  readonly at: string;
  /** The stored time that it equals: DE7 of the original, or its local time. */
  readonly time: OriginalTime;
  /** DE32 of the original without leading zeros, because DE90 pads it. Empty if DE90 does not name it. */
  readonly acquirer: string;
}

/** DE95 of a partial reversal without an amount, which no message of 1987 can have. */
export const NO_AMOUNT = '?';

const DE90 = /^(\d{4})(\d{6})(\d{10})(\d{11})(\d{11})$/;

/**
 * Reads DE90: message type (4), trace number (6), time (10), acquirer (11) and forwarding institution (11) of
 * the original. Returns undefined if the field is absent. Pure.
 */
export function readOriginal(message: Message, time: OriginalTime = 'transmission'): OriginalData | undefined {
  const [, mti, trace, at = '', acquirer = ''] = DE90.exec(message.get(90) ?? '') ?? [];
  if (mti === undefined) return undefined;
  return { mti, systemTrace: Number(trace), at, time, acquirer: withoutZeros(acquirer) };
}

const LONG_TIME = /^(\d{2})\/(\d{2})\/.{2} (\d{2}):?(\d{2}):?(\d{2})$/;

/**
 * Whether a stored message has the time of DE90. A message over HTTP can have its time in other forms, and its local time
 * usually has no date: then only hours, minutes and seconds are compared. Pure.
 *
 * @param stored the time of the message as it was sent, such as `20261120080000`, `20/11/26 08:00:00` or `08:00:00`
 * @param at month, day, hours, minutes and seconds
 */
export function isAtTime(stored: string, at: string): boolean {
  const [, day, month, ...time] = LONG_TIME.exec(stored) ?? [];
  const digits = day === undefined ? stored.replaceAll(':', '') : [month, day, ...time].join('');
  if (digits.length < 'HHMMSS'.length) return false;
  return digits.length < at.length ? at.endsWith(digits) : digits.endsWith(at);
}

/**
 * The acquirer of the original without leading zeros: that of DE90, or of DE32 where DE90 does not name it. Empty if the
 * message names none. Pure.
 */
export function acquirerOf(message: Message, original: OriginalData | undefined): string {
  return original?.acquirer || withoutZeros(message.get(32) ?? '');
}

/**
 * Reads the actual amount of the transaction, which remains after a partial reversal, from the first 12 digits of DE95.
 * Returns undefined if the field is absent or the amount is zero, which is a full reversal. Pure.
 */
export function readReplacement(message: Message): bigint | undefined {
  const [digits] = /^\d{12}/.exec(message.get(95) ?? '') ?? [];
  const amount = digits === undefined ? 0n : BigInt(digits);
  return amount === 0n ? undefined : amount;
}

/**
 * Converts an actual amount from the currency of the transaction to that of the account, at the rate of the original
 * message. Rounds half up. Pure.
 */
export function toBilling(actual: bigint, original: { transactionMinor: bigint; billingMinor: bigint }): bigint {
  const { transactionMinor, billingMinor } = original;
  if (transactionMinor === 0n || transactionMinor === billingMinor) return actual;
  return (actual * billingMinor * 2n + transactionMinor) / (transactionMinor * 2n);
}
