import type { LimitInForce } from '@cardwright/contract';
import { type Currency, formatAmount } from '../../platform/kernel/money.ts';
import { type AccountLimits, isOfProgram, isShared, type Limit, levelOf, ofCard, usedOf } from './limit.ts';
import { type CountedWindow, zeroAt } from './limit-cells.ts';
import { spanOf } from './limit-terms.ts';

/** The owner of the limits in an answer. */
export interface LimitOwnerResponse {
  /** Null if accounts share the limits. */
  readonly accountNumber: string | null;
  /** The product of the program that has the limits. */
  readonly productCode: string;
  readonly money: Currency;
  /** EXIDs by card id. */
  readonly exids: ReadonlyMap<bigint, string>;
}

export function toWindowResponse(window: CountedWindow): LimitInForce['window'] {
  return 'calendar' in window ? { calendar: spanOf(window.calendar) } : { sliding: window.slidingMs / 1_000 };
}

/**
 * Returns the limits of an account and its cards: its own limits, then those of its program. A card-level limit of the
 * program occurs once for each card.
 */
export function limitsOfAccount({ limits, programLimits = [] }: AccountLimits, cardIds: Iterable<bigint>): Limit[] {
  const inOrder = [...cardIds].sort((one, other) => (one < other ? -1 : 1));
  const ofEach = programLimits.flatMap((limit) =>
    limit.level === 'card' ? inOrder.map((cardId) => ofCard(limit, cardId)) : [limit],
  );
  return [...limits, ...ofEach];
}

/** Returns a limit in the form of the answer, with its use. */
export function toLimitResponse(
  account: Pick<AccountLimits, 'usage'>,
  limit: Limit,
  owner: LimitOwnerResponse,
  now: Date,
): LimitInForce {
  const { measure, max, cardId, tokenReference, window, onlyMerchant, locksFirst, where } = limit;
  const format = (value: bigint) => (measure === 'amount' ? formatAmount(value, owner.money.exponent) : String(value));
  const usage = onlyMerchant === undefined ? usedOf(account, limit, now) : 1n;
  const lockState = locksFirst ? 'first' : onlyMerchant;
  return {
    id: limit.id,
    level: levelOf(limit),
    account_number: isShared(limit) ? null : owner.accountNumber,
    card_identifier_id: cardId === undefined ? null : (owner.exids.get(cardId) ?? null),
    ...(tokenReference !== undefined && { token_reference: tokenReference }),
    ...(isOfProgram(limit.key) && { product_code: owner.productCode }),
    measure,
    of: limit.of,
    window: toWindowResponse(window),
    max: format(max),
    ...(lockState !== undefined && { lockMerchant: lockState }),
    ...(where !== undefined && { where }),
    used: format(usage),
    left: format(usage < max ? max - usage : 0n),
    returns_to_zero_at: zeroAt(account.usage.get(limit.key) ?? [], window, now)?.toISOString() ?? null,
    since: limit.since.toISOString(),
  };
}
