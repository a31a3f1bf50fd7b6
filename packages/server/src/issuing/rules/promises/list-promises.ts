import { listPromises } from '@cardwright/contract';
import { ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../../banks/index.ts';
import { toPromiseResponse } from './promise-response.ts';
import { readPromises } from './promise-store.ts';

/** Lists the promises of the bank (docs/interface/promises.md#list). */
export function listPromisesOperation(banks: BankDirectory) {
  return implementRest(listPromises, async ({ tx, caller, audit }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const rows = await readPromises(tx, bankId);
    audit(bankId, `bank:${bankId}`, 'promises read', { promises: rows.length });
    return ok({ body: { items: rows.map(toPromiseResponse) } });
  });
}
