import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillCliDocument } from './cli-document.ts';
import * as codes from './output/exit-codes.ts';
import { makeProgram } from './program.ts';

const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

describe('docs/cli.md', () => {
  it('holds the help of every command as it is (node scripts/write-docs.mjs)', () => {
    expect(fillCliDocument(text, makeProgram())).toBe(text);
  });

  it('lists every exit code, and no other', () => {
    const told = [...text.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
    expect(told).toEqual([0, ...Object.values(codes).sort()]);
  });
});
