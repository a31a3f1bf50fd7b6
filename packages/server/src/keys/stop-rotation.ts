import { auditKeys, type KeyDeps, keyName } from './begin-rotation.ts';
import { setStopped } from './rotation-store.ts';

/** Stops or resumes every rotation that is not done; the batches under way are finished. Gives what that was. */
export function stopRotations(
  { database, by }: Pick<KeyDeps, 'database' | 'by'>,
  isStopped: boolean,
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const changed = (await setStopped(tx, isStopped)).map(({ kind, key_version }) => keyName(kind, key_version));
    for (const subject of changed) {
      const change = { before: { stopped: !isStopped }, after: { stopped: isStopped } };
      await auditKeys(tx, by, {
        operation: 'keys.rotate',
        subject,
        outcome: isStopped ? 'STOPPED' : 'RESUMED',
        change,
      });
    }
    return { commit: true, result: changed };
  });
}
