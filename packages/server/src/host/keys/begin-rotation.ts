import { randomBytes } from 'node:crypto';
import { type AuditEntry, OPERATOR_LOG, writeAudit } from '../../platform/audit/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import type { Database, Tx } from '../../platform/storage/index.ts';
import {
  addRootKey,
  contentKeyContext,
  dataKeyContext,
  insertContentKey,
  insertDataKey,
  insertRootKey,
  type KeyRow,
  lockKeys,
  markOf,
  readKeyFile,
  readKeys,
  type Vault,
} from '../../platform/vault/index.ts';
import { tablesOf } from './rewrite-batch.ts';
import { addTables, insertRotation, type RotationKind, readRotations } from './rotation-store.ts';

/** The actor of a key change, for the operator's audit log. */
export interface KeyActor {
  readonly actor: string;
  readonly requestId: string;
  readonly now: () => Date;
}

export interface KeyDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly by: KeyActor;
}

export function auditKeys(
  tx: Tx,
  { actor, requestId, now }: KeyActor,
  entry: Pick<AuditEntry, 'operation' | 'subject' | 'outcome' | 'details' | 'change'>,
): Promise<void> {
  return writeAudit(tx, OPERATOR_LOG, now(), { actor, requestId, ...entry });
}

/**
 * Creates a new key that the database knows but does not use yet. A root key is on disk before the database knows it.
 * After a crash between the two steps, the file has an unused key, which the next rotation uses.
 */
export async function beginRotation(deps: KeyDeps, kind: RotationKind): Promise<number> {
  const { database, vault, by } = deps;
  await refuseSecond(database, kind);
  const keys = await readKeys(database);
  const version = Math.max(...keys.filter((row) => row.kind === kind).map((row) => row.key_version)) + 1;
  const isInFile = kind === 'MASTER' || kind === 'LOOKUP';
  const mark = isInFile ? await newRootKey(vault, kind, version, keys) : undefined;
  await database.transaction(async (tx) => {
    await lockKeys(tx);
    await refuseSecond(tx, kind);
    if (kind === 'DATA') await insertDataKey(tx, 'NEW', await wrapNewKey(tx, vault, version, dataKeyContext(version)));
    else if (kind === 'CONTENT')
      await insertContentKey(tx, 'NEW', await wrapNewKey(tx, vault, version, contentKeyContext(version)));
    else
      await insertRootKey(tx, {
        kind,
        version,
        state: 'NEW',
        mark: requireValue(mark, 'the mark of the new root key'),
      });
    await insertRotation(tx, kind, version);
    await addTables(tx, { kind, key_version: version }, tablesOf(kind));
    const change = { before: null, after: { [String(version)]: 'NEW' } };
    await auditKeys(tx, by, { operation: 'keys.rotate', subject: keyName(kind, version), outcome: 'BEGUN', change });
    return { commit: true, result: undefined };
  });
  await vault.ring.reread();
  return version;
}

export function keyName(kind: RotationKind, version: number): string {
  return `${kind.toLowerCase()}-key:${version}`;
}

async function refuseSecond(tx: Tx, kind: RotationKind): Promise<void> {
  const unfinished = (await readRotations(tx)).find((row) => row.kind === kind && row.state !== 'DONE');
  if (unfinished === undefined) return;
  const hint = unfinished.is_stopped
    ? 'it is stopped: run "cardwright keys rotate --resume"'
    : 'see "cardwright keys status"';
  throw new Error(`a rotation to ${kind.toLowerCase()} key ${unfinished.key_version} is not finished yet; ${hint}`);
}

async function newRootKey(
  vault: Vault,
  kind: 'MASTER' | 'LOOKUP',
  version: number,
  rows: readonly KeyRow[],
): Promise<Buffer> {
  const { path, problem } = vault.ring.source();
  if (path === undefined) throw new Error('these keys were not read from a file, so no key can be added');
  if (problem !== undefined) throw new Error(problem);
  await refuseOldCopy(path, kind, rows);
  await addRootKey(path, kind === 'MASTER' ? 'master' : 'lookup', version);
  const keys = await readKeyFile(path);
  return markOf(
    requireValue(
      (kind === 'MASTER' ? keys.masters : keys.lookups).get(version),
      'the key that was just added to the file',
    ),
    version,
  );
}

/** Refuses an outdated copy of the key file. Adding a key to it would leave two different files to merge by hand. */
async function refuseOldCopy(path: string, kind: 'MASTER' | 'LOOKUP', rows: readonly KeyRow[]): Promise<void> {
  const keys = await readKeyFile(path);
  for (const row of rows.filter(({ state }) => state === 'NEW' || state === 'ACTIVE')) {
    if (row.kind !== 'MASTER' && row.kind !== 'LOOKUP') continue;
    if ((row.kind === 'MASTER' ? keys.masters : keys.lookups).has(row.key_version)) continue;
    const missing = `${row.kind.toLowerCase()} key ${row.key_version}`;
    throw new Error(
      `${path} has no ${missing}: put the newest key file there before a ${kind.toLowerCase()} key is added`,
    );
  }
}

async function wrapNewKey(tx: Tx, vault: Vault, version: number, context: string) {
  const { activeMaster, masters } = await vault.ring.refresh(tx);
  const master = masters.get(activeMaster);
  if (master === undefined) throw new Error(`there is no master key of version ${activeMaster} here`);
  return { version, masterVersion: activeMaster, wrapped: master.seal(randomBytes(32), context) };
}
