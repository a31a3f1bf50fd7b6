import { listExceptions } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { findAccount } from './account-store.ts';
import { toExceptionResponse } from './exception-response.ts';
import { listExceptionRows } from './exception-store.ts';

/** Lists the exceptions of an account (docs/interface/exceptions.md#list). */
export function listExceptionsOperation(banks: BankDirectory) {
  return implementRest(listExceptions, async ({ tx, caller, now, audit }, { params }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const account = await findAccount(tx, bankId, params.account_number);
    if (account === undefined) return fail('account_not_found');
    const rows = await listExceptionRows(tx, bankId, account.account_id);
    audit(bankId, `account:${account.account_number}`, 'exceptions listed', { exceptions: rows.length });
    return ok({ body: { items: rows.map((row) => toExceptionResponse(row, account.currency, now)) } });
  });
}
