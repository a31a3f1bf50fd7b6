import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * Opens a resource before the tests of the file, or of the block that calls this, and closes it after them if it can be
 * closed. Its members are there from the first test on.
 */
export function fileResource<T extends object>(open: () => Promise<T>): T {
  const resource = {} as T & { close?: () => unknown };
  beforeAll(async () => {
    Object.defineProperties(resource, Object.getOwnPropertyDescriptors(await open()));
  });
  afterAll(() => resource.close?.());
  return resource;
}

/** Makes a folder, and removes it after the tests of the file, or of the block that calls this. */
export function fileFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cardwright-test-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
