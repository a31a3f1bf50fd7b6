import { readAccount } from '@cardwright/contract';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { readListedAccount } from './account-list-store.ts';
import { findAccountId } from './account-store.ts';
import { showAccount } from './show-account.ts';

/** An account with its balances (docs/interface/accounts.md#read). */
export function readAccountOperation(banks: BankDirectory) {
  return implementRest(readAccount, async ({ tx, caller, audit }, { params }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const accountId = await findAccountId(tx, bankId, params.account_number);
    const row = accountId === undefined ? undefined : await readListedAccount(tx, bankId, accountId);
    if (row === undefined) return fail('account_not_found');
    audit(bankId, `account:${row.account_number}`, 'read');
    return ok({ body: showAccount(row) });
  });
}
