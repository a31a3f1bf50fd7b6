import { deletePromise } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest, type RestImplementation } from '../../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../../banks/index.ts';
import { lockEdition } from '../../merchant-lists/index.ts';
import { promiseFacts, toPromiseResponse } from './promise-response.ts';
import { findPromise, removePromise } from './promise-store.ts';
import { versionOf } from './replace-promise.ts';

/** Deletes a promise (docs/interface/promises.md#delete). */
export function deletePromiseOperation(banks: BankDirectory) {
  const run: RestImplementation<typeof deletePromise>['run'] = async ({ tx, caller, audit }, { params: { name } }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    await lockEdition(tx, bankId);
    const row = await findPromise(tx, bankId, name);
    if (row === undefined) return fail('promise_not_found');
    await removePromise(tx, bankId, name);
    const before = promiseFacts(row);
    audit(bankId, `promise:${name}`, 'deleted', undefined, {
      before: { promise: before },
      after: { promise: null },
      event: () => ({ before, after: null }),
    });
    return ok({ body: toPromiseResponse(row) });
  };
  return implementRest(deletePromise, run, {
    async secondPerson({ tx, caller }, { params: { name } }) {
      const calling = bankOfCaller(caller, banks);
      if (!calling.ok) return undefined;
      await lockEdition(tx, calling.value.bankId);
      const row = await findPromise(tx, calling.value.bankId, name);
      if (row === undefined) return undefined;
      const display = { before: promiseFacts(row), after: null };
      const subject = `promise:${name}`;
      return { kinds: ['rule.retire'], endsPromise: true, subject, version: versionOf(row), display };
    },
  });
}
