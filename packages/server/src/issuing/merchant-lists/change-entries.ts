import {
  type BodyError,
  CONDITION_FIELDS,
  type Finding,
  type ListKind,
  MAX_LIST_ENTRIES,
  type MerchantListSummary,
} from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import { beginEdition } from './edition-store.ts';
import { type ListRow, readEntries, writeList } from './merchant-list-store.ts';

/** The maximum number of findings in an answer. A list of the wrong kind would have a finding for every entry. */
const MAX_FINDINGS = 100;

/** Finds entries that do not match the kind of the list. */
export function entryFaults(kind: ListKind, entries: readonly string[], path: string): Finding<BodyError>[] {
  const { pattern, expects } = CONDITION_FIELDS[kind].kind;
  const isEntry = new RegExp(pattern);
  return entries
    .flatMap((entry, at): Finding<BodyError>[] =>
      isEntry.test(entry) ? [] : [{ path: `${path}[${at}]`, error: 'wrong_format', message: `must be ${expects}` }],
    )
    .slice(0, MAX_FINDINGS);
}

export interface RequestedEntries {
  readonly name: string;
  readonly kind: ListKind;
  readonly isNew: boolean;
  /** Computes the new entries of the list from its current ones. */
  readonly next: (before: ReadonlySet<string>) => ReadonlySet<string>;
}

/**
 * Changes the entries of a list in a new edition; without a change, the edition stays. The caller holds the lock of the
 * edition.
 */
export async function changeEntries(
  { tx, now, caller, audit }: OperationContext,
  bankId: string,
  { name, kind, isNew, next }: RequestedEntries,
): Promise<Success<ListRow | undefined> | Failure<'state_forbids'>> {
  const before = new Set(await readEntries(tx, bankId, name));
  const after = next(before);
  if (after.size > MAX_LIST_ENTRIES) {
    return fail('state_forbids', { message: `A list holds at most ${MAX_LIST_ENTRIES} entries` });
  }
  const additions = [...after].filter((entry) => !before.has(entry));
  const removals = [...before].filter((entry) => !after.has(entry));
  const subject = `merchant-list:${name}`;
  if (!isNew && additions.length === 0 && removals.length === 0) {
    audit(bankId, subject, 'list as before');
    return ok(undefined);
  }
  const edition = await beginEdition(tx, bankId, now);
  const change = { name, kind, added: additions, removed: removals, count: after.size };
  const row = await writeList(tx, bankId, change, { edition, now, by: caller.clientId });
  const details = { added: additions.length, removed: removals.length, edition: String(edition) };
  audit(bankId, subject, isNew ? 'list made' : 'list changed', details, {
    before: isNew ? null : { entries: before.size },
    after: { entries: after.size, edition: String(edition) },
    event: () => ({
      object: { kind: 'list', id: name, version: Number(edition) },
      before: isNew ? null : { count: before.size },
      after: isNew ? toListResponse(row) : { count: after.size },
    }),
  });
  return ok(row);
}

export function toListResponse(row: ListRow): MerchantListSummary {
  return {
    name: row.name,
    kind: row.kind,
    count: row.entry_count,
    edition: Number(row.edition),
    changed_at: row.changed_at.toISOString(),
    changed_by: row.changed_by,
  };
}
