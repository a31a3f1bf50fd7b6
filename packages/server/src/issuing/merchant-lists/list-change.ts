import type { OperationContext, SecondPersonChange } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { lockEdition } from './edition-store.ts';
import { findList, readEntries } from './merchant-list-store.ts';

/**
 * Returns whether a live rule or a promise reads a list, or only limits of programs. It is a parameter, because rules
 * and programs are layers above lists.
 */
export type ReadListUse = (
  tx: Tx,
  bankId: string,
  list: string,
  now: Date,
) => Promise<'RULE_OR_PROMISE' | 'LIMIT' | undefined>;

/** The maximum number of entries that a change request shows as added, and as removed. */
const MAX_DISPLAYED = 100;

/** Returns the change of a list that decisions or promises read. Undefined for other lists, and if nothing changes. */
export async function listChange(
  { tx, caller, now }: OperationContext,
  { banks, readListUse }: { readonly banks: BankDirectory; readonly readListUse: ReadListUse },
  name: string,
  next: (before: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<SecondPersonChange | undefined> {
  const calling = bankOfCaller(caller, banks);
  if (!calling.ok) return undefined;
  const { bankId } = calling.value;
  await lockEdition(tx, bankId);
  const list = await findList(tx, bankId, name);
  const use = list && (await readListUse(tx, bankId, name, now));
  if (list === undefined || use === undefined) return undefined;
  const before = new Set(await readEntries(tx, bankId, name));
  const after = next(before);
  const additions = [...after].filter((entry) => !before.has(entry));
  const removals = [...before].filter((entry) => !after.has(entry));
  if (additions.length === 0 && removals.length === 0) return undefined;
  return {
    kinds: ['list.change'],
    ...(use === 'LIMIT' && { onlyForPromises: true }),
    subject: `merchant-list:${name}`,
    version: String(list.edition),
    display: {
      before: { entries: before.size },
      after: {
        entries: after.size,
        added: additions.slice(0, MAX_DISPLAYED),
        removed: removals.slice(0, MAX_DISPLAYED),
      },
    },
  };
}
