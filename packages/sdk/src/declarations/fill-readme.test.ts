import { readFileSync } from 'node:fs';
import { OPERATIONS } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { clientGroups } from './client-groups.ts';
import { fillReadme } from './fill-readme.ts';

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const methods = clientGroups().flatMap((group) => group.methods);

describe('the README of the SDK', () => {
  it('lists the current methods (node scripts/documents/write-docs.mjs)', () => {
    expect(fillReadme(text, methods)).toBe(text);
    expect(methods.map(({ operation }) => operation.id).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });
});
