import type { Condition, LimitLevel, LimitMeasure, LimitOf, ListMembers } from '@cardwright/contract';
import type { Calendar } from '../kernel/calendar.ts';
import { listsOf } from '../rules/own-rules.ts';
import {
  addTo,
  type Cells,
  type CountedWindow,
  distinctMerchants,
  liveCells,
  slotEnd,
  slotOf,
  sumOf,
} from './limit-cells.ts';

/** A limit of a bank's own on an account or one of its cards (docs/interface/limits.md). Pure. */
export interface Limit extends LimitTerms {
  /** Names it within the account for good: one that is set anew is another one, and what was counted is not its own. */
  readonly key: number;
  /** For a limit of one card. */
  readonly cardId: bigint | undefined;
  readonly since: Date;
}

/** What a limit is, without whose. */
export interface LimitTerms {
  readonly id: string;
  readonly measure: LimitMeasure;
  readonly of: LimitOf;
  readonly window: CountedWindow;
  /** Minor units, messages or merchants. */
  readonly max: bigint;
  /** The only merchant that may be used; counts nothing. */
  readonly onlyMerchant: string | undefined;
  /** Asked for as a lock on the first merchant. */
  readonly locksFirst: boolean;
  /** Only messages that meet it are asked and counted. */
  readonly where?: Condition | undefined;
  /** The lists that it names, of a limit that is only assumed: others ask those of the decision's time. */
  readonly assumedLists?: NamedLists | undefined;
}

/** Merchant lists of the bank, as a decision finds them. */
export interface NamedLists {
  readonly edition: number;
  listOf(name: string): ListMembers;
}

/** The limits of an account, and what is used of each, by its key. */
export interface AccountLimits {
  /** In the order in which they are asked. */
  readonly limits: readonly Limit[];
  readonly used: ReadonlyMap<number, Cells>;
}

export const NO_LIMITS: AccountLimits = { limits: [], used: new Map() };

/** What limits look at. */
export interface LimitedMessage {
  readonly cardId: bigint;
  readonly minor: bigint;
  readonly merchantId: string;
  /** Whether it is one of those that the limit is about. */
  meets(limit: Pick<LimitTerms, 'where' | 'assumedLists'>): boolean;
}

export interface AskedLimit {
  readonly limit: Limit;
  readonly before: bigint;
  /** With the message. */
  readonly after: bigint;
  readonly isOver: boolean;
  /** When the span of its calendar is over; undefined for others. */
  readonly endsAtMs: number | undefined;
}

/** Which limits counted a decision, as it is stored with it: `1,4`, and the merchant where one was counted. */
export type CountedIn = string;

export function levelOf({ cardId }: Pick<Limit, 'cardId'>): LimitLevel {
  return cardId === undefined ? 'account' : 'card';
}

function covers(limit: Limit, message: LimitedMessage): boolean {
  return (limit.cardId === undefined || limit.cardId === message.cardId) && message.meets(limit);
}

/** The merchant lists that limits name. */
export function listsOfLimits(limits: readonly Pick<LimitTerms, 'where'>[]): string[] {
  return limits.flatMap(({ where }) => (where === undefined ? [] : listsOf(where)));
}

/** What is used of a limit now. */
export function usedOf({ limits: _, used }: AccountLimits, limit: Limit, now: Date): bigint {
  const live = liveCells(used.get(limit.key) ?? [], limit.window, now);
  return limit.measure === 'merchants' ? BigInt(distinctMerchants(live).size) : sumOf(live);
}

/** All limits that cover a message, with what it would make of them. */
export function askLimits(
  account: AccountLimits,
  message: LimitedMessage,
  calendar: Calendar,
  now: Date,
): AskedLimit[] {
  return account.limits
    .filter((limit) => covers(limit, message))
    .map((limit) => {
      const { before, after } = beforeAndAfter(account, limit, message, now);
      // of declines nothing is added by a message that is not declined yet: what was reached refuses
      const isOver = limit.of === 'declines' ? before >= limit.max : after > limit.max;
      const isOfCalendar = 'calendar' in limit.window;
      const endsAtMs = isOfCalendar ? slotEnd(limit.window, slotOf(limit.window, calendar, now)) : undefined;
      return { limit, before, after, isOver, endsAtMs };
    });
}

function beforeAndAfter(account: AccountLimits, limit: Limit, message: LimitedMessage, now: Date) {
  if (limit.onlyMerchant !== undefined) {
    return { before: 1n, after: limit.onlyMerchant === message.merchantId ? 1n : 2n };
  }
  const before = usedOf(account, limit, now);
  if (limit.of === 'declines') return { before, after: before };
  if (limit.measure === 'amount') return { before, after: before + message.minor };
  if (limit.measure === 'count') return { before, after: before + 1n };
  const known = distinctMerchants(liveCells(account.used.get(limit.key) ?? [], limit.window, now));
  return { before, after: known.has(message.merchantId) ? before : before + 1n };
}

/**
 * The limits after a decision, and which of them counted it: undefined where none did. A limit does not count what it refused
 * itself.
 */
export function countDecision(
  account: AccountLimits,
  message: LimitedMessage,
  {
    isApproved,
    refusing,
    calendar,
    now,
  }: {
    readonly isApproved: boolean;
    /** The limit that declined it. */
    readonly refusing: number | undefined;
    readonly calendar: Calendar;
    readonly now: Date;
  },
): { readonly limits: AccountLimits; readonly counted: CountedIn } | undefined {
  const others = isApproved ? 'declines' : 'approvals';
  const counting = account.limits.filter(
    (limit) =>
      limit.of !== others && limit.onlyMerchant === undefined && limit.key !== refusing && covers(limit, message),
  );
  if (counting.length === 0) return undefined;
  const counted = writeCounted(counting, message.merchantId);
  return { limits: countAgain(account, counted, message.minor, { countedAt: now, calendar, now }), counted };
}

interface Times {
  readonly countedAt: Date;
  readonly calendar: Calendar;
  readonly now: Date;
}

/** Counts a decision in the limits that counted it. */
export function countAgain(account: AccountLimits, counted: CountedIn, minor: bigint, times: Times): AccountLimits {
  return moved(account, counted, { amount: minor, uses: 1n }, times);
}

/**
 * The limits after what stood of an approval changed: amounts by the difference; messages and merchants where nothing is left of
 * it, or something again.
 */
export function countEnded(
  account: AccountLimits,
  counted: CountedIn,
  { before, after }: { readonly before: bigint; readonly after: bigint },
  times: Times,
): AccountLimits {
  const uses = (after > 0n ? 1n : 0n) - (before > 0n ? 1n : 0n);
  return moved(account, counted, { amount: after - before, uses }, times);
}

function moved(
  account: AccountLimits,
  counted: CountedIn,
  by: { readonly amount: bigint; readonly uses: bigint },
  { countedAt: at, calendar, now }: Times,
): AccountLimits {
  const { keys, merchant } = readCounted(counted);
  const used = new Map(account.used);
  for (const limit of account.limits) {
    if (!keys.has(limit.key)) continue;
    const value = limit.measure === 'amount' ? by.amount : by.uses;
    const of = limit.measure === 'merchants' ? merchant : '';
    used.set(limit.key, addTo(used.get(limit.key) ?? [], limit.window, { value, merchant: of, at }, { calendar, now }));
  }
  return { ...account, used };
}

function writeCounted(counting: readonly Limit[], merchant: string): CountedIn {
  const keys = counting.map(({ key }) => key).join(',');
  return counting.some(({ measure }) => measure === 'merchants') ? `${keys} ${merchant}` : keys;
}

function readCounted(counted: CountedIn): { keys: ReadonlySet<number>; merchant: string } {
  const space = counted.indexOf(' ');
  const keys = space < 0 ? counted : counted.slice(0, space);
  return { keys: new Set(keys.split(',').map(Number)), merchant: space < 0 ? '' : counted.slice(space + 1) };
}

/**
 * Puts a limit in the place of the one of its name, of the same account or card; new ones come last. What differs only in its max
 * goes on counting.
 */
export function putLimit(account: AccountLimits, limit: Limit): AccountLimits {
  const at = account.limits.findIndex((one) => isSameName(one, limit));
  const before = account.limits[at];
  if (before === undefined) return { ...account, limits: [...account.limits, limit] };
  const goesOn = countsTheSame(before, limit);
  const put = goesOn ? { ...limit, key: before.key, since: before.since } : limit;
  const used = new Map(account.used);
  if (!goesOn) used.delete(before.key);
  return { limits: account.limits.with(at, put), used };
}

/** Without the limit; its name may be given again. */
export function removeLimit(account: AccountLimits, key: number): AccountLimits {
  const used = new Map(account.used);
  used.delete(key);
  return { limits: account.limits.filter((limit) => limit.key !== key), used };
}

export function isSameName(one: Pick<Limit, 'id' | 'cardId'>, other: Pick<Limit, 'id' | 'cardId'>): boolean {
  return one.id === other.id && one.cardId === other.cardId;
}

function countsTheSame(one: LimitTerms, other: LimitTerms): boolean {
  return (
    one.measure === other.measure &&
    one.of === other.of &&
    one.onlyMerchant === other.onlyMerchant &&
    JSON.stringify(one.window) === JSON.stringify(other.window) &&
    JSON.stringify(one.where) === JSON.stringify(other.where)
  );
}
