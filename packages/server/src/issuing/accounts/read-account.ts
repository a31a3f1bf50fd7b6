import { readAccount, type StateOfAccount } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { type AccountListRow, readAccountRow } from './account-list-store.ts';
import { toAccountResponse } from './account-response.ts';
import { findAccountId } from './account-store.ts';

/** Reads the state of an account at a moment that is not in the future. */
export type StateAt = (
  context: { readonly tx: Tx; readonly bank: Bank },
  row: AccountListRow,
  at: Date,
) => Promise<
  Result<
    { readonly availableMinor: bigint; readonly reservedMinor: bigint; readonly state: StateOfAccount },
    'value_not_allowed' | 'state_forbids'
  >
>;

/** Reads an account with its balances, now (docs/interface/accounts.md#read) or at a past moment (#at-a-moment). */
export function readAccountOperation(banks: BankDirectory, stateAt: StateAt) {
  return implementBankRest(readAccount, banks, async ({ tx, bank, now, audit }, { params, query }) => {
    const accountId = await findAccountId(tx, bank.bankId, params.account_number);
    const row = accountId === undefined ? undefined : await readAccountRow(tx, bank.bankId, accountId);
    if (row === undefined) return fail('account_not_found');
    const subject = `account:${row.account_number}`;
    const at = query.at === undefined ? undefined : readUtc(query.at);
    if (at === undefined) {
      audit(bank.bankId, subject, 'read');
      return ok({ body: toAccountResponse(row) });
    }
    if (at > now) return fail('value_not_allowed', { path: 'at', message: 'must not lie in the future' });
    const historicalState = await stateAt({ tx, bank }, row, at);
    if (!historicalState.ok) return historicalState;
    const { availableMinor, reservedMinor, state } = historicalState.value;
    audit(bank.bankId, subject, 'read', { at: at.toISOString() });
    const account = toAccountResponse({ ...row, available_minor: availableMinor, reserved_minor: reservedMinor });
    return ok({ body: { ...account, state } });
  });
}
