import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJson, writeCanonicalJson } from '@cardwright/contract';
import { placeDurably } from '../../kernel/durable-file.ts';
import { type ExpectedHead, readHeads, writeHeads } from './pending-heads.ts';

const KEY_FILE = 'anchor-key';
const KEY_BYTES = 32;
const SUFFIX = '.json';

/** The heads of the chains that a server recorded. */
export interface Anchors {
  readonly file: string;
  readonly heads: readonly ExpectedHead[];
  /** Why the file is not trusted. */
  readonly problem?: string;
}

/** Reads the anchors of all servers that write to this folder; none if the folder does not exist. */
export async function readAnchors(folder: string): Promise<Anchors[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(SUFFIX)).sort();
  const key = files.length === 0 ? undefined : await readKey(folder);
  return await Promise.all(files.map((name) => readAnchorFile(join(folder, name), key)));
}

/** Opens the anchors of one server, to which later ones are added; none if the file does not exist. */
export async function openAnchorFile(folder: string, name: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await makeKey(folder);
  const key = await readKey(folder);
  if (key === undefined) throw new Error(`${join(folder, KEY_FILE)} is no key`);
  const file = join(folder, `${name.replace(/[^\w.-]/g, '_')}${SUFFIX}`);
  const existing = (await readAnchors(folder)).find((anchors) => anchors.file === file);
  return {
    anchors: existing ?? { file, heads: [] },
    write: (heads: readonly ExpectedHead[]) => writeAnchorFile(file, key, heads),
  };
}

async function readAnchorFile(file: string, key: Buffer | undefined): Promise<Anchors> {
  const parsed = parseJson(await readFile(file, 'utf8'));
  const { heads, mac } = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  if (!isJsonObject(heads) || typeof mac !== 'string') return { file, heads: [], problem: 'cannot be read' };
  if (key === undefined || macOf(key, heads) !== mac) {
    return { file, heads: [], problem: `was not made with the key next to it (${KEY_FILE})` };
  }
  return { file, heads: readHeads(heads) };
}

async function writeAnchorFile(file: string, key: Buffer, heads: readonly ExpectedHead[]): Promise<void> {
  const lines = writeHeads(heads);
  await placeDurably(file, `${JSON.stringify({ heads: lines, mac: macOf(key, lines) })}\n`);
}

function macOf(key: Buffer, heads: object): string {
  const text = writeCanonicalJson(heads as Parameters<typeof writeCanonicalJson>[0]);
  return createHmac('sha256', key).update(text).digest('hex');
}

async function makeKey(folder: string): Promise<void> {
  const path = join(folder, KEY_FILE);
  const isThere = await readFile(path).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  // `link` fails if another server was faster, whose key then stays
  await placeDurably(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, link).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

async function readKey(folder: string): Promise<Buffer | undefined> {
  const text = await readFile(join(folder, KEY_FILE), 'utf8').catch(() => undefined);
  const key = Buffer.from(text ?? '', 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}
