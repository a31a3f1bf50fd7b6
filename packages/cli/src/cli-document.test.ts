import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillCliDocument } from './cli-document.ts';
import * as codes from './output/exit-codes.ts';
import { makeProgram } from './program.ts';

const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

describe('docs/cli.md', () => {
  it('contains the current help of every command (node scripts/documents/write-docs.mjs)', () => {
    expect(fillCliDocument(text, makeProgram())).toBe(text);
  });

  it('lists exactly the exit codes that exist', () => {
    const documented = [...text.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
    expect(documented).toEqual([0, ...Object.values(codes).sort()]);
  });
});
