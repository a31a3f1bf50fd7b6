import type { AccountChange } from '../accounts/index.ts';
import type { AccountFacts } from '../authorization/facts.ts';
import type { AccountLimits, Limit } from '../limits/limit.ts';
import type { Engine } from './engine-bank.ts';
import type { ModelOwnLimit } from './model-limits.ts';

/** Whose limits they are. */
interface Owner {
  account: AccountFacts;
  note(at: Date, change: AccountChange): void;
}

/** The limits of an account in the hands of the engine. */
export class EngineLimits {
  readonly #engine: Engine;
  readonly #of: Owner;
  #keys = 0;

  constructor(engine: Engine, of: Owner) {
    this.#engine = engine;
    this.#of = of;
  }

  get #now(): AccountLimits {
    return this.#of.account.limits ?? this.#engine.NO_LIMITS;
  }

  set(limit: ModelOwnLimit, now: Date): void {
    this.#keys += 1;
    const asked = engineLimitOf(limit, this.#keys, now);
    const after = this.#engine.putLimit(this.#now, asked);
    const set = after.limits.find((one) => one.id === asked.id && one.cardId === asked.cardId) ?? asked;
    this.#change(after, set, true, now);
  }

  /** Whether there was one. */
  end(id: string, card: number | undefined, now: Date): boolean {
    const cardId = card === undefined ? undefined : BigInt(card);
    const limit = this.#now.limits.find((one) => one.id === id && one.cardId === cardId);
    if (limit !== undefined) this.#change(this.#engine.removeLimit(this.#now, limit.key), limit, false, now);
    return limit !== undefined;
  }

  #change(after: AccountLimits, limit: Limit, isSet: boolean, now: Date): void {
    this.#of.account = { ...this.#of.account, limits: after.limits.length === 0 ? undefined : after };
    this.#of.note(now, { kind: 'LIMIT', limit: this.#engine.storeLimit(limit), isSet });
  }

  /** What is used of each, by its name and card. */
  used(now: Date): string[] {
    return this.#now.limits.map((limit) => {
      const used = limit.onlyMerchant === undefined ? this.#engine.usedOf(this.#now, limit, now) : 1n;
      return `${limit.id} ${limit.cardId ?? '-'} ${used}`;
    });
  }

  /** From what is stored. */
  reload(): void {
    const { limits } = this.#of.account;
    if (limits === undefined) return;
    const read = this.#engine.readLimits(this.#engine.writeLimits(limits), this.#engine.writeUsed(limits));
    this.#of.account = { ...this.#of.account, limits: read };
  }
}

export function engineLimitOf(limit: ModelOwnLimit, key: number, since: Date): Limit {
  const { id, card, measure, of, window, max, lock, where } = limit;
  return {
    ...{ key: String(key), since, id, measure, of },
    cardId: card === undefined ? undefined : BigInt(card),
    window: typeof window === 'string' ? { calendar: window } : window,
    max: BigInt(max),
    onlyMerchant: lock,
    locksFirst: measure === 'merchants' && max === 1 && window === 'LIFETIME' && lock === undefined,
    ...(where !== undefined && { where }),
  };
}
