import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAnchorFile } from './anchor-file.ts';

let folder: string;
/** The kinds of objects that were synced to disk, in order. */
let synced: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardwright-anchors-'));
  synced = [];
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle);
  const { sync } = prototype;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    synced.push((await this.stat()).isDirectory() ? 'folder' : 'file');
    await sync.call(this);
  });
  await handle.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('an anchor and its file name are on disk before the next one: the file is synced, then its folder', async () => {
  const { write } = await openAnchorFile(folder, 'host-8080');
  // the key that the server created
  expect(synced).toEqual(['file', 'folder']);
  await write([{ bankId: 'DEMO', chainNo: 1n, chainHash: Buffer.alloc(32) }]);
  expect(synced).toEqual(['file', 'folder', 'file', 'folder']);
});
