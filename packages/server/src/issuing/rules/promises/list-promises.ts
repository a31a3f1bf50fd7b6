import { listPromises } from '@cardwright/contract';
import { ok } from '../../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { toPromiseResponse } from './promise-response.ts';
import { readPromises } from './promise-store.ts';

/** Lists the promises of the bank (docs/interface/promises.md#list). */
export function listPromisesOperation(banks: BankDirectory) {
  return implementBankRest(listPromises, banks, async ({ tx, bankId, audit }) => {
    const rows = await readPromises(tx, bankId);
    audit(bankId, `bank:${bankId}`, 'promises read', { promises: rows.length });
    return ok({ body: { items: rows.map(toPromiseResponse) } });
  });
}
