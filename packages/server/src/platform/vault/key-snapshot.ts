import { requireValue } from '../kernel/required.ts';
import { OTHER_KEYS } from './first-keys.ts';
import { contentKeyContext, dataKeyContext, markOf } from './key-marks.ts';
import type { KeyRow } from './key-store.ts';
import type { RootKeys } from './read-key-file.ts';
import { HashingKey, SealingKey } from './seal.ts';

/** The keys at one moment: the rows of the database, and the keys opened from them. */
export interface KeySnapshot {
  readonly rows: readonly KeyRow[];
  /** The keys of the file that belong to this database, in any state. */
  readonly masters: ReadonlyMap<number, SealingKey>;
  readonly lookups: ReadonlyMap<number, HashingKey>;
  readonly dataKeys: ReadonlyMap<number, SealingKey>;
  /** Content keys that are not destroyed. */
  readonly contents: ReadonlyMap<number, HashingKey>;
  /**
   * Versions that the hashes of rows may have, also those that another server writes next; the one for new hashes comes
   * first.
   */
  readonly contentsInUse: readonly [number, ...number[]];
  /** Version of the content key that new hashes are made under. */
  readonly hashing: number;
  /** Versions that card numbers are stored under; the one for new numbers comes first. */
  readonly lookupsInForce: readonly number[];
  readonly activeMaster: number;
  /** Version of the data key that new values are sealed under. */
  readonly sealing: number;
  /** What is missing or wrong, for the operator who can repair it. */
  readonly problem: string | undefined;
}

/**
 * Opens all keys that the key file can open. Keys opened `before` stay open, because a version never gets another key.
 */
export function openKeys(rows: readonly KeyRow[], keys: RootKeys, before: KeySnapshot | undefined): KeySnapshot {
  const problems: string[] = [];
  const masters = ownKeys(rows, 'MASTER', keys, before?.masters, problems);
  const lookups = ownKeys(rows, 'LOOKUP', keys, before?.lookups, problems);
  const dataKeys = new Map(before?.dataKeys);
  const contents = new Map<number, HashingKey>();
  for (const row of rows) {
    const master = masters.get(row.master_version ?? 0);
    if (row.kind === 'DATA' && !dataKeys.has(row.key_version)) {
      const key = unwrap(row, master, dataKeyContext(row.key_version), problems);
      if (key !== undefined) dataKeys.set(row.key_version, new SealingKey(key));
    } else if (row.kind === 'CONTENT' && row.state !== 'RETIRED') {
      const key = before?.contents.get(row.key_version) ?? contentKey(row, master, problems);
      if (key !== undefined) contents.set(row.key_version, key);
    }
  }
  const active = requireValue(versionsOf(rows, 'DATA', 'ACTIVE')[0], 'the active data key');
  return {
    rows,
    masters,
    lookups,
    dataKeys,
    ...hashingOf(rows, contents, before),
    lookupsInForce: [...versionsOf(rows, 'LOOKUP', 'ACTIVE'), ...versionsOf(rows, 'LOOKUP', 'RETIRING')],
    activeMaster: requireValue(versionsOf(rows, 'MASTER', 'ACTIVE')[0], 'the active master key'),
    sealing: dataKeys.has(active) || before === undefined ? active : before.sealing,
    problem: problems[0],
  };
}

function hashingOf(
  rows: readonly KeyRow[],
  contents: ReadonlyMap<number, HashingKey>,
  before: KeySnapshot | undefined,
): Pick<KeySnapshot, 'contents' | 'contentsInUse' | 'hashing'> {
  const inForce = requireValue(versionsOf(rows, 'CONTENT', 'ACTIVE')[0], 'the content key in force');
  const hashing = contents.has(inForce) || before === undefined ? inForce : before.hashing;
  // a server that does not know yet that its newest key is in force still finds what others store under it
  const coming = versionsOf(rows, 'CONTENT', 'NEW').filter((version) => contents.has(version));
  const others = new Set([inForce, ...versionsOf(rows, 'CONTENT', 'RETIRING'), ...coming]);
  others.delete(hashing);
  return { contents, contentsInUse: [hashing, ...others], hashing };
}

export function versionsOf(rows: readonly KeyRow[], kind: KeyRow['kind'], state: KeyRow['state']): number[] {
  return rows.filter((row) => row.kind === kind && row.state === state).map((row) => row.key_version);
}

/** The file's keys that match the marks in the database. Active keys must be present. */
function ownKeys<K extends 'MASTER' | 'LOOKUP'>(
  rows: readonly KeyRow[],
  kind: K,
  keys: RootKeys,
  before: ReadonlyMap<number, SealingKey | HashingKey> | undefined,
  problems: string[],
): Map<number, K extends 'MASTER' ? SealingKey : HashingKey> {
  const inFile: ReadonlyMap<number, SealingKey | HashingKey> = kind === 'MASTER' ? keys.masters : keys.lookups;
  const own = new Map<number, SealingKey | HashingKey>();
  const name = `${kind === 'MASTER' ? 'master' : 'lookup'} key of version`;
  for (const row of rows.filter((candidate) => candidate.kind === kind && candidate.state !== 'RETIRED')) {
    const version = row.key_version;
    const key = inFile.get(version);
    const isOwn = key !== undefined && markOf(key, version).equals(row.bytes);
    // a running server keeps its key if the file is damaged; at a start there is no earlier key
    const material = isOwn ? key : before?.get(version);
    if (material !== undefined) own.set(version, material);
    if (isOwn) continue;
    const file = keys.path ?? 'the key file';
    if (key !== undefined) problems.push(`${OTHER_KEYS} (the ${name} ${version} in ${file} differs)`);
    else if (row.state !== 'NEW')
      problems.push(`CARDWRIGHT_KEY_FILE: ${file} has no ${name} ${version}, which this database needs: ${REMEDY}`);
  }
  return own as Map<number, K extends 'MASTER' ? SealingKey : HashingKey>;
}

const REMEDY =
  'put the newest key file there: the one from the server where "keys rotate" ran, or for a restored backup the one from the time of the backup';

function contentKey(row: KeyRow, master: SealingKey | undefined, problems: string[]): HashingKey | undefined {
  const key = unwrap(row, master, contentKeyContext(row.key_version), problems);
  return key === undefined ? undefined : new HashingKey(key);
}

function unwrap(row: KeyRow, master: SealingKey | undefined, context: string, problems: string[]): Buffer | undefined {
  // the missing master key was reported already
  if (master === undefined) return undefined;
  try {
    return master.open(row.bytes, context);
  } catch {
    const what = `${row.kind.toLowerCase()} key of version ${row.key_version}`;
    problems.push(`${OTHER_KEYS} (the ${what} does not open under master key ${row.master_version})`);
    return undefined;
  }
}
