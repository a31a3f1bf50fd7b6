import { readClient } from '@cardwright/contract';
import { seesPersonalData } from '../../platform/access/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { toClientResponse } from './client-response.ts';
import { readClientRow } from './client-search-store.ts';

/** Reads the record of a client (docs/interface/clients.md#read). */
export function readClientOperation(banks: BankDirectory) {
  return implementRest(readClient, async ({ tx, caller, audit }, { params }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const row = await readClientRow(tx, bankId, params.customer_id);
    if (row === undefined) return fail('client_not_found');
    audit(bankId, `client:${row.customer_id}`, 'read');
    return ok({ body: toClientResponse(row, seesPersonalData(caller)) });
  });
}
