import type { Configuration } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { type ListRow, readEntries } from '../merchant-lists/index.ts';
import type { ConfigurationStep } from './configuration-step.ts';

type Requested = NonNullable<Configuration['merchant_lists']>;

/** The maximum number of entries that a plan shows as added, and as removed. */
const MAX_DISPLAYED = 100;

/** Compares lists. A list that the configuration does not name remains, because lists cannot be deleted. */
export async function listSteps(
  tx: Tx,
  bankId: string,
  requested: Requested,
  stored: readonly ListRow[],
): Promise<ConfigurationStep[]> {
  const steps: ConfigurationStep[] = [];
  for (const [at, { name, kind, entries }] of requested.entries()) {
    const row = stored.find((one) => one.name === name);
    if (row?.kind === kind && entries === undefined) continue;
    const before = new Set(row === undefined ? [] : await readEntries(tx, bankId, name));
    const after = new Set(entries);
    const added = [...after].filter((entry) => !before.has(entry));
    const removed = [...before].filter((entry) => !after.has(entry));
    if (row?.kind === kind && added.length === 0 && removed.length === 0) continue;
    const content = { kind, entries: entries ?? [] };
    const changed = { added: added.slice(0, MAX_DISPLAYED), removed: removed.slice(0, MAX_DISPLAYED) };
    steps.push({
      kind: 'merchant_list',
      name,
      action: row === undefined ? 'CREATE' : 'CHANGE',
      before: row === undefined ? null : { kind: row.kind, entries: before.size },
      after: { kind, entries: after.size, ...changed },
      path: `merchant_lists[${at}]`,
      version: String(row?.edition ?? 0),
      content: { kind, entries: [...after].sort() },
      calls: [() => ({ operation: 'merchant-lists.replace-list', params: { name }, body: content })],
    });
  }
  const others = stored.filter(({ name }) => !requested.some((one) => one.name === name));
  for (const { name, kind, entry_count: entries, edition } of others) {
    const before = { kind, entries };
    const [path, version] = ['merchant_lists', String(edition)];
    steps.push({ kind: 'merchant_list', name, action: 'KEEP', before, after: null, path, version, calls: [] });
  }
  return steps;
}
