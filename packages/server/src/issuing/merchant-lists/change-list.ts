import { type BodyError, changeList, type Finding } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest, type RestImplementation } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { changeEntries, entryFaults, toListResponse } from './change-entries.ts';
import { lockEdition } from './edition-store.ts';
import { listChange, type ReadListUse } from './list-change.ts';
import { findList } from './merchant-list-store.ts';

/** Adds and removes entries of a list (docs/interface/merchant-lists.md#change). */
export function changeListOperation(banks: BankDirectory, readListUse: ReadListUse) {
  const run: RestImplementation<typeof changeList>['run'] = async (context, { params: { name }, body }) => {
    const { add = [], remove = [] } = body;
    const { tx, caller } = context;
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    await lockEdition(tx, bankId);
    const before = await findList(tx, bankId, name);
    if (before === undefined) return fail('merchant_list_not_found');
    const { kind } = before;
    const additions = new Set(add);
    const findings: Finding<BodyError>[] = [
      ...entryFaults(kind, add, 'add'),
      ...entryFaults(kind, remove, 'remove'),
      ...remove.flatMap((entry, at): Finding<BodyError>[] =>
        additions.has(entry)
          ? [{ path: `remove[${at}]`, error: 'value_not_allowed', message: 'must not be added as well' }]
          : [],
      ),
    ];
    const [first] = findings;
    if (first !== undefined) return fail(first.error, { findings });
    const next = entriesAfter(add, remove);
    const result = await changeEntries(context, bankId, { name, kind, isNew: false, next });
    if (!result.ok) return result;
    return ok({ body: toListResponse(result.value ?? before) });
  };
  return implementRest(changeList, run, {
    secondPerson: (context, { params: { name }, body: { add = [], remove = [] } }) =>
      listChange(context, { banks, readListUse }, name, entriesAfter(add, remove)),
  });
}

function entriesAfter(add: readonly string[], remove: readonly string[]) {
  const removals = new Set(remove);
  return (entries: ReadonlySet<string>) => new Set([...entries, ...add].filter((entry) => !removals.has(entry)));
}
