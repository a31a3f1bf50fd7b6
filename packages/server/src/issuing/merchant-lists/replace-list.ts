import { MAX_LISTS, replaceList } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest, type RestImplementation } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { changeEntries, entryFaults, toListResponse } from './change-entries.ts';
import { lockEdition } from './edition-store.ts';
import { listChange, type ReadListUse } from './list-change.ts';
import { countListsOf, findList } from './merchant-list-store.ts';

/** Creates a list, or replaces its entries (docs/interface/merchant-lists.md#replace). */
export function replaceListOperation(banks: BankDirectory, readListUse: ReadListUse) {
  const run: RestImplementation<typeof replaceList>['run'] = async (context, { params: { name }, body }) => {
    const { kind, entries } = body;
    const { tx, caller } = context;
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const findings = entryFaults(kind, entries, 'entries');
    const [first] = findings;
    if (first !== undefined) return fail(first.error, { findings });
    await lockEdition(tx, bankId);
    const before = await findList(tx, bankId, name);
    if (before !== undefined && before.kind !== kind) {
      return fail('state_forbids', { message: `The list ${name} is one of ${before.kind}, and stays so` });
    }
    if (before === undefined && (await countListsOf(tx, bankId)) >= MAX_LISTS) {
      return fail('state_forbids', { message: `A bank has at most ${MAX_LISTS} lists` });
    }
    const isNew = before === undefined;
    const result = await changeEntries(context, bankId, { name, kind, isNew, next: () => new Set(entries) });
    if (!result.ok) return result;
    return ok({ body: toListResponse(requireValue(result.value ?? before, 'a list that was made')) });
  };
  return implementRest(replaceList, run, {
    secondPerson: (context, { params: { name }, body: { entries } }) =>
      listChange(context, { banks, readListUse }, name, () => new Set(entries)),
  });
}
