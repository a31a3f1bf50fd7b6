import { listLimits } from '@cardwright/contract';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { currencyOf } from '../kernel/money.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { levelOf, NO_LIMITS } from './limit.ts';
import { findOwner } from './limit-owner.ts';
import { findLimits } from './limit-store.ts';
import { exidsOfAccount } from './limited-cards.ts';
import { showLimit } from './show-limit.ts';

/** The limits of an account and its cards, or of one card (docs/interface/limits.md#list). */
export function listLimitsOperation(banks: BankDirectory) {
  return implementRest(listLimits, async ({ tx, caller, now, audit }, { query }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const owner = await findOwner(tx, bankId, query, false);
    if (!owner.ok) return owner;
    const { account, cardId, subject } = owner.value;
    const limits = (await findLimits(tx, bankId, account.account_id)) ?? NO_LIMITS;
    const wanted = limits.limits.filter(
      (limit) =>
        (cardId === undefined || limit.cardId === cardId) &&
        (query.level === undefined || levelOf(limit) === query.level),
    );
    const exids = await exidsOfAccount(tx, bankId, account.account_id);
    const shown = { accountNumber: account.account_number, money: currencyOf(account.currency), exids };
    audit(bankId, subject, 'limits read', { limits: wanted.length });
    return ok({ body: { items: wanted.map((limit) => showLimit(limits, limit, shown, now)) } });
  });
}
