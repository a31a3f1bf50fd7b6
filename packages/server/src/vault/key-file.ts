import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HashingKey, SealingKey } from './seal.ts';

/** The two keys that never enter the database: one wraps the data keys, the other finds card numbers. */
export interface RootKeys {
  readonly master: SealingKey;
  readonly lookup: HashingKey;
}

/** Reads `{"master": "<base64, 32 bytes>", "lookup": "<base64, 32 bytes>"}`. */
export async function readKeyFile(path: string): Promise<RootKeys> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`CARDWRIGHT_KEY_FILE: cannot read ${path}: ${error.message}`);
  });
  const { master, lookup } = parseKeys(path, text);
  return { master: new SealingKey(key(path, 'master', master)), lookup: new HashingKey(key(path, 'lookup', lookup)) };
}

function parseKeys(path: string, text: string): { master?: unknown; lookup?: unknown } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // the parser's own message quotes the text around the mistake: a piece of a key
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw new Error(`CARDWRIGHT_KEY_FILE: ${path} is not a JSON object`);
}

function key(path: string, name: string, value: unknown): Buffer {
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  if (bytes.length !== 32) throw new Error(`CARDWRIGHT_KEY_FILE: ${path} needs "${name}", 32 bytes in base64`);
  return bytes;
}

/** The sandbox's own keys, made on the first start. Several servers may start at once: the first file stays. */
export async function sandboxKeys(dataDir: string): Promise<RootKeys> {
  const path = join(dataDir, 'sandbox-keys.json');
  if (!existsSync(path)) await writeKeyFile(path);
  return await readKeyFile(path);
}

async function writeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  const made = { master: randomBytes(32).toString('base64'), lookup: randomBytes(32).toString('base64') };
  await file.writeFile(`${JSON.stringify(made)}\n`);
  await file.sync();
  await file.close();
  try {
    // a lost key file cannot be made again, so one that exists is never replaced: link fails where rename would not
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
