import { listExceptions } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findAccount } from './account-store.ts';
import { toExceptionResponse } from './exception-response.ts';
import { listExceptionRows } from './exception-store.ts';

/** Lists the exceptions of an account (docs/interface/exceptions.md#list). */
export function listExceptionsOperation(banks: BankDirectory) {
  return implementBankRest(listExceptions, banks, async ({ tx, bankId, now, audit }, { params }) => {
    const account = await findAccount(tx, bankId, params.account_number);
    if (account === undefined) return fail('account_not_found');
    const rows = await listExceptionRows(tx, bankId, account.account_id);
    audit(bankId, `account:${account.account_number}`, 'exceptions listed', { exceptions: rows.length });
    return ok({ body: { items: rows.map((row) => toExceptionResponse(row, account.currency, now)) } });
  });
}
