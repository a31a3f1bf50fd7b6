import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeSources } from './write-sources.ts';

const folder = new URL('../client/resources/', import.meta.url);

describe('the resources of the client', () => {
  it('have the methods that the operations of the contract declare (node scripts/documents/write-docs.mjs)', () => {
    const read = readdirSync(folder).map((file): [string, string] => [
      file,
      readFileSync(new URL(file, folder), 'utf8'),
    ]);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(writeSources()));
  });
});
