import { cancelException } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findAccount, lockAccount } from './account-store.ts';
import { stateOfException, toExceptionResponse } from './exception-response.ts';
import { cancelExceptionRow, findException } from './exception-store.ts';

/** Cancels an exception (docs/interface/exceptions.md#cancel). Fails with `state_forbids` if a payment has used it. */
export function cancelExceptionOperation(banks: BankDirectory) {
  return implementBankRest(cancelException, banks, async ({ tx, bankId, caller, now, audit }, { params }) => {
    const account = await findAccount(tx, bankId, params.account_number);
    if (account === undefined) return fail('account_not_found');
    // a payment that uses the exception holds the same lock
    await lockAccount(tx, bankId, account.account_id);
    const found = await findException(tx, bankId, account.account_id, params.exception_id);
    if (found === undefined) return fail('exception_not_found');
    const subject = `account:${account.account_number}`;
    const state = stateOfException(found, now);
    const before = toExceptionResponse(found, account.currency, now);
    if (state === 'USED') return fail('state_forbids', { subject, message: 'A payment has used the exception' });
    const row =
      state === 'CANCELLED'
        ? found
        : await cancelExceptionRow(tx, bankId, account.account_id, found, caller.clientId, now);
    const after = toExceptionResponse(row, account.currency, now);
    const details = { exception: row.exception_id };
    audit(bankId, subject, 'exception cancelled', details, {
      before: { exception: before },
      after: { exception: after },
    });
    return ok({ body: after });
  });
}
