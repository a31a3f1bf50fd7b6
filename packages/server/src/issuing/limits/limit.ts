import type { Condition, LimitLevel, LimitMeasure, LimitOf, ListMembers } from '@cardwright/contract';
import type { Calendar } from '../../platform/kernel/time/calendar.ts';
import { listsOf, usesFirstAtMerchant } from '../rules/bank-rules.ts';
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

/** A limit of a bank's own (docs/interface/limits.md). Pure. */
export interface Limit extends LimitTerms {
  /**
   * Names it for good, within the account or, where it stands in a program, the bank: one that is set anew is another one, and
   * what was counted is not its own.
   */
  readonly key: string;
  /** For a limit of one card. */
  readonly cardId: bigint | undefined;
  readonly since: Date;
  /** Where it stands in a program, whose messages it counts; undefined: those of the account, or of its card. */
  readonly level?: LimitLevel | undefined;
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
  /** Its own, in the order in which they are asked. */
  readonly limits: readonly Limit[];
  /** Those that its program gives it, asked after its own. */
  readonly given?: readonly Limit[] | undefined;
  readonly used: ReadonlyMap<string, Cells>;
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

export interface EvaluatedLimit {
  readonly limit: Pick<Limit, 'id' | 'key' | 'level' | 'cardId' | 'measure' | 'of' | 'max'>;
  readonly before: bigint;
  /** With the message. */
  readonly after: bigint;
  readonly isOver: boolean;
  /** When the span of its calendar is over; undefined for others. */
  readonly endsAtMs: number | undefined;
}

/** Which limits counted a decision, as it is stored with it: `1,4`, and the merchant where one was counted. */
export type CountedIn = string;

export function levelOf({ level, cardId }: Pick<Limit, 'level' | 'cardId'>): LimitLevel {
  return level ?? (cardId === undefined ? 'account' : 'card');
}

/** Whether all accounts of its program or bank share what is counted. */
export function isShared({ level }: Pick<Limit, 'level'>): boolean {
  return level === 'bank' || level === 'program';
}

/** Under which key it counts: a program gives each card a limit of its own. */
function cellKey(limit: Limit, cardId: bigint): string {
  return limit.level === 'card' ? `${limit.key}${CARD_MARK}${cardId}` : limit.key;
}

const CARD_MARK = '/';

/** The key of the limit under whose key something was counted. */
export function limitKeyOf(key: string): string {
  const mark = key.indexOf(CARD_MARK);
  return mark < 0 ? key : key.slice(0, mark);
}

/** Own limits have a number as their key; those of programs have one that their bank gives once. */
export function isOfProgram(key: string): boolean {
  return key.includes('-');
}

/** All that are asked, in their order. */
export function allLimits({ limits, given }: AccountLimits): readonly Limit[] {
  return given === undefined ? limits : [...limits, ...given];
}

/** Undefined where there are none, and nothing is kept of what they counted. */
export function orNone(limits: AccountLimits): AccountLimits | undefined {
  return hasLimits(limits) || limits.used.size > 0 ? limits : undefined;
}

/** Whether there is anything to ask: what was counted may be kept longer. */
export function hasLimits(limits: AccountLimits | undefined): boolean {
  return limits !== undefined && (limits.limits.length > 0 || limits.given !== undefined);
}

/** A limit that a program gives each card, as one of a card. */
export function ofCard(limit: Limit, cardId: bigint): Limit {
  return { ...limit, key: cellKey(limit, cardId), cardId, level: 'card' };
}

function covers(limit: Limit, message: LimitedMessage): boolean {
  return (limit.cardId === undefined || limit.cardId === message.cardId) && message.meets(limit);
}

/** The merchant lists that limits name. */
export function listsOfLimits(limits: readonly Pick<LimitTerms, 'where'>[]): string[] {
  return limits.flatMap(({ where }) => (where === undefined ? [] : listsOf(where)));
}

/** Whether one of them asks whether a message is the first at its merchant. */
export function evaluateFirstAtMerchant(limits: readonly Pick<LimitTerms, 'where'>[]): boolean {
  return limits.some(({ where }) => where !== undefined && usesFirstAtMerchant(where));
}

/**
 * What is used of the limits of a name that are the account's or the card's, and sum amounts or count: the most where several have the name, 0
 * where none has. Limits that accounts share are left out: the past of one account does not tell them.
 */
export function mostUsed(
  limits: AccountLimits | undefined,
  { limit: id, isSum, cardId }: { readonly limit: string; readonly isSum: boolean; readonly cardId: bigint },
  now: Date,
): bigint {
  if (limits === undefined) return 0n;
  let most = 0n;
  for (const limit of allLimits(limits)) {
    if (limit.id !== id || (limit.measure === 'amount') !== isSum) continue;
    if (limit.cardId !== undefined && limit.cardId !== cardId) continue;
    const used = usedOf(limits, limit, now, cellKey(limit, cardId));
    if (used > most) most = used;
  }
  return most;
}

/** What is used of a limit now. */
export function usedOf({ used }: Pick<AccountLimits, 'used'>, limit: Limit, now: Date, key = limit.key): bigint {
  const live = liveCells(used.get(key) ?? [], limit.window, now);
  return limit.measure === 'merchants' ? BigInt(distinctMerchants(live).size) : sumOf(live);
}

/** All limits that cover a message, with what it would make of them. */
export function evaluateLimits(
  account: AccountLimits,
  message: LimitedMessage,
  calendar: Calendar,
  now: Date,
): EvaluatedLimit[] {
  return allLimits(account)
    .filter((limit) => covers(limit, message))
    .map((limit) => {
      const { before, after } = beforeAndAfter(account, limit, message, now);
      const isOver = isOverMax(limit, { before, after });
      const isOfCalendar = 'calendar' in limit.window;
      const endsAtMs = isOfCalendar ? slotEnd(limit.window, slotOf(limit.window, calendar, now)) : undefined;
      return { limit, before, after, isOver, endsAtMs };
    });
}

/** Of declines nothing is added by a message that is not declined yet: what was reached refuses. */
export function isOverMax(
  { of, max }: Pick<LimitTerms, 'of' | 'max'>,
  { before, after }: Pick<EvaluatedLimit, 'before' | 'after'>,
): boolean {
  return of === 'declines' ? before >= max : after > max;
}

function beforeAndAfter(account: AccountLimits, limit: Limit, message: LimitedMessage, now: Date) {
  if (limit.onlyMerchant !== undefined) {
    return { before: 1n, after: limit.onlyMerchant === message.merchantId ? 1n : 2n };
  }
  const key = cellKey(limit, message.cardId);
  const before = usedOf(account, limit, now, key);
  if (limit.of === 'declines') return { before, after: before };
  if (limit.measure === 'amount') return { before, after: before + message.minor };
  if (limit.measure === 'count') return { before, after: before + 1n };
  const known = distinctMerchants(liveCells(account.used.get(key) ?? [], limit.window, now));
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
    readonly refusing: string | undefined;
    readonly calendar: Calendar;
    readonly now: Date;
  },
): { readonly limits: AccountLimits; readonly counted: CountedIn } | undefined {
  const others = isApproved ? 'declines' : 'approvals';
  const counting = allLimits(account).filter(
    (limit) =>
      limit.of !== others && limit.onlyMerchant === undefined && limit.key !== refusing && covers(limit, message),
  );
  if (counting.length === 0) return undefined;
  const counted = writeCounted(counting, message);
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
  const limits = new Map(allLimits(account).map((limit) => [limit.key, limit]));
  const used = new Map(account.used);
  for (const key of keys) {
    const limit = limits.get(limitKeyOf(key));
    if (limit === undefined) continue;
    const value = limit.measure === 'amount' ? by.amount : by.uses;
    const of = limit.measure === 'merchants' ? merchant : '';
    used.set(key, addTo(used.get(key) ?? [], limit.window, { value, merchant: of, at }, { calendar, now }));
  }
  return { ...account, used };
}

function writeCounted(counting: readonly Limit[], { cardId, merchantId }: LimitedMessage): CountedIn {
  const keys = counting.map((limit) => cellKey(limit, cardId)).join(',');
  return counting.some(({ measure }) => measure === 'merchants') ? `${keys} ${merchantId}` : keys;
}

/** The keys under which a decision was counted, and the merchant where one was. */
export function readCounted(counted: CountedIn): { readonly keys: readonly string[]; readonly merchant: string } {
  const space = counted.indexOf(' ');
  const keys = space < 0 ? counted : counted.slice(0, space);
  return { keys: keys.split(','), merchant: space < 0 ? '' : counted.slice(space + 1) };
}

/** What two sets of limits counted, in one text. */
export function joinCounted(one: CountedIn | undefined, other: CountedIn | undefined): CountedIn | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [first, second] = [readCounted(one), readCounted(other)];
  const keys = [...first.keys, ...second.keys].join(',');
  const merchant = first.merchant || second.merchant;
  return merchant === '' ? keys : `${keys} ${merchant}`;
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
  return { ...account, limits: account.limits.with(at, put), used };
}

/** Without the limit; its name may be given again. */
export function removeLimit(account: AccountLimits, key: string): AccountLimits {
  const used = new Map(account.used);
  used.delete(key);
  return { ...account, limits: account.limits.filter((limit) => limit.key !== key), used };
}

export function isSameName(one: Pick<Limit, 'id' | 'cardId'>, other: Pick<Limit, 'id' | 'cardId'>): boolean {
  return one.id === other.id && one.cardId === other.cardId;
}

/** Whether two limits differ in their max at most. */
export function countsTheSame(one: LimitTerms, other: LimitTerms): boolean {
  return (
    one.measure === other.measure &&
    one.of === other.of &&
    one.onlyMerchant === other.onlyMerchant &&
    JSON.stringify(one.window) === JSON.stringify(other.window) &&
    JSON.stringify(one.where) === JSON.stringify(other.where)
  );
}
