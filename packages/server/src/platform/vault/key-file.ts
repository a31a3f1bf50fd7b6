import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listKeys, type RootKeyKind, type RootKeys, readKeyFile, readKeyFileContent } from './read-key-file.ts';
import { judgeKeys, newKey, newSandboxKey } from './root-key.ts';
import { replaceKeyFile, writeNewKeyFile } from './write-key-file.ts';

/** The sandbox's own keys, made on the first start. If several servers start at once, the first file stays. */
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

/**
 * Adds a key under this version. An existing version is not changed. A sandbox's file can still be recognized as one.
 */
export async function addRootKey(path: string, kind: RootKeyKind, version: number): Promise<void> {
  const content = await readKeyFileContent(path);
  if (content[kind][version] !== undefined) return;
  const { isOfSandbox } = judgeKeys(listKeys(content));
  const key = (isOfSandbox ? newSandboxKey() : newKey()).toString('base64');
  await replaceKeyFile(path, { ...content, [kind]: { ...content[kind], [version]: key } });
}

/** Permanently removes these versions from the file. */
export async function removeRootKeys(path: string, removed: Record<RootKeyKind, readonly number[]>): Promise<void> {
  const content = await readKeyFileContent(path);
  const remainingOf = (kind: RootKeyKind) =>
    Object.fromEntries(Object.entries(content[kind]).filter(([version]) => !removed[kind].includes(Number(version))));
  const remaining = { master: remainingOf('master'), lookup: remainingOf('lookup') };
  for (const kind of ['master', 'lookup'] as const) {
    if (Object.keys(remaining[kind]).length === 0) throw new Error(`${path} would be left without a ${kind} key`);
  }
  await replaceKeyFile(path, remaining);
}
