import { auditKeys, type KeyDeps, keyName } from './begin-rotation.ts';
import { setStopped } from './rotation-store.ts';

/** Stops or resumes every unfinished rotation and returns them. Running batches finish. */
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
