import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFolder } from '../../testing/file-resources.ts';
import { addRootKey, generateKeyFile, removeRootKeys } from './key-file.ts';
import { readKeyFile } from './read-key-file.ts';

const folder = fileFolder();

const key = () => randomBytes(32).toString('base64');

async function written(content: unknown, mode = 0o600): Promise<string> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.json`);
  await writeFile(path, JSON.stringify(content));
  await chmod(path, mode);
  return path;
}

async function versions(path: string): Promise<{ masters: number[]; lookups: number[] }> {
  const { masters, lookups } = await readKeyFile(path);
  return { masters: [...masters.keys()], lookups: [...lookups.keys()] };
}

describe('a key file', () => {
  it('contains keys by version; a plain string instead of versions is version 1', async () => {
    expect(await versions(await written({ master: key(), lookup: { 1: key(), 3: key() } }))).toEqual({
      masters: [1],
      lookups: [1, 3],
    });
  });

  it.each([
    ['no key of a kind', { master: {}, lookup: key() }, /has no "master" key$/],
    [
      'a version that is not a number',
      { master: { new: key() }, lookup: key() },
      /versions of "master" must be from "1" to/,
    ],
    ['a version 0', { master: key(), lookup: { 0: key() } }, /versions of "lookup" must be from "1" to/],
    [
      'a short key',
      { master: { 1: key(), 2: 'AAAA' }, lookup: key() },
      /needs "master" version 2, 32 bytes in base64$/,
    ],
    ['a list', [key(), key()], /is not a JSON object, and may be truncated: restore your copy/],
    [
      'an unknown name',
      { master: key(), lookup: key(), look_up: key() },
      /may have only the members "master" and "lookup"$/,
    ],
  ])('with %s is refused', async (_what, content, text) => {
    await expect(readKeyFile(await written(content))).rejects.toThrow(text);
  });

  it('that was truncated is refused, and the error contains no part of a key', async () => {
    const path = await written({ master: key(), lookup: key() });
    const content = await readFile(path, 'utf8');
    for (const left of [0, 1, 40, content.length - 1]) {
      await writeFile(path, content.slice(0, left));
      await expect(readKeyFile(path)).rejects.toThrow(
        new Error(`CARDWRIGHT_KEY_FILE: ${path} is not a JSON object, and may be truncated: restore your copy`),
      );
    }
  });

  it.each([0o604, 0o644, 0o666, 0o660])(
    'that others can access is refused, and the error names the remedy (mode %o)',
    async (mode) => {
      const path = await written({ master: key(), lookup: key() }, mode);
      await expect(readKeyFile(path)).rejects.toThrow(`has mode 0${mode.toString(8)}, so others can access the keys`);
      await expect(readKeyFile(path)).rejects.toThrow(`chmod 600 ${path}`);
    },
  );

  it.each([0o400, 0o600, 0o640, 0o440])('that only its owner or group can read is accepted (mode %o)', async (mode) => {
    await readKeyFile(await written({ master: key(), lookup: key() }, mode));
  });

  it('that is missing causes an error that names the command to make one', async () => {
    const path = join(folder, 'missing.json');
    await expect(readKeyFile(path)).rejects.toThrow(
      `put the key file there, or "cardwright keys generate" makes one for a new database`,
    );
  });
});

describe('making and changing a key file', () => {
  it('makes one that only its owner can read, and never replaces one', async () => {
    const path = join(folder, 'new', 'keys.json');
    await generateKeyFile(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await versions(path)).toEqual({ masters: [1], lookups: [1] });
    const content = await readFile(path, 'utf8');
    await expect(generateKeyFile(path)).rejects.toThrow(`${path} already exists, and a key file is never replaced`);
    expect(await readFile(path, 'utf8')).toBe(content);
    expect(await readdir(join(folder, 'new'))).toEqual(['keys.json']);
  });

  it('adds a key to the others only once, and keeps the mode of the file', async () => {
    const path = await written({ master: key(), lookup: key() }, 0o640);
    const before = JSON.parse(await readFile(path, 'utf8'));
    await addRootKey(path, 'lookup', 2);
    const after = JSON.parse(await readFile(path, 'utf8'));
    expect(after).toEqual({ master: { 1: before.master }, lookup: { 1: before.lookup, 2: after.lookup['2'] } });
    expect(Buffer.from(after.lookup['2'], 'base64')).toHaveLength(32);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    await addRootKey(path, 'lookup', 2);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(after);
  });

  it('changes the target of a link, and keeps the link', async () => {
    const path = await written({ master: key(), lookup: key() });
    const link = join(folder, 'link.json');
    await symlink(path, link);
    await addRootKey(link, 'master', 2);
    expect(await versions(path)).toEqual({ masters: [1, 2], lookups: [1] });
    expect((await stat(link)).ino).toBe((await stat(path)).ino);
  });

  it('removes keys, but never the last one', async () => {
    const path = await written({ master: { 1: key(), 2: key() }, lookup: { 4: key() } });
    await removeRootKeys(path, { master: [1], lookup: [] });
    expect(await versions(path)).toEqual({ masters: [2], lookups: [4] });
    await expect(removeRootKeys(path, { master: [], lookup: [4] })).rejects.toThrow(
      'would be left without a lookup key',
    );
    expect(await versions(path)).toEqual({ masters: [2], lookups: [4] });
  });
});
