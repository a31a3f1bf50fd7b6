import { readFile, stat } from 'node:fs/promises';
import { judgeKeys, KEY_BYTES, type KeyJudgement, type LabelledKey } from './root-key.ts';
import { HashingKey, SealingKey } from './seal.ts';

/**
 * The content of the key file. The newest version of a key is not necessarily active, because the database decides
 * that.
 */
export interface RootKeys {
  /** The file that the keys were read from, so that they can be read again; undefined for keys without a file. */
  readonly path: string | undefined;
  readonly masters: ReadonlyMap<number, SealingKey>;
  readonly lookups: ReadonlyMap<number, HashingKey>;
}

export type RootKeyKind = 'master' | 'lookup';

/** The keys in the form of the file: base64, by version. */
export type KeyFileContent = Record<RootKeyKind, Record<string, string>>;

const HIGHEST_VERSION = 32_767;
const HOW_TO_MAKE_ONE = '"cardwright keys generate" makes one';

/**
 * Reads `{"master": {"1": "<base64, 32 bytes>"}, "lookup": {...}}`. A plain string instead of versions is version 1.
 */
export async function readKeyFile(path: string): Promise<RootKeys> {
  const content = await readKeyFileContent(path);
  const keys = (kind: RootKeyKind) =>
    Object.entries(content[kind]).map(([version, key]) => [Number(version), Buffer.from(key, 'base64')] as const);
  return {
    path,
    masters: new Map(keys('master').map(([version, key]) => [version, new SealingKey(key)])),
    lookups: new Map(keys('lookup').map(([version, key]) => [version, new HashingKey(key)])),
  };
}

/** Reads and checks the keys in the form of the file. */
export async function readKeyFileContent(path: string): Promise<KeyFileContent> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const hint = error.code === 'ENOENT' ? `; put the key file there, or ${HOW_TO_MAKE_ONE} for a new database` : '';
    throw new Error(`CARDWRIGHT_KEY_FILE: cannot read ${path}: ${error.message}${hint}`);
  });
  await refuseOpenFile(path);
  const parsed = parse(path, text);
  const unknown = Object.keys(parsed).find((name) => name !== 'master' && name !== 'lookup');
  if (unknown !== undefined)
    throw new Error(`CARDWRIGHT_KEY_FILE: ${path} may have only the members "master" and "lookup"`);
  return { master: versionsOf(path, 'master', parsed.master), lookup: versionsOf(path, 'lookup', parsed.lookup) };
}

/**
 * Throws if anyone but the owner and a group has access to the file. Some systems mount secrets that a group can read.
 */
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
    // the parser's message is dropped, because it quotes the text around the error, which is part of a key
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new Error(`CARDWRIGHT_KEY_FILE: ${path} is not a JSON object, and may be truncated: restore your copy`);
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

/** The properties of the keys of a file that production checks (docs/operate/production.md). */
export async function judgeKeyFile(path: string): Promise<KeyJudgement> {
  return judgeKeys(listKeys(await readKeyFileContent(path)));
}

export function listKeys(content: KeyFileContent): LabelledKey[] {
  return (['master', 'lookup'] as const).flatMap((kind) =>
    Object.entries(content[kind]).map(([version, key]) => ({
      name: `"${kind}" version ${version}`,
      bytes: Buffer.from(key, 'base64'),
    })),
  );
}
