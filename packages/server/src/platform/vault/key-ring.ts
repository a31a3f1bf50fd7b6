import { stat } from 'node:fs/promises';
import type { Database, Tx } from '../storage/index.ts';
import { settleFirstKeys } from './first-keys.ts';
import { type KeySnapshot, openKeys } from './key-snapshot.ts';
import { type KeyRow, type KeyState, readKeys } from './key-store.ts';
import { type RootKeys, readKeyFile } from './read-key-file.ts';
import type { HashingKey, SealingKey } from './seal.ts';

/** Another server activated a key that this one does not have yet. A retry succeeds once it has the key. */
export class KeyMissing extends Error {
  readonly code = 'KEY_MISSING';
}

/** The keys in memory, kept up to date while the server runs. */
export interface KeyRing {
  /** The current keys; a new object after each change. */
  now(): KeySnapshot;
  /**
   * Reads the keys from the database, in the caller's transaction if there is one, and returns the keys that this
   * transaction sees.
   */
  refresh(tx?: Tx): Promise<KeySnapshot>;
  /** Reads the key file again if it changed, and then the keys from the database. */
  reread(): Promise<void>;
  dataKey(version: number): SealingKey;
  lookupKey(version: number): HashingKey;
  /** Undefined if the key was destroyed. */
  contentKey(version: number): HashingKey | undefined;
  /** The path of the key file, and its problem if there is one. */
  source(): { readonly path: string | undefined; readonly problem: string | undefined };
}

/** Throws an error for the operator if the keys do not belong to this database, or an active one is missing. */
export async function openKeyRing(database: Database, rootKeys: RootKeys): Promise<KeyRing> {
  let keys = rootKeys;
  let fileMark = await markOfFile(rootKeys.path);
  const rows = await database.transaction(async (tx) => ({
    commit: true,
    result: await settleFirstKeys(tx, rootKeys),
  }));
  let snapshot = openKeys(rows, keys, undefined);
  if (snapshot.problem !== undefined) throw new Error(snapshot.problem);
  let fileProblem: string | undefined;

  const take = (rows: readonly KeyRow[]): KeySnapshot => {
    const opened = openKeys(rows, keys, snapshot);
    const next = { ...opened, problem: fileProblem ?? opened.problem };
    // of two concurrent refreshes, the one with older data must not win
    if (progressOf(rows) >= progressOf(snapshot.rows)) snapshot = next;
    return next;
  };
  const refresh = async (tx: Tx = database): Promise<KeySnapshot> => {
    const rows = await readKeys(tx);
    return isSame(rows, snapshot.rows) ? snapshot : take(rows);
  };
  return {
    now: () => snapshot,
    refresh,
    async reread() {
      const mark = await markOfFile(rootKeys.path);
      if (mark !== fileMark || fileProblem !== undefined) {
        try {
          keys = rootKeys.path === undefined ? keys : await readKeyFile(rootKeys.path);
          fileProblem = undefined;
        } catch (error) {
          fileProblem = (error as Error).message;
        }
        fileMark = mark;
        take(await readKeys(database));
      } else await refresh();
    },
    dataKey(version) {
      const key = snapshot.dataKeys.get(version);
      if (key !== undefined) return key;
      // a later call finds the key
      void refresh().catch(() => {});
      throw new KeyMissing(`there is no data key of version ${version}`);
    },
    lookupKey(version) {
      const key = snapshot.lookups.get(version);
      if (key === undefined) throw new KeyMissing(`there is no lookup key of version ${version}`);
      return key;
    },
    contentKey(version) {
      const key = snapshot.contents.get(version);
      const isDestroyed = ({ kind, key_version, state }: KeyRow) =>
        kind === 'CONTENT' && key_version === version && state === 'RETIRED';
      if (key !== undefined || snapshot.rows.some(isDestroyed)) return key;
      // a later call finds the key
      void refresh().catch(() => {});
      throw new KeyMissing(`there is no content key of version ${version}`);
    },
    source: () => ({ path: rootKeys.path, problem: snapshot.problem }),
  };
}

/** Changes whenever the file is replaced or written; undefined while it cannot be read. */
async function markOfFile(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

function isSame(one: readonly KeyRow[], other: readonly KeyRow[]): boolean {
  const mark = (row: KeyRow) => `${row.kind} ${row.key_version} ${row.state} ${row.master_version}`;
  return one.length === other.length && one.every((row, at) => mark(row) === mark(other[at]!));
}

const STATES: readonly KeyState[] = ['NEW', 'ACTIVE', 'RETIRING', 'RETIRED'];

/** Grows with every change: keys are only added, and their states and master versions only go forward. */
function progressOf(rows: readonly KeyRow[]): number {
  return rows.reduce((sum, row) => sum + 1 + STATES.indexOf(row.state) + (row.master_version ?? 0), 0);
}
