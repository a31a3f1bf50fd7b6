import { listAccounts } from '@cardwright/contract';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findClientId } from '../clients/index.ts';
import { type AccountListRow, listAccountRows } from './account-list-store.ts';
import { toAccountResponse } from './account-response.ts';

/** Lists accounts of a client or of the bank (docs/interface/accounts.md#list). */
export function listAccountsOperation(banks: BankDirectory) {
  return implementBankRest(listAccounts, banks, async ({ tx, bankId, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const { customer_id: customerId } = query;
    const clientId = customerId === undefined ? undefined : await findClientId(tx, bankId, customerId);
    if (customerId !== undefined && clientId === undefined) return fail('client_not_found');
    const rows = await listAccountRows(tx, bankId, clientId, page.value);
    const place = ({ created_at: at, account_id: id }: AccountListRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, toAccountResponse);
    const subject = customerId === undefined ? `bank:${bankId}` : `client:${customerId}`;
    audit(bankId, subject, 'accounts listed', { accounts: body.items.length });
    return ok({ body });
  });
}
