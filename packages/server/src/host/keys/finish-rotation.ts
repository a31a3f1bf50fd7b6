import { type RootKeyKind, readKeyFile, readKeys, removeRootKeys } from '../../platform/vault/index.ts';
import { auditKeys, type KeyDeps } from './begin-rotation.ts';

/** Removes from the key file the keys that the database has retired. Returns the removed versions. */
export async function removeRetiredKeys({ database, vault, by }: KeyDeps): Promise<Record<RootKeyKind, number[]>> {
  const { path } = vault.ring.source();
  if (path === undefined) throw new Error('these keys were not read from a file, so none can be removed');
  const retired = (await readKeys(database)).filter((row) => row.state === 'RETIRED');
  const { masters, lookups } = await readKeyFile(path);
  const removedVersions = (kind: 'MASTER' | 'LOOKUP', inFile: ReadonlyMap<number, unknown>) =>
    retired.filter((row) => row.kind === kind && inFile.has(row.key_version)).map((row) => row.key_version);
  const removed = { master: removedVersions('MASTER', masters), lookup: removedVersions('LOOKUP', lookups) };
  if (removed.master.length + removed.lookup.length === 0) return removed;
  await removeRootKeys(path, removed);
  await database.transaction(async (tx) => {
    const remainingVersions = (versions: Iterable<number>, removed: readonly number[]) =>
      [...versions].filter((version) => !removed.includes(version));
    await auditKeys(tx, by, {
      operation: 'keys.finish',
      subject: `key-file:${path}`,
      outcome: 'REMOVED',
      details: removed,
      change: {
        before: { master: [...masters.keys()], lookup: [...lookups.keys()] },
        after: {
          master: remainingVersions(masters.keys(), removed.master),
          lookup: remainingVersions(lookups.keys(), removed.lookup),
        },
      },
    });
    return { commit: true, result: undefined };
  });
  await vault.ring.reread();
  return removed;
}
