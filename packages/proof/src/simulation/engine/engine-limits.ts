import type { AccountChange } from '@cardwright/server/internal/issuing/accounts/index';
import type { StandingApproval } from '@cardwright/server/internal/issuing/authorization/decision/account-state';
import type {
  AccountFacts,
  BankFacts,
  CardFacts,
} from '@cardwright/server/internal/issuing/authorization/decision/facts';
import type { AccountLimits, Limit } from '@cardwright/server/internal/issuing/limits/limit';
import type { ModelOwnLimit } from '../../world/model/model-limits.ts';
import type { OthersPayment } from '../../world/model/model-own.ts';
import type { Engine } from './engine-bank.ts';
import type { EngineOwn } from './engine-own.ts';

/** The owner of the limits. */
interface Owner {
  account: AccountFacts;
  readonly cards: readonly Pick<CardFacts, 'cardId'>[];
  readonly own: EngineOwn | undefined;
  note(at: Date, change: AccountChange): void;
}

/** The limits of an account for the engine. */
export class EngineLimits {
  readonly #engine: Engine;
  readonly #of: Owner;
  readonly #calendar: BankFacts['calendar'];
  #keys = 0;
  /** The usage of the limits that it shares with other accounts. */
  #together: AccountLimits['usage'] = new Map();

  constructor(engine: Engine, of: Owner, calendar: BankFacts['calendar']) {
    this.#engine = engine;
    this.#of = of;
    this.#calendar = calendar;
  }

  get #now(): AccountLimits {
    return this.#of.account.limits ?? this.#engine.NO_LIMITS;
  }

  /** The limits in force, with those of the program. */
  inForce(now: Date): AccountLimits | undefined {
    return this.#engine.orNone({ ...this.#now, programLimits: this.#of.own?.limitsAt(now).programLimits });
  }

  /** The shared limits: those of the product, then those of the bank. */
  shared(now: Date): AccountLimits | undefined {
    const limits = this.#of.own?.limitsAt(now).sharedLimits ?? [];
    const ofProduct = limits.filter(({ level }) => level === 'program');
    const inOrder = [...ofProduct, ...limits.filter((limit) => !ofProduct.includes(limit))];
    return inOrder.length === 0 ? undefined : { limits: inOrder, usage: this.#together };
  }

  storeShared(after: AccountLimits | undefined): void {
    if (after !== undefined) this.#together = after.usage;
  }

  othersPay({ minor, merchantId, isApproved }: OthersPayment, now: Date): void {
    const shared = this.shared(now);
    if (shared === undefined) return;
    const message = {
      cardId: 99n,
      tokenReference: undefined,
      minor: BigInt(minor),
      merchantId,
      meets: isWithoutCondition,
    };
    const decision = { isApproved, refusing: undefined, calendar: this.#calendar, now };
    this.storeShared(this.#engine.countDecision(shared, message, decision)?.limits);
  }

  releaseUse(standing: StandingApproval, availableMinor: bigint, times: { countedAt: Date; now: Date }): void {
    const shared = this.shared(times.now);
    const all = { ...times, calendar: this.#calendar };
    this.storeShared(this.#engine.limitsAfterEnding(shared, standing, availableMinor, all));
  }

  set(limit: ModelOwnLimit, now: Date): void {
    this.#keys += 1;
    const evaluated = engineLimitOf(limit, this.#keys, now);
    const after = this.#engine.putLimit(this.#now, evaluated);
    const set = after.limits.find((one) => one.id === evaluated.id && one.cardId === evaluated.cardId) ?? evaluated;
    this.#change(after, set, true, now);
  }

  /** Whether the limit existed. */
  end(id: string, card: number | undefined, now: Date): boolean {
    const cardId = card === undefined ? undefined : BigInt(card);
    const limit = this.#now.limits.find((one) => one.id === id && one.cardId === cardId);
    if (limit !== undefined) this.#change(this.#engine.removeLimit(this.#now, limit.key), limit, false, now);
    return limit !== undefined;
  }

  #change(after: AccountLimits, limit: Limit, isSet: boolean, now: Date): void {
    this.#of.account = { ...this.#of.account, limits: this.#engine.orNone(after) };
    this.#of.note(now, { kind: 'LIMIT', limit: this.#engine.storeLimit(limit), isSet });
  }

  /** Returns the usage of each limit, by name and card. */
  used(now: Date): string[] {
    const all = this.inForce(now) ?? this.#engine.NO_LIMITS;
    return limitsOfCards(this.#engine, all, this.#of.cards).map((limit) => {
      return `${limit.id} ${limit.cardId ?? '-'} ${this.#usedOf(all, limit, now)}${this.#sinceOf(limit)}`;
    });
  }

  usedTogether(now: Date): string[] {
    const all = this.shared(now) ?? this.#engine.NO_LIMITS;
    return all.limits.map(
      (limit) => `${limit.id} ${limit.level} ${this.#usedOf(all, limit, now)}${this.#sinceOf(limit)}`,
    );
  }

  #sinceOf({ key, since }: Limit): string {
    return this.#engine.isOfProgram(key) ? ` since ${since.getTime()}` : '';
  }

  #usedOf(of: AccountLimits, limit: Limit, now: Date): bigint {
    return limit.onlyMerchant === undefined ? this.#engine.usedOf(of, limit, now) : 1n;
  }

  /** Reloads the limits from their stored form. */
  reload(): void {
    const { limits } = this.#of.account;
    if (limits === undefined) return;
    const read = this.#engine.readLimits(this.#engine.writeLimits(limits), this.#engine.encodeUsage(limits));
    this.#of.account = { ...this.#of.account, limits: read };
    this.#together = this.#engine.decodeUsage(this.#engine.encodeUsage({ usage: this.#together }));
  }
}

function isWithoutCondition({ where }: Pick<Limit, 'where'>): boolean {
  return where === undefined;
}

/** All limits of an account. A limit that the program gives each card is listed for each of them. */
export function limitsOfCards(
  { allLimits, ofCard }: Engine,
  limits: AccountLimits,
  cards: readonly Pick<CardFacts, 'cardId'>[],
): Limit[] {
  return allLimits(limits).flatMap((limit) =>
    limit.level === 'card' ? cards.map(({ cardId }) => ofCard(limit, cardId)) : [limit],
  );
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
