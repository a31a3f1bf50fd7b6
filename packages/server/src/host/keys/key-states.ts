import { listSigningKeys, lockSigningKeys, rewrapSigningKey, tokenKeyContext } from '../../platform/access/index.ts';
import { changeOf } from '../../platform/audit/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import type { Tx } from '../../platform/storage/index.ts';
import {
  activateContentKey,
  contentKeyContext,
  dataKeyContext,
  type KeyRow,
  lockKeys,
  readKeys,
  rewrapContentKey,
  rewrapDataKey,
  type SealingKey,
  setDataKeyState,
  setRootKeyState,
  versionsOf,
} from '../../platform/vault/index.ts';
import { auditKeys, type KeyDeps, keyName } from './begin-rotation.ts';
import { lockRotation, type Rotation, setRotationState } from './rotation-store.ts';

/** Locks out concurrent writes that depend on the active key during a transition. */
function underLock(
  { database, vault, by }: KeyDeps,
  rotation: Rotation,
  change: (tx: Tx, rows: KeyRow[]) => Promise<{ state: Rotation['state']; outcome: string }>,
): Promise<void> {
  return database
    .transaction(async (tx) => {
      await lockKeys(tx);
      if ((await lockRotation(tx, rotation)) === undefined) return { commit: false, result: undefined };
      const before = await readKeys(tx);
      const { state, outcome } = await change(tx, before);
      await setRotationState(tx, rotation, state);
      const { kind, key_version: version } = rotation;
      await auditKeys(tx, by, {
        operation: 'keys.rotate',
        subject: keyName(kind, version),
        outcome,
        change: changeOf(statesOf(before, kind), statesOf(await readKeys(tx), kind)),
      });
      return { commit: true, result: undefined };
    })
    .then(async () => {
      await vault.ring.refresh();
    });
}

/** Returns the state of each version. */
function statesOf(rows: readonly KeyRow[], kind: Rotation['kind']): Record<string, string> {
  const own = rows.filter((row) => row.kind === kind);
  return Object.fromEntries(own.map((row) => [String(row.key_version), row.state]));
}

/** Activates the new key, which then seals or hashes values. The old key only opens or finds stored values. */
export function activateKey(deps: KeyDeps, rotation: Rotation): Promise<void> {
  const { kind, key_version: version } = rotation;
  return underLock(deps, rotation, async (tx, rows) => {
    if (kind === 'MASTER') {
      await rewrap(tx, deps, version, rows);
      return { state: 'DONE', outcome: 'DONE' };
    }
    if (kind === 'CONTENT') {
      await activateContentKey(tx, version, deps.by.now());
      return { state: 'RUNNING', outcome: 'IN_FORCE' };
    }
    for (const old of versionsOf(rows, kind, 'ACTIVE')) await setState(tx, kind, old, 'RETIRING');
    await setState(tx, kind, version, 'ACTIVE');
    return { state: 'RUNNING', outcome: 'IN_FORCE' };
  });
}

/**
 * Retires the older keys, which no row uses any more. Older content keys stay until no request that they hashed can be
 * repeated, because their rows still need them.
 */
export function retireOldKeys(deps: KeyDeps, rotation: Rotation): Promise<void> {
  const { kind } = rotation;
  return underLock(deps, rotation, async (tx, rows) => {
    if (kind === 'CONTENT') return { state: 'DONE', outcome: 'DONE' };
    for (const old of versionsOf(rows, kind, 'RETIRING')) await setState(tx, kind, old, 'RETIRED');
    return { state: 'DONE', outcome: 'DONE' };
  });
}

async function setState(
  tx: Tx,
  kind: 'DATA' | 'LOOKUP' | 'MASTER',
  version: number,
  state: KeyRow['state'],
): Promise<void> {
  if (kind === 'DATA') await setDataKeyState(tx, version, state);
  else await setRootKeyState(tx, kind, version, state);
}

/** Rewraps and reseals everything under the new master key, in the transaction that activates it. There are few rows. */
async function rewrap(tx: Tx, { vault }: KeyDeps, version: number, rows: readonly KeyRow[]): Promise<void> {
  const { masters } = vault.ring.now();
  const master = masterKey(masters, version);
  for (const row of rows) {
    if (row.kind !== 'DATA' && row.kind !== 'CONTENT') continue;
    if (row.kind === 'CONTENT' && row.state === 'RETIRED') continue;
    const context = row.kind === 'DATA' ? dataKeyContext(row.key_version) : contentKeyContext(row.key_version);
    const wrapped = master.seal(masterKey(masters, row.master_version).open(row.bytes, context), context);
    const rewrapped = { version: row.key_version, masterVersion: version, wrapped };
    await (row.kind === 'DATA' ? rewrapDataKey : rewrapContentKey)(tx, rewrapped);
  }
  await rewrapSigningKeys(tx, masters, version);
  for (const old of versionsOf(rows, 'MASTER', 'ACTIVE')) await setRootKeyState(tx, 'MASTER', old, 'RETIRED');
  await setRootKeyState(tx, 'MASTER', version, 'ACTIVE');
}

function masterKey(masters: ReadonlyMap<number, SealingKey>, version: number | null): SealingKey {
  return requireValue(version === null ? undefined : masters.get(version), `the master key of version ${version}`);
}

async function rewrapSigningKeys(tx: Tx, masters: ReadonlyMap<number, SealingKey>, version: number): Promise<void> {
  await lockSigningKeys(tx);
  for (const { kid, sealed, masterVersion } of await listSigningKeys(tx)) {
    const opened = tryOpen(masters.get(masterVersion), sealed, tokenKeyContext(kid));
    if (opened === undefined) continue;
    const rewrapped = masterKey(masters, version).seal(opened, tokenKeyContext(kid));
    await rewrapSigningKey(tx, { kid, sealed: rewrapped, masterVersion: version });
  }
}

/** Returns undefined if this master key did not make the value. Such a value is foreign and must not become valid. */
function tryOpen(master: SealingKey | undefined, sealed: Buffer, context: string): Buffer | undefined {
  try {
    return master?.open(sealed, context);
  } catch {
    return undefined;
  }
}
