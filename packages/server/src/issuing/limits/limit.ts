import type { Condition, LimitLevel, LimitMeasure, LimitOf, ListMembers } from '@cardwright/contract';
import type { Calendar } from '../../platform/kernel/time/calendar.ts';
import { listsOf, usesFirstAtMerchant } from '../rules/bank-rules.ts';
import { type CountingKey, decodeCountingKey, encodeCountingKey } from './counting-key.ts';
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
import { isOfProvisionings } from './limit-measure.ts';

/** A limit that a bank defines (docs/interface/limits.md). Pure. */
export interface Limit extends LimitTerms {
  /**
   * Identifies the limit permanently, within the account or, for a limit of a program, within the bank. A limit that
   * replaces another one has a new key, and does not inherit its count.
   */
  readonly key: string;
  /** Set for a limit of one card. */
  readonly cardId: bigint | undefined;
  readonly since: Date;
  /** Set for a limit of one token of the card, in lower case. */
  readonly tokenReference?: string | undefined;
  /**
   * The level of a program's limit, which determines the messages that it counts; undefined for a limit of the account,
   * of a card or of a token.
   */
  readonly level?: LimitLevel | undefined;
}

/** The terms of a limit, without its owner. */
export interface LimitTerms {
  readonly id: string;
  readonly measure: LimitMeasure;
  readonly of: LimitOf;
  readonly window: CountedWindow;
  /** In minor units, messages, merchants or requests for tokens. */
  readonly max: bigint;
  /** The only permitted merchant; such a limit counts nothing. */
  readonly onlyMerchant: string | undefined;
  /** Whether the limit was requested as a lock on the first merchant. */
  readonly locksFirst: boolean;
  /** The limit applies only to messages that meet this condition. */
  readonly where?: Condition | undefined;
  /** For a proposed limit: the lists that its condition names. Other limits use the lists of the decision's time. */
  readonly assumedLists?: NamedLists | undefined;
}

/** Merchant lists of the bank, as a decision sees them. */
export interface NamedLists {
  readonly edition: number;
  listOf(name: string): ListMembers;
}

/** The limits of an account and the use of each limit, by key. */
export interface AccountLimits {
  /** The account's own limits, in the order of their evaluation. */
  readonly limits: readonly Limit[];
  /** Limits that the program gives the account, evaluated after its own. */
  readonly programLimits?: readonly Limit[] | undefined;
  readonly usage: ReadonlyMap<string, Cells>;
}

export const NO_LIMITS: AccountLimits = { limits: [], usage: new Map() };

/** The facts of a message that limits depend on. */
export interface LimitedMessage {
  readonly cardId: bigint;
  /** The token that the message names, in lower case. */
  readonly tokenReference: string | undefined;
  readonly minor: bigint;
  readonly merchantId: string;
  /** Set for a request for a token, which only limits of provisionings count. */
  readonly isProvisioning?: boolean;
  /** Whether the message meets the limit's condition. */
  meets(limit: Pick<LimitTerms, 'where' | 'assumedLists'>): boolean;
}

export interface EvaluatedLimit {
  readonly limit: Pick<Limit, 'id' | 'key' | 'level' | 'cardId' | 'tokenReference' | 'measure' | 'of' | 'max'>;
  readonly before: bigint;
  /** Use including the message. */
  readonly after: bigint;
  readonly isOver: boolean;
  /** When the current calendar span ends; undefined for other windows. */
  readonly endsAtMs: number | undefined;
}

export function levelOf({
  level,
  cardId,
  tokenReference,
}: Pick<Limit, 'level' | 'cardId' | 'tokenReference'>): LimitLevel {
  return level ?? (tokenReference !== undefined ? 'token' : cardId === undefined ? 'account' : 'card');
}

/** Whether all accounts of the program or bank share the count. */
export function isShared({ level }: Pick<Limit, 'level'>): boolean {
  return level === 'bank' || level === 'program';
}

/** Returns the key under which a limit counts. A card-level limit of a program counts each card separately. */
export function cellKey(limit: Pick<Limit, 'key' | 'level'>, cardId: bigint): string {
  return limit.level === 'card' ? `${limit.key}${CARD_MARK}${cardId}` : limit.key;
}

const CARD_MARK = '/';

/** Returns the key of the limit that counted under `key`. */
export function limitKeyOf(key: string): string {
  const mark = key.indexOf(CARD_MARK);
  return mark < 0 ? key : key.slice(0, mark);
}

/** Whether a key is that of a program's limit. The keys of an account's own limits are numbers. */
export function isOfProgram(key: string): boolean {
  return key.includes('-');
}

/** Returns all limits, in the order of their evaluation. */
export function allLimits({ limits, programLimits }: AccountLimits): readonly Limit[] {
  return programLimits === undefined ? limits : [...limits, ...programLimits];
}

/** Returns the limits, or undefined if there are neither limits nor stored counts. */
export function orNone(limits: AccountLimits): AccountLimits | undefined {
  return hasLimits(limits) || limits.usage.size > 0 ? limits : undefined;
}

/** Whether there is a limit to evaluate. Counts can outlive their limits. */
export function hasLimits(limits: AccountLimits | undefined): boolean {
  return limits !== undefined && (limits.limits.length > 0 || limits.programLimits !== undefined);
}

/** Returns a card-level limit of a program as a limit of one card. */
export function ofCard(limit: Limit, cardId: bigint): Limit {
  return { ...limit, key: cellKey(limit, cardId), cardId, level: 'card' };
}

function covers(limit: Limit, message: LimitedMessage): boolean {
  const isOfKind = isOfProvisionings(limit) === (message.isProvisioning === true);
  return isOfKind && isOfPayment(limit, message) && message.meets(limit);
}

type Payment = Pick<LimitedMessage, 'cardId' | 'tokenReference'>;

/** Whether the limit applies to payments with this card and token. */
function isOfPayment({ cardId, tokenReference }: Limit, payment: Payment): boolean {
  return (
    (cardId === undefined || cardId === payment.cardId) &&
    (tokenReference === undefined || tokenReference === payment.tokenReference)
  );
}

/** Returns the names of the merchant lists in the limits' conditions. */
export function listsOfLimits(limits: readonly Pick<LimitTerms, 'where'>[]): string[] {
  return limits.flatMap(({ where }) => (where === undefined ? [] : listsOf(where)));
}

/** Whether a condition of the limits uses firstAtMerchant. */
export function evaluateFirstAtMerchant(limits: readonly Pick<LimitTerms, 'where'>[]): boolean {
  return limits.some(({ where }) => where !== undefined && usesFirstAtMerchant(where));
}

/**
 * Returns the highest use of the account's, the card's and the token's limits of one name that sum or count, or 0 without
 * one. Leaves out shared limits, because the history of one account does not show their use.
 */
export function maxUsage(
  limits: AccountLimits | undefined,
  { limit: id, isSum, ...payment }: { readonly limit: string; readonly isSum: boolean } & Payment,
  now: Date,
): bigint {
  if (limits === undefined) return 0n;
  let maxSum = 0n;
  for (const limit of allLimits(limits)) {
    if (limit.id !== id || (limit.measure === 'amount') !== isSum || isOfProvisionings(limit)) continue;
    if (!isOfPayment(limit, payment)) continue;
    const sum = usedOf(limits, limit, now, cellKey(limit, payment.cardId));
    if (sum > maxSum) maxSum = sum;
  }
  return maxSum;
}

/** Returns the current use of a limit. */
export function usedOf({ usage }: Pick<AccountLimits, 'usage'>, limit: Limit, now: Date, key = limit.key): bigint {
  const live = liveCells(usage.get(key) ?? [], limit.window, now);
  return limit.measure === 'merchants' ? BigInt(distinctMerchants(live).size) : sumOf(live);
}

/** Evaluates all limits that apply to a message. */
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

/** Whether a message exceeds a limit. A limit of declines refuses at `max`: the message itself is not declined yet. */
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
  if (limit.measure !== 'merchants') return { before, after: before + 1n };
  const existing = distinctMerchants(liveCells(account.usage.get(key) ?? [], limit.window, now));
  return { before, after: existing.has(message.merchantId) ? before : before + 1n };
}

/**
 * Returns the limits after a decision, and which of them counted it, or undefined if none did. A limit does not count a
 * decline that it caused itself.
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
    /** The key of the limit that declined the message. */
    readonly refusing: string | undefined;
    readonly calendar: Calendar;
    readonly now: Date;
  },
): { readonly limits: AccountLimits; readonly countingKey: CountingKey } | undefined {
  const others = isApproved ? 'declines' : 'approvals';
  const counting = allLimits(account).filter(
    (limit) =>
      limit.of !== others && limit.onlyMerchant === undefined && limit.key !== refusing && covers(limit, message),
  );
  if (counting.length === 0) return undefined;
  const keys = counting.map((limit) => cellKey(limit, message.cardId));
  const countingKey = encodeCountingKey(
    keys,
    counting.some(({ measure }) => measure === 'merchants') ? message.merchantId : '',
  );
  return { limits: countAgain(account, countingKey, message.minor, { countedAt: now, calendar, now }), countingKey };
}

interface Times {
  readonly countedAt: Date;
  readonly calendar: Calendar;
  readonly now: Date;
}

/** Repeats the counting of a decision in the limits that counted it. */
export function countAgain(account: AccountLimits, key: CountingKey, minor: bigint, times: Times): AccountLimits {
  return addToCells(account, key, { amount: minor, uses: 1n }, times);
}

/**
 * Returns the limits after the remaining amount of an approval changed. Amounts change by the difference. Messages and
 * merchants change when the remaining amount becomes zero, or more than zero again.
 */
export function recountEnding(
  account: AccountLimits,
  countingKey: CountingKey,
  { before, after }: { readonly before: bigint; readonly after: bigint },
  times: Times,
): AccountLimits {
  const uses = (after > 0n ? 1n : 0n) - (before > 0n ? 1n : 0n);
  return addToCells(account, countingKey, { amount: after - before, uses }, times);
}

function addToCells(
  account: AccountLimits,
  countingKey: CountingKey,
  by: { readonly amount: bigint; readonly uses: bigint },
  { countedAt: at, calendar, now }: Times,
): AccountLimits {
  const { keys, merchant } = decodeCountingKey(countingKey);
  const limits = new Map(allLimits(account).map((limit) => [limit.key, limit]));
  const usage = new Map(account.usage);
  for (const key of keys) {
    const limit = limits.get(limitKeyOf(key));
    if (limit === undefined) continue;
    const value = limit.measure === 'amount' ? by.amount : by.uses;
    const of = limit.measure === 'merchants' ? merchant : '';
    usage.set(key, addTo(usage.get(key) ?? [], limit.window, { value, merchant: of, at }, { calendar, now }));
  }
  return { ...account, usage };
}

/**
 * Replaces the limit of the same name, account, card and token; a new limit comes last. A limit that differs only in `max`
 * keeps its count. A limit with the same key moves to another card with its count.
 */
export function putLimit(account: AccountLimits, limit: Limit): AccountLimits {
  const at = account.limits.findIndex((one) => one.key === limit.key || isSameName(one, limit));
  const before = account.limits[at];
  if (before === undefined) return { ...account, limits: [...account.limits, limit] };
  const isContinued = countsTheSame(before, limit);
  const updatedLimit = isContinued ? { ...limit, key: before.key, since: before.since } : limit;
  const usage = new Map(account.usage);
  if (!isContinued) usage.delete(before.key);
  return { ...account, limits: account.limits.with(at, updatedLimit), usage };
}

/** Removes the limit and its count; its name can be used again. */
export function removeLimit(account: AccountLimits, key: string): AccountLimits {
  const usage = new Map(account.usage);
  usage.delete(key);
  return { ...account, limits: account.limits.filter((limit) => limit.key !== key), usage };
}

type LimitName = Pick<Limit, 'id' | 'cardId' | 'tokenReference'>;

export function isSameName(one: LimitName, other: LimitName): boolean {
  return one.id === other.id && one.cardId === other.cardId && one.tokenReference === other.tokenReference;
}

/** Whether two limits have the same terms except for `max`. */
export function countsTheSame(one: LimitTerms, other: LimitTerms): boolean {
  return (
    one.measure === other.measure &&
    one.of === other.of &&
    one.onlyMerchant === other.onlyMerchant &&
    JSON.stringify(one.window) === JSON.stringify(other.window) &&
    JSON.stringify(one.where) === JSON.stringify(other.where)
  );
}
