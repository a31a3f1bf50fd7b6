import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadSpecification } from './load-specification.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const ENTRY = new URL('../dist/index.js', import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), 'cardwright-iso8583-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text of the first block of a language. */
function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}[^\n]*\n([\\s\\S]*?)^\`\`\``, 'm').exec(README)?.[1];
  if (found === undefined) throw new Error(`The README has no block ${language}`);
  return found;
}

it('the example of the README prints what the README states', () => {
  const file = join(folder, 'example.mjs');
  writeFileSync(file, block('ts').replace("'@cardwright/iso8583'", `'${ENTRY}'`));
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(block('text'));
});

it('the specification of the README is valid', () => {
  const specification = loadSpecification(JSON.parse(block('json')));
  expect([specification.name, specification.fields[63]?.name, specification.fields[127]]).toEqual([
    'Our network',
    'Network data',
    undefined,
  ]);
});
