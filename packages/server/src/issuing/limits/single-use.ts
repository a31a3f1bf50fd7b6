import { MAX_LIMITS } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { AccountRow } from '../accounts/index.ts';
import { changeLimits } from './change-limits.ts';
import { NO_LIMITS, putLimit, removeLimit } from './limit.ts';
import { findLimits, takeKey } from './limit-store.ts';
import { SINGLE_USE_TERMS, singleUseOf } from './single-use-limit.ts';

interface SingleUse {
  readonly account: Pick<AccountRow, 'account_id'>;
  readonly cardId: bigint;
  readonly tokenReference: string;
  readonly by: string;
  readonly now: Date;
}

/**
 * Makes a token single-use, or ends that. A token that is single-use already keeps its count. The caller holds the
 * account's lock.
 * @returns whether the token was single-use before
 */
export async function setSingleUse(
  tx: Tx,
  bankId: string,
  { account, cardId, tokenReference, by, now }: SingleUse,
  isSet: boolean,
): Promise<Success<boolean> | Failure<'state_forbids'>> {
  const before = (await findLimits(tx, bankId, account.account_id)) ?? NO_LIMITS;
  const existing = singleUseOf(before, tokenReference);
  if ((existing !== undefined) === isSet) return ok(isSet);
  if (existing === undefined && before.limits.length >= MAX_LIMITS) {
    const message = `An account with its cards and tokens has ${MAX_LIMITS} limits at most`;
    return fail('state_forbids', { subject: `token:${tokenReference}`, message });
  }
  const limit = existing ?? {
    ...SINGLE_USE_TERMS,
    key: await takeKey(tx, bankId, account.account_id),
    ...{ cardId, tokenReference, since: now },
  };
  const after = isSet ? putLimit(before, limit) : removeLimit(before, limit.key);
  await changeLimits(tx, bankId, { account, cardId }, after, { limit, isSet, by, now });
  return ok(!isSet);
}

/** Removes all limits of a token that ended. The caller holds the account's lock. */
export async function removeLimitsOfToken(
  tx: Tx,
  bankId: string,
  { account, cardId, tokenReference, by, now }: SingleUse,
): Promise<void> {
  let limits = await findLimits(tx, bankId, account.account_id);
  for (const limit of limits?.limits ?? []) {
    if (limits === undefined || limit.tokenReference !== tokenReference) continue;
    limits = removeLimit(limits, limit.key);
    await changeLimits(tx, bankId, { account, cardId }, limits, { limit, isSet: false, by, now });
  }
}
