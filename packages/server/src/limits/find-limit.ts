import type { Currency } from '../kernel/money.ts';
import { currencyOf } from '../kernel/money.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Tx } from '../storage/index.ts';
import { isSameName, NO_LIMITS } from './limit.ts';
import { findOwner } from './limit-owner.ts';
import { findLimits } from './limit-store.ts';
import { exidsOfAccount } from './limited-cards.ts';

interface Named {
  readonly id: string;
  readonly account_number?: string | undefined;
  readonly card_identifier_id?: string | undefined;
}

/** A limit by its name, with all limits of its account. */
export async function findLimit(tx: Tx, bankId: string, named: Named, lock: boolean) {
  const owner = await findOwner(tx, bankId, named, lock);
  if (!owner.ok) return owner;
  const { account, cardId, subject } = owner.value;
  const limits = (await findLimits(tx, bankId, account.account_id)) ?? NO_LIMITS;
  const limit = limits.limits.find((one) => isSameName(one, { id: named.id, cardId }));
  if (limit === undefined) return fail('limit_not_found', { subject });
  const money: Currency = currencyOf(account.currency);
  const exids = await exidsOfAccount(tx, bankId, account.account_id);
  return ok({
    account,
    cardId,
    subject,
    limits,
    limit,
    shown: { accountNumber: account.account_number, money, exids },
  });
}
