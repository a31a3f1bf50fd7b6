import type { OperationContext, SecondPersonChange } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { lockEdition } from './edition-store.ts';
import { findList, readEntries } from './merchant-list-store.ts';

/** Whether a live rule of the bank reads the list. A parameter, because rules are a layer above lists. */
export type IsReadByLiveRule = (tx: Tx, bankId: string, list: string) => Promise<boolean>;

/** Most entries that a change request shows as added, and as removed. */
const MAX_DISPLAYED = 100;

/** The change of a list that a live rule reads. Undefined for other lists, and if nothing changes. */
export async function listChange(
  { tx, caller }: OperationContext,
  { banks, isReadByLiveRule }: { readonly banks: BankDirectory; readonly isReadByLiveRule: IsReadByLiveRule },
  name: string,
  next: (before: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<SecondPersonChange | undefined> {
  const calling = bankOfCaller(caller, banks);
  if (!calling.ok) return undefined;
  const { bankId } = calling.value;
  await lockEdition(tx, bankId);
  const list = await findList(tx, bankId, name);
  if (list === undefined || !(await isReadByLiveRule(tx, bankId, name))) return undefined;
  const before = new Set(await readEntries(tx, bankId, name));
  const after = next(before);
  const additions = [...after].filter((entry) => !before.has(entry));
  const removals = [...before].filter((entry) => !after.has(entry));
  if (additions.length === 0 && removals.length === 0) return undefined;
  return {
    kinds: ['list.change'],
    subject: `merchant-list:${name}`,
    version: String(list.edition),
    display: {
      before: { kind: list.kind, entries: before.size },
      after: {
        entries: after.size,
        added: additions.slice(0, MAX_DISPLAYED),
        removed: removals.slice(0, MAX_DISPLAYED),
      },
    },
  };
}
