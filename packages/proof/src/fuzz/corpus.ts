import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FuzzInput } from './fuzz-input.ts';

/** An input that once caused a failure. Every `npm test` sends it again. */
export interface CorpusEntry {
  readonly name: string;
  /** A description of the failure. */
  readonly found: string;
  readonly input: FuzzInput;
}

/** The folder in the sources, which the built program uses too. */
const FOLDER = fileURLToPath(new URL('../../src/fuzz/corpus/', import.meta.url));

export function readCorpus(): CorpusEntry[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ name: file.replace('.json', ''), ...JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')) }));
}

/** Writes one file for each kind of finding, and returns its path. */
export function storeFinding(reason: string, input: FuzzInput): string {
  mkdirSync(FOLDER, { recursive: true });
  const mark = createHash('sha256')
    .update(`${reason.replace(/\d+/g, '')}${input.operation}`)
    .digest('hex')
    .slice(0, 8);
  const name = `${input.operation.replace(/[^a-z]+/gi, '-').toLowerCase()}-${mark}`;
  const path = `${FOLDER}${name}.json`;
  writeFileSync(path, `${JSON.stringify({ found: reason, input }, null, 2)}\n`);
  return path;
}
