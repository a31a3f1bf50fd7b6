import { readClient } from '@cardwright/contract';
import { seesPersonalData } from '../../platform/access/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { toClientResponse } from './client-response.ts';
import { readClientRow } from './client-search-store.ts';

/** Reads the record of a client (docs/interface/clients.md#read). */
export function readClientOperation(banks: BankDirectory) {
  return implementBankRest(readClient, banks, async ({ tx, bankId, caller, audit }, { params }) => {
    const row = await readClientRow(tx, bankId, params.customer_id);
    if (row === undefined) return fail('client_not_found');
    audit(bankId, `client:${row.customer_id}`, 'read');
    return ok({ body: toClientResponse(row, seesPersonalData(caller)) });
  });
}
