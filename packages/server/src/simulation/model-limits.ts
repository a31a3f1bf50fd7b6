import type { ModelWindow, ZoneDays } from './model-calendar.ts';

/** A limit of a bank's own, as docs/interface/limits.md describes it. */
export interface ModelOwnLimit {
  readonly id: string;
  /** Undefined: of all cards of the account. */
  readonly card: number | undefined;
  readonly measure: 'amount' | 'count';
  readonly of: 'approvals' | 'declines' | 'both';
  readonly window: ModelWindow | { readonly slidingMs: number };
  /** In minor units, or messages. */
  readonly max: number;
}

/** What limits look at of an authorization. */
interface LimitedAuthorization {
  readonly card: number;
  readonly atMs: number;
  readonly decision: { readonly reason: string };
  readonly countedMinor: number;
  readonly message: { readonly minor: number };
}

/** Reasons of messages that no limit counts: nothing was decided about the account. */
const NOT_COUNTED = ['FORMAT', 'CARD_NOT_FOUND', 'CARD_AMBIGUOUS', 'DUPLICATE'];

/** The limits of an account. The server keeps counters; this adds up what was decided since a limit was set. */
export class ModelLimits {
  readonly #days: ZoneDays;
  readonly #authorizations: readonly LimitedAuthorization[];
  /** With the number of authorizations when each began to count. */
  #limits: { readonly limit: ModelOwnLimit; readonly since: number }[] = [];

  constructor(days: ZoneDays, authorizations: readonly LimitedAuthorization[]) {
    this.#days = days;
    this.#authorizations = authorizations;
  }

  set(limit: ModelOwnLimit): void {
    const at = this.#limits.findIndex((one) => one.limit.id === limit.id && one.limit.card === limit.card);
    const before = this.#limits[at];
    const since = this.#authorizations.length;
    if (before === undefined) this.#limits.push({ limit, since });
    else {
      const goesOn = JSON.stringify({ ...before.limit, max: 0 }) === JSON.stringify({ ...limit, max: 0 });
      this.#limits[at] = { limit, since: goesOn ? before.since : since };
    }
  }

  /** Whether there was one. */
  end(id: string, card: number | undefined): boolean {
    const before = this.#limits.length;
    this.#limits = this.#limits.filter(({ limit }) => limit.id !== id || limit.card !== card);
    return this.#limits.length < before;
  }

  /** The first that a message would pass. */
  refusing(card: number, minor: number, nowMs: number): string | undefined {
    return this.#limits.find(({ limit, since }) => {
      if (limit.card !== undefined && limit.card !== card) return false;
      const used = this.#used(limit, since, nowMs);
      if (limit.of === 'declines') return used >= limit.max;
      return used + (limit.measure === 'amount' ? minor : 1) > limit.max;
    })?.limit.id;
  }

  /** What is used of each, by its name and card. */
  used(nowMs: number): string[] {
    return this.#limits.map(
      ({ limit, since }) => `${limit.id} ${limit.card ?? '-'} ${this.#used(limit, since, nowMs)}`,
    );
  }

  #used(limit: ModelOwnLimit, since: number, nowMs: number): number {
    let sum = 0;
    for (const { card, atMs, decision, countedMinor, message } of this.#authorizations.slice(since)) {
      const isApproved = decision.reason === 'APPROVED';
      if (limit.card !== undefined && limit.card !== card) continue;
      if (limit.of === (isApproved ? 'declines' : 'approvals')) continue;
      if (decision.reason === limit.id || NOT_COUNTED.includes(decision.reason)) continue;
      if (!this.#isWithin(limit.window, atMs, nowMs)) continue;
      const minor = isApproved ? countedMinor : message.minor;
      if (limit.measure === 'amount') sum += minor;
      else if (!isApproved || minor > 0) sum += 1;
    }
    return sum;
  }

  /** A sliding window moves on by a 60th of its length at a time, and forgets nothing too early. */
  #isWithin(window: ModelOwnLimit['window'], atMs: number, nowMs: number): boolean {
    if (typeof window === 'string') return atMs >= this.#days.window(window, this.#days.dayAt(nowMs)).startMs;
    const step = Math.floor(window.slidingMs / 60);
    const slotOver = atMs - (atMs % step) + step;
    return nowMs < slotOver + window.slidingMs;
  }
}
