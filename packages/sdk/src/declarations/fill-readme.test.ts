import { readFileSync } from 'node:fs';
import { OPERATIONS } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { fillReadme } from './fill-readme.ts';
import type { ClientMethod } from './write-declarations.ts';

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const script = new URL('../../../../scripts/sdk-declarations.mjs', import.meta.url).href;
const methods = ((await import(script)) as { methodsOfClient(): ClientMethod[] }).methodsOfClient();

describe('the README of the SDK', () => {
  it('lists every method as it is (node scripts/write-docs.mjs)', () => {
    expect(fillReadme(text, methods)).toBe(text);
    expect(methods.map(({ operation }) => operation.id).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });
});
