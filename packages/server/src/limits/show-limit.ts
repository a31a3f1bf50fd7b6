import type { LimitInForce } from '@cardwright/contract';
import { type Currency, formatAmount } from '../kernel/money.ts';
import { spanOf } from './check-limit.ts';
import { type AccountLimits, type Limit, levelOf, usedOf } from './limit.ts';
import { type CountedWindow, zeroAt } from './limit-cells.ts';

interface Owner {
  readonly accountNumber: string;
  readonly money: Currency;
  /** EXIDs by the ids of the cards. */
  readonly exids: ReadonlyMap<bigint, string>;
}

export function showWindow(window: CountedWindow): LimitInForce['window'] {
  return 'calendar' in window ? { calendar: spanOf(window.calendar) } : { sliding: window.slidingMs / 1_000 };
}

/** A limit as it is answered, with what is used of it. */
export function showLimit(account: AccountLimits, limit: Limit, owner: Owner, now: Date): LimitInForce {
  const { measure, max, cardId, window, onlyMerchant, locksFirst, where } = limit;
  const written = (value: bigint) => (measure === 'amount' ? formatAmount(value, owner.money.exponent) : String(value));
  const used = onlyMerchant === undefined ? usedOf(account, limit, now) : 1n;
  const locked = locksFirst ? 'first' : onlyMerchant;
  return {
    id: limit.id,
    level: levelOf(limit),
    account_number: owner.accountNumber,
    card_identifier_id: cardId === undefined ? null : (owner.exids.get(cardId) ?? null),
    measure,
    of: limit.of,
    window: showWindow(window),
    max: written(max),
    ...(locked !== undefined && { lockMerchant: locked }),
    ...(where !== undefined && { where }),
    used: written(used),
    left: written(used < max ? max - used : 0n),
    returns_to_zero_at: zeroAt(account.used.get(limit.key) ?? [], window, now)?.toISOString() ?? null,
    since: limit.since.toISOString(),
  };
}
