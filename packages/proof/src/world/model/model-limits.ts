import type { Condition, LimitLevel } from '@cardwright/contract';
import type { ModelWindow, ZoneDays } from './model-calendar.ts';
import { isConditionMet, type ModelFacts, type ModelLists, namedLists } from './model-condition.ts';

/** A custom limit, as docs/interface/limits.md describes it. */
export interface ModelOwnLimit {
  readonly id: string;
  /** The card of the limit; undefined for all cards of the account. */
  readonly card: number | undefined;
  readonly measure: 'amount' | 'count' | 'merchants';
  readonly of: 'approvals' | 'declines' | 'both';
  readonly window: ModelWindow | { readonly slidingMs: number };
  /** In minor units, messages or merchants. */
  readonly max: number;
  /** The only merchant at which the card may be used. */
  readonly lock?: string | undefined;
  readonly where?: Condition | undefined;
  /** The lists that it uses, if it is only proposed. */
  readonly lists?: ModelLists | undefined;
  /** For a limit in a program, the level at which it counts messages together; undefined for other limits. */
  readonly level?: LimitLevel | undefined;
}

/** A limit from when it is set until it ends or is set to count from zero. */
export interface CountingLimit {
  limit: ModelOwnLimit;
  readonly mark: LimitMark;
}

/** The identity of a limit; it stays the same while the limit continues to count. */
interface LimitMark {
  /** For a limit in a program, when it began. */
  readonly sinceMs?: number;
}

/** The parts of an authorization that limits use. */
export interface LimitedAuthorization {
  readonly card: number;
  readonly atMs: number;
  readonly decision: { readonly reason: string };
  readonly countedMinor: number;
  readonly message: { readonly minor: number; readonly merchantId: string };
  /** The limits that counted it when it was decided. */
  readonly countedBy: readonly object[];
}

/** A message before its decision. */
export interface ModelLimitedMessage {
  readonly card: number;
  readonly minor: number;
  readonly merchantId: string;
  /** The facts about it that conditions use. */
  readonly facts: () => ModelFacts;
  readonly lists: ModelLists;
}

/** A limit that covers a message, with its use if the message counts. */
export interface EvaluatedModelLimit {
  readonly limit: ModelOwnLimit;
  readonly before: number;
  readonly after: number;
  readonly isOver: boolean;
  readonly mark: object;
}

/** External inputs to the limits of an account. */
interface LimitContext {
  readonly cards: number;
  /** The limits of its program that are in force. */
  inForce(nowMs: number): readonly CountingLimit[];
  /** The authorizations of all accounts that share limits with it. */
  readonly together: readonly (readonly LimitedAuthorization[])[];
}

/** Reasons of messages that no limit counts, because no decision about the account was made. */
const NOT_COUNTED = ['FORMAT', 'CARD_NOT_FOUND', 'CARD_AMBIGUOUS', 'DUPLICATE', 'REVERSED_BEFORE'];
const NONE: readonly object[] = [];

/**
 * The limits of an account. The server stores counters; the model adds up what each limit has counted since it was set.
 */
export class ModelLimits {
  readonly #days: ZoneDays;
  readonly #authorizations: readonly LimitedAuthorization[];
  readonly #around: LimitContext;
  #limits: CountingLimit[] = [];
  /** In a backtest, the result of shared limits for the message at that time. */
  earlierReport: readonly EvaluatedModelLimit[] | undefined;

  constructor(days: ZoneDays, authorizations: readonly LimitedAuthorization[], around: LimitContext) {
    this.#days = days;
    this.#authorizations = authorizations;
    this.#around = around;
  }

  /** The limits of the account and its cards. */
  get all(): readonly ModelOwnLimit[] {
    return this.#limits.map(({ limit }) => limit);
  }

  copyFrom(other: ModelLimits): void {
    this.#limits = other.#limits.map((one) => ({ ...one }));
  }

  /** Whether any limit is evaluated for a message. */
  areAny(nowMs: number): boolean {
    return this.#limits.length > 0 || this.#around.inForce(nowMs).length > 0 || (this.earlierReport ?? []).length > 0;
  }

  /** Whether a limit that counts only this account uses merchant lists. */
  nameLists(nowMs: number): boolean {
    return this.#ofAccount(nowMs).some(({ limit: { where } }) => where !== undefined && namedLists(where).length > 0);
  }

  /** Its own limits, then those that its program provides. */
  #ofAccount(nowMs: number): CountingLimit[] {
    return [...this.#limits, ...this.#around.inForce(nowMs).filter(({ limit }) => !isOfMany(limit))];
  }

  /** The limits of the product, then those of the bank. */
  #shared(nowMs: number): CountingLimit[] {
    if (this.earlierReport !== undefined) return [];
    const inForce = this.#around.inForce(nowMs);
    return (['program', 'bank'] as const).flatMap((level) => inForce.filter(({ limit }) => limit.level === level));
  }

  set(limit: ModelOwnLimit): void {
    const at = this.#limits.findIndex((one) => one.limit.id === limit.id && one.limit.card === limit.card);
    const before = this.#limits[at];
    if (before === undefined) this.#limits.push({ limit, mark: {} });
    else if (goesOn(before.limit, limit)) before.limit = limit;
    else this.#limits[at] = { limit, mark: {} };
  }

  /** Returns whether the limit existed. */
  end(id: string, card: number | undefined): boolean {
    const before = this.#limits.length;
    this.#limits = this.#limits.filter(({ limit }) => limit.id !== id || limit.card !== card);
    return this.#limits.length < before;
  }

  /** All limits that cover a message, in the order of evaluation. */
  evaluate(message: ModelLimitedMessage, nowMs: number): EvaluatedModelLimit[] {
    const covering = this.#covering([...this.#ofAccount(nowMs), ...this.#shared(nowMs)], message);
    const results = covering.map((counting) => {
      const { limit, mark } = counting;
      if (limit.lock !== undefined) {
        const isOther = limit.lock !== message.merchantId;
        return { limit, before: 1, after: isOther ? 2 : 1, isOver: isOther, mark };
      }
      const before = this.#used(counting, message.card, nowMs);
      const after = before + this.#adds(counting, message, nowMs);
      return {
        limit,
        before,
        after,
        isOver: limit.of === 'declines' ? before >= limit.max : after > limit.max,
        mark,
      };
    });
    return [...results, ...(this.earlierReport ?? [])];
  }

  /** The marks of the limits that count a decision. */
  counting(
    message: ModelLimitedMessage,
    reason: string,
    { refusing, nowMs }: { readonly refusing: object | undefined; readonly nowMs: number },
  ): readonly object[] {
    if (!this.areAny(nowMs) || NOT_COUNTED.includes(reason)) return NONE;
    const isApproved = reason === 'APPROVED';
    return this.#covering([...this.#ofAccount(nowMs), ...this.#shared(nowMs)], message)
      .filter(({ limit, mark }) => mark !== refusing && counts(limit, isApproved))
      .map(({ mark }) => mark);
  }

  /** The use of each limit, by name and card. */
  used(nowMs: number): string[] {
    return this.#ofAccount(nowMs).flatMap((one) => {
      const { id, card, lock, level } = one.limit;
      const cards = level === 'card' ? Array.from({ length: this.#around.cards }, (_, at) => at) : [card];
      return cards.map(
        (of) => `${id} ${of ?? '-'} ${lock === undefined ? this.#used(one, of, nowMs) : 1}${sinceOf(one)}`,
      );
    });
  }

  /** The use of each shared limit. */
  usedTogether(nowMs: number): string[] {
    return this.#shared(nowMs).map((one) => {
      const { id, level, lock } = one.limit;
      return `${id} ${level} ${lock === undefined ? this.#used(one, undefined, nowMs) : 1}${sinceOf(one)}`;
    });
  }

  /** The highest use among the limits with a name that belong to the account or the card. */
  mostUsed(id: string, card: number, isSum: boolean, nowMs: number): number {
    const named = this.#ofAccount(nowMs).filter(
      ({ limit }) => limit.id === id && (limit.card ?? card) === card && (limit.measure === 'amount') === isSum,
    );
    return Math.max(0, ...named.map((one) => this.#used(one, card, nowMs)));
  }

  #covering(limits: readonly CountingLimit[], message: ModelLimitedMessage): CountingLimit[] {
    return limits.filter(
      ({ limit: { card, where, lists = message.lists } }) =>
        (card ?? message.card) === message.card &&
        (where === undefined || isConditionMet(where, message.facts(), lists)),
    );
  }

  #adds(counting: CountingLimit, message: ModelLimitedMessage, nowMs: number): number {
    const { measure, of } = counting.limit;
    if (of === 'declines') return 0;
    if (measure === 'amount') return message.minor;
    return measure === 'merchants' && this.#merchants(counting, message.card, nowMs).has(message.merchantId) ? 0 : 1;
  }

  /** @param card the card of the message, because a program gives each card its own limit */
  #used(counting: CountingLimit, card: number | undefined, nowMs: number): number {
    const { measure } = counting.limit;
    if (measure === 'merchants') return this.#merchants(counting, card, nowMs).size;
    let sum = 0;
    for (const one of this.#counted(counting, card, nowMs)) sum += measure === 'amount' ? standingOf(one) : 1;
    return sum;
  }

  #merchants(counting: CountingLimit, card: number | undefined, nowMs: number): ReadonlySet<string> {
    return new Set(this.#counted(counting, card, nowMs).map(({ message }) => message.merchantId));
  }

  /** The authorizations that the limit still counts. Fully returned amounts do not count. */
  #counted(counting: CountingLimit, card: number | undefined, nowMs: number): LimitedAuthorization[] {
    const { limit, mark } = counting;
    const all = isOfMany(limit) ? this.#around.together.flat() : this.#authorizations;
    return all.filter(
      (one) =>
        one.countedBy.includes(mark) &&
        (limit.level !== 'card' || one.card === card) &&
        (one.decision.reason !== 'APPROVED' || one.countedMinor > 0) &&
        isInLimitWindow(counting.limit.window, one.atMs, nowMs, this.#days),
    );
  }
}

/**
 * Whether an instant is in the window. A sliding window moves in steps of a 60th of its length, and drops nothing too
 * early.
 */
export function isInLimitWindow(window: ModelOwnLimit['window'], atMs: number, nowMs: number, days: ZoneDays): boolean {
  if (typeof window === 'string') return atMs >= days.window(window, days.dayAt(nowMs)).startMs;
  const step = Math.floor(window.slidingMs / 60);
  const slotOver = atMs - (atMs % step) + step;
  return nowMs < slotOver + window.slidingMs;
}

function standingOf({ decision, countedMinor, message }: LimitedAuthorization): number {
  return decision.reason === 'APPROVED' ? countedMinor : message.minor;
}

function sinceOf({ mark: { sinceMs } }: CountingLimit): string {
  return sinceMs === undefined ? '' : ` since ${sinceMs}`;
}

/** Whether a limit differs from the previous one at most in its max. */
export function goesOn(before: ModelOwnLimit, limit: ModelOwnLimit): boolean {
  return withoutMax(before) === withoutMax(limit);
}

function withoutMax({ id, card, level, measure, of, window, lock, where }: ModelOwnLimit): string {
  return JSON.stringify([id, card, level, measure, of, window, lock, where]);
}

export function isOfMany({ level }: ModelOwnLimit): boolean {
  return level === 'bank' || level === 'program';
}

/** Whether the limit counts approvals or declines. A lock counts nothing. */
export function counts({ of, lock }: ModelOwnLimit, isApproved: boolean): boolean {
  return of !== (isApproved ? 'declines' : 'approvals') && lock === undefined;
}
