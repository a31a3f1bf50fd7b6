import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, link, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { judgeKeys, KEY_BYTES, type KeyJudgement, type NamedKey, newKey, newSandboxKey } from './root-key.ts';
import { HashingKey, SealingKey } from './seal.ts';

/**
 * The content of the key file. The newest version of a key is not necessarily active: the database decides which is.
 */
export interface RootKeys {
  /** The file they were read from, so that they can be read again; undefined for keys without a file. */
  readonly path: string | undefined;
  readonly masters: ReadonlyMap<number, SealingKey>;
  readonly lookups: ReadonlyMap<number, HashingKey>;
}

export type RootKeyKind = 'master' | 'lookup';

/** Keys as the file has them: base64, by version. */
type Written = Record<RootKeyKind, Record<string, string>>;

const HIGHEST_VERSION = 32_767;
const HOW_TO_MAKE_ONE = '"cardwright keys generate" makes one';

/**
 * Reads `{"master": {"1": "<base64, 32 bytes>"}, "lookup": {...}}`. A plain string instead of versions is version 1.
 */
export async function readKeyFile(path: string): Promise<RootKeys> {
  const written = await readWritten(path);
  const keys = (kind: RootKeyKind) =>
    Object.entries(written[kind]).map(([version, key]) => [Number(version), Buffer.from(key, 'base64')] as const);
  return {
    path,
    masters: new Map(keys('master').map(([version, key]) => [version, new SealingKey(key)])),
    lookups: new Map(keys('lookup').map(([version, key]) => [version, new HashingKey(key)])),
  };
}

async function readWritten(path: string): Promise<Written> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const hint = error.code === 'ENOENT' ? `; put the key file there, or ${HOW_TO_MAKE_ONE} for a new database` : '';
    throw new Error(`CARDWRIGHT_KEY_FILE: cannot read ${path}: ${error.message}${hint}`);
  });
  await refuseOpenFile(path);
  const parsed = parse(path, text);
  const unknown = Object.keys(parsed).find((name) => name !== 'master' && name !== 'lookup');
  if (unknown !== undefined) throw new Error(`CARDWRIGHT_KEY_FILE: ${path} knows "master" and "lookup" only`);
  return { master: versionsOf(path, 'master', parsed.master), lookup: versionsOf(path, 'lookup', parsed.lookup) };
}

/** Only the owner and a group may have access: some systems mount secrets readable by a group. */
async function refuseOpenFile(path: string): Promise<void> {
  const mode = (await stat(path)).mode & 0o777;
  if ((mode & 0o027) === 0) return;
  const octal = mode.toString(8).padStart(4, '0');
  throw new Error(`CARDWRIGHT_KEY_FILE: ${path} has mode ${octal}, so others can access the keys: chmod 600 ${path}`);
}

function parse(path: string, text: string): { master?: unknown; lookup?: unknown } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // the parser's message is dropped: it quotes the text around the error, which is part of a key
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new Error(`CARDWRIGHT_KEY_FILE: ${path} is not a JSON object; was it truncated? Restore your copy`);
}

function versionsOf(path: string, kind: RootKeyKind, value: unknown): Record<string, string> {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries: [string, unknown][] = isMap ? Object.entries(value) : [['1', value]];
  if (entries.length === 0) throw new Error(`CARDWRIGHT_KEY_FILE: ${path} has no "${kind}" key`);
  const versions: Record<string, string> = {};
  for (const [version, key] of entries) {
    if (!/^[1-9]\d{0,4}$/.test(version) || Number(version) > HIGHEST_VERSION) {
      throw new Error(`CARDWRIGHT_KEY_FILE: ${path}: versions of "${kind}" must be from "1" to "${HIGHEST_VERSION}"`);
    }
    if (typeof key !== 'string' || Buffer.from(key, 'base64').length !== KEY_BYTES) {
      const name = isMap ? `"${kind}" version ${version}` : `"${kind}"`;
      throw new Error(`CARDWRIGHT_KEY_FILE: ${path} needs ${name}, ${KEY_BYTES} bytes in base64`);
    }
    versions[version] = key;
  }
  return versions;
}

/** What production has to know about the keys of a file (docs/operating.md#sandbox-and-production). */
export async function judgeKeyFile(path: string): Promise<KeyJudgement> {
  return judgeKeys(listKeys(await readWritten(path)));
}

function listKeys(written: Written): NamedKey[] {
  return (['master', 'lookup'] as const).flatMap((kind) =>
    Object.entries(written[kind]).map(([version, key]) => ({
      name: `"${kind}" version ${version}`,
      bytes: Buffer.from(key, 'base64'),
    })),
  );
}

/** The sandbox's own keys, made on the first start. When several servers start at once, the first file stays. */
export async function sandboxKeys(dataDir: string): Promise<RootKeys> {
  const path = sandboxKeyFile(dataDir);
  if (!existsSync(path)) await writeNewKeyFile(path, newSandboxKey);
  return await readKeyFile(path);
}

export function sandboxKeyFile(dataDir: string): string {
  return join(dataDir, 'sandbox-keys.json');
}

/** Makes a key file. An existing one is never replaced, because lost keys cannot be restored. */
export async function generateKeyFile(path: string): Promise<void> {
  if (await writeNewKeyFile(path, newKey)) return;
  throw new Error(
    `${path} already exists, and a key file is never replaced: choose another name, or use "keys rotate"`,
  );
}

async function writeNewKeyFile(path: string, make: () => Buffer): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const made = { master: { 1: make().toString('base64') }, lookup: { 1: make().toString('base64') } };
  const temporary = await writeBeside(path, made);
  try {
    // link fails if the file exists, where rename would replace it
    await link(temporary, path);
    await syncFolder(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Adds a key under this version. An existing version is not changed. A sandbox's file stays recognisable as one. */
export async function addRootKey(path: string, kind: RootKeyKind, version: number): Promise<void> {
  const written = await readWritten(path);
  if (written[kind][version] !== undefined) return;
  const { isOfSandbox } = judgeKeys(listKeys(written));
  const key = (isOfSandbox ? newSandboxKey() : newKey()).toString('base64');
  await replaceKeyFile(path, { ...written, [kind]: { ...written[kind], [version]: key } });
}

/** Removes these versions from the file for good. */
export async function removeRootKeys(path: string, gone: Record<RootKeyKind, readonly number[]>): Promise<void> {
  const written = await readWritten(path);
  const left = (kind: RootKeyKind) =>
    Object.fromEntries(Object.entries(written[kind]).filter(([version]) => !gone[kind].includes(Number(version))));
  const remaining = { master: left('master'), lookup: left('lookup') };
  for (const kind of ['master', 'lookup'] as const) {
    if (Object.keys(remaining[kind]).length === 0) throw new Error(`${path} would be left without a ${kind} key`);
  }
  await replaceKeyFile(path, remaining);
}

/** Atomic: after a crash the file is either the old or the new one. */
async function replaceKeyFile(path: string, keys: Written): Promise<void> {
  // resolves links: secrets are often mounted as links, and the target must be replaced
  const target = await realpath(path);
  const { uid, gid, mode } = await stat(target);
  const temporary = await writeBeside(target, keys);
  try {
    // the server may run as another user than the command
    await chown(temporary, uid, gid);
    await chmod(temporary, mode & 0o777);
    await rename(temporary, target);
    await syncFolder(target);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeBeside(path: string, keys: Written): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(keys, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Makes the file's name durable too, before anything is written under the new key. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
