import { listLimits } from '@cardwright/contract';
import { currencyOf } from '../../platform/kernel/money.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { readAccountLimits } from './account-limits.ts';
import { levelOf } from './limit.ts';
import { findOwner } from './limit-owner.ts';
import { sharedPlace } from './limit-place.ts';
import { limitsOfAccount, toLimitResponse } from './limit-response.ts';
import { exidsOfAccount } from './limited-card-store.ts';
import { toSharedLimitResponse } from './shared-limits.ts';

/** Lists the limits of an account and its cards, of one card, of one token, or those that accounts share (docs/interface/limits.md#list). */
export function listLimitsOperation(banks: BankDirectory) {
  return implementBankRest(listLimits, banks, async ({ tx, bank, bankId, now, audit }, { query }) => {
    const place = sharedPlace(query);
    if (!place.ok) return place;
    if (place.value !== undefined) {
      const items = await toSharedLimitResponse(tx, bank, place.value, now);
      if (items === undefined) return fail('program_not_found');
      audit(bankId, place.value.subject, 'limits read', { limits: items.length });
      return ok({ body: { items } });
    }
    const owner = await findOwner(tx, bankId, query, false);
    if (!owner.ok) return owner;
    const { account, cardId, tokenReference, subject } = owner.value;
    const limits = await readAccountLimits(tx, bankId, owner.value, now);
    const exids = await exidsOfAccount(tx, bankId, account.account_id);
    const matching = limitsOfAccount(limits, exids.keys()).filter(
      (limit) =>
        (cardId === undefined || limit.cardId === cardId) &&
        (tokenReference === undefined || limit.tokenReference === tokenReference) &&
        (query.level === undefined || levelOf(limit) === query.level),
    );
    const { account_number: accountNumber, product_code: productCode } = account;
    const displayedOwner = { accountNumber, productCode, money: currencyOf(account.currency), exids };
    audit(bankId, subject, 'limits read', { limits: matching.length });
    return ok({ body: { items: matching.map((limit) => toLimitResponse(limits, limit, displayedOwner, now)) } });
  });
}
