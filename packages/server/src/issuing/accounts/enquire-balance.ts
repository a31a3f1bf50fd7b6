import { enquireBalance } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import { toBalancesResponse } from './account-response.ts';
import { findAccount } from './account-store.ts';

/**
 * Returns the balance of an account (docs/interface/accounts.md#balance): the available amount, the amount blocked by
 * reservations, and their sum.
 */
export const enquireBalanceOperation = implementEnvelope(enquireBalance, {
  async run({ tx, bank, audit }, body) {
    const account = await findAccount(tx, bank.bankId, body.account_identifier_id);
    if (account === undefined) return fail('account_not_found');
    audit(bank.bankId, `account:${account.account_number}`, 'read');
    return ok({
      account_identifier_id: body.account_identifier_id,
      account_identifier_type: body.account_identifier_type,
      balances: toBalancesResponse(account),
    });
  },
});
