import type { Currency } from '../../platform/kernel/money.ts';
import { currencyOf } from '../../platform/kernel/money.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { readAccountLimits } from './account-limits.ts';
import { isOfProgram, isSameName } from './limit.ts';
import { findOwner } from './limit-owner.ts';
import { limitsOfAccount } from './limit-response.ts';
import { exidsOfAccount } from './limited-card-store.ts';

interface LimitQuery {
  readonly id: string;
  readonly account_number?: string | undefined;
  readonly card_identifier_id?: string | undefined;
  readonly token_reference?: string | undefined;
}

/**
 * Finds a limit by its name, with all limits of its account.
 * @param isOnlyOwn true to change the limit: locks the account and ignores limits of programs
 */
export async function findLimit(tx: Tx, bankId: string, query: LimitQuery, now: Date, isOnlyOwn = false) {
  const owner = await findOwner(tx, bankId, query, isOnlyOwn);
  if (!owner.ok) return owner;
  const { account, cardId, tokenReference, subject } = owner.value;
  const limits = await readAccountLimits(tx, bankId, owner.value, now);
  const exids = await exidsOfAccount(tx, bankId, account.account_id);
  const candidates = limitsOfAccount(limits, exids.keys()).filter((one) => !isOnlyOwn || !isOfProgram(one.key));
  const limit = candidates.find((one) => isSameName(one, { id: query.id, cardId, tokenReference }));
  if (limit === undefined) return fail('limit_not_found', { subject });
  const money: Currency = currencyOf(account.currency);
  return ok({
    account,
    cardId,
    subject,
    limits,
    limit,
    displayedOwner: { accountNumber: account.account_number, productCode: account.product_code, money, exids },
  });
}
