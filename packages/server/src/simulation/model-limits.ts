import type { Condition } from '@cardwright/contract';
import type { ModelWindow, ZoneDays } from './model-calendar.ts';
import { holds, type ModelFacts, type ModelLists, namedLists } from './model-condition.ts';

/** A limit of a bank's own, as docs/interface/limits.md describes it. */
export interface ModelOwnLimit {
  readonly id: string;
  /** Undefined: of all cards of the account. */
  readonly card: number | undefined;
  readonly measure: 'amount' | 'count' | 'merchants';
  readonly of: 'approvals' | 'declines' | 'both';
  readonly window: ModelWindow | { readonly slidingMs: number };
  /** In minor units, messages or merchants. */
  readonly max: number;
  /** The only merchant that may be used. */
  readonly lock?: string | undefined;
  readonly where?: Condition | undefined;
  /** The lists that it asks, where it is only assumed. */
  readonly lists?: ModelLists | undefined;
}

/** A limit from when it was set until it is set to count anew, or ended. */
interface CountingLimit {
  limit: ModelOwnLimit;
}

/** What limits look at of an authorization. */
interface LimitedAuthorization {
  readonly atMs: number;
  readonly decision: { readonly reason: string };
  readonly countedMinor: number;
  readonly message: { readonly minor: number; readonly merchantId: string };
  /** The limits that counted it when it was decided. */
  readonly countedBy: readonly object[];
}

/** A message that is being decided. */
export interface ModelLimitedMessage {
  readonly card: number;
  readonly minor: number;
  readonly merchantId: string;
  /** What conditions ask about it. */
  readonly facts: () => ModelFacts;
  readonly lists: ModelLists;
}

/** A limit that covers a message, with what the message would make of it. */
export interface AskedModelLimit {
  readonly limit: ModelOwnLimit;
  readonly before: number;
  readonly after: number;
  readonly isOver: boolean;
  readonly counting: object;
}

/** Reasons of messages that no limit counts: nothing was decided about the account. */
const NOT_COUNTED = ['FORMAT', 'CARD_NOT_FOUND', 'CARD_AMBIGUOUS', 'DUPLICATE'];
const NONE: readonly object[] = [];

/** The limits of an account. The server keeps counters; this adds up what each counted since it was set. */
export class ModelLimits {
  readonly #days: ZoneDays;
  readonly #authorizations: readonly LimitedAuthorization[];
  #limits: CountingLimit[] = [];

  constructor(days: ZoneDays, authorizations: readonly LimitedAuthorization[]) {
    this.#days = days;
    this.#authorizations = authorizations;
  }

  get all(): readonly ModelOwnLimit[] {
    return this.#limits.map(({ limit }) => limit);
  }

  /** Whether one of them asks merchant lists. */
  get nameLists(): boolean {
    return this.#limits.some(({ limit: { where } }) => where !== undefined && namedLists(where).length > 0);
  }

  set(limit: ModelOwnLimit): void {
    const at = this.#limits.findIndex((one) => one.limit.id === limit.id && one.limit.card === limit.card);
    const before = this.#limits[at];
    if (before === undefined) this.#limits.push({ limit });
    else if (withoutMax(before.limit) === withoutMax(limit)) before.limit = limit;
    else this.#limits[at] = { limit };
  }

  /** Whether there was one. */
  end(id: string, card: number | undefined): boolean {
    const before = this.#limits.length;
    this.#limits = this.#limits.filter(({ limit }) => limit.id !== id || limit.card !== card);
    return this.#limits.length < before;
  }

  /** All that cover a message, in the order in which they are asked. */
  asked(message: ModelLimitedMessage, nowMs: number): AskedModelLimit[] {
    return this.#covering(message).map((counting) => {
      const { limit } = counting;
      if (limit.lock !== undefined) {
        const isOther = limit.lock !== message.merchantId;
        return { limit, before: 1, after: isOther ? 2 : 1, isOver: isOther, counting };
      }
      const before = this.#used(counting, nowMs);
      const after = before + this.#adds(counting, message, nowMs);
      return {
        limit,
        before,
        after,
        isOver: limit.of === 'declines' ? before >= limit.max : after > limit.max,
        counting,
      };
    });
  }

  /** Which limits count a decision. */
  counting(message: ModelLimitedMessage, reason: string, refusing: object | undefined): readonly object[] {
    if (this.#limits.length === 0 || NOT_COUNTED.includes(reason)) return NONE;
    const others = reason === 'APPROVED' ? 'declines' : 'approvals';
    return this.#covering(message).filter(
      (one) => one !== refusing && one.limit.of !== others && one.limit.lock === undefined,
    );
  }

  /** What is used of each, by its name and card. */
  used(nowMs: number): string[] {
    return this.#limits.map((one) => {
      const { id, card, lock } = one.limit;
      return `${id} ${card ?? '-'} ${lock === undefined ? this.#used(one, nowMs) : 1}`;
    });
  }

  /** The most that is used of those of a name that are the account's or the card's. */
  mostUsed(id: string, card: number, isSum: boolean, nowMs: number): number {
    const named = this.#limits.filter(
      ({ limit }) => limit.id === id && (limit.card ?? card) === card && (limit.measure === 'amount') === isSum,
    );
    return Math.max(0, ...named.map((one) => this.#used(one, nowMs)));
  }

  #covering(message: ModelLimitedMessage): CountingLimit[] {
    return this.#limits.filter(
      ({ limit: { card, where, lists = message.lists } }) =>
        (card ?? message.card) === message.card && (where === undefined || holds(where, message.facts(), lists)),
    );
  }

  #adds(counting: CountingLimit, message: ModelLimitedMessage, nowMs: number): number {
    const { measure, of } = counting.limit;
    if (of === 'declines') return 0;
    if (measure === 'amount') return message.minor;
    return measure === 'merchants' && this.#merchants(counting, nowMs).has(message.merchantId) ? 0 : 1;
  }

  #used(counting: CountingLimit, nowMs: number): number {
    const { measure } = counting.limit;
    if (measure === 'merchants') return this.#merchants(counting, nowMs).size;
    let sum = 0;
    for (const one of this.#counted(counting, nowMs)) sum += measure === 'amount' ? standingOf(one) : 1;
    return sum;
  }

  #merchants(counting: CountingLimit, nowMs: number): ReadonlySet<string> {
    return new Set(this.#counted(counting, nowMs).map(({ message }) => message.merchantId));
  }

  /** What it counted and still counts. Of what was given back whole nothing is left. */
  #counted(counting: CountingLimit, nowMs: number): LimitedAuthorization[] {
    return this.#authorizations.filter(
      (one) =>
        one.countedBy.includes(counting) &&
        (one.decision.reason !== 'APPROVED' || one.countedMinor > 0) &&
        this.#isWithin(counting.limit.window, one.atMs, nowMs),
    );
  }

  /** A sliding window moves on by a 60th of its length at a time, and forgets nothing too early. */
  #isWithin(window: ModelOwnLimit['window'], atMs: number, nowMs: number): boolean {
    if (typeof window === 'string') return atMs >= this.#days.window(window, this.#days.dayAt(nowMs)).startMs;
    const step = Math.floor(window.slidingMs / 60);
    const slotOver = atMs - (atMs % step) + step;
    return nowMs < slotOver + window.slidingMs;
  }
}

function standingOf({ decision, countedMinor, message }: LimitedAuthorization): number {
  return decision.reason === 'APPROVED' ? countedMinor : message.minor;
}

/** What has to be the same for a limit to go on counting. */
function withoutMax(limit: ModelOwnLimit): string {
  return JSON.stringify({ ...limit, max: 0, lists: undefined });
}
