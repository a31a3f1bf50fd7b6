import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isJsonObject, parseJson } from '@cardwright/contract';
import { type ExpectedHead, readHeads, writeHeads } from './pending-heads.ts';

/** Writes an anchor as one line of JSON, which an endpoint receives and stores for `audit verify`. */
export function writeAnchor(server: string, at: Date, heads: readonly ExpectedHead[]): string {
  return JSON.stringify({ type: 'audit.anchor', server, at: at.toISOString(), heads: writeHeads(heads) });
}

/**
 * Opens a file with a line for each anchor that an endpoint stored, up to its current length: later lines are not read.
 */
export async function openStoredAnchors(file: string): Promise<{ heads(): AsyncGenerator<ExpectedHead> }> {
  const { size } = await stat(file);
  return { heads: () => (size === 0 ? noHeads() : readLines(file, size)) };
}

async function* noHeads(): AsyncGenerator<ExpectedHead> {}

/** Throws at a line that is not an anchor: it may replace one that was removed. */
async function* readLines(file: string, size: number): AsyncGenerator<ExpectedHead> {
  const lines = createInterface({
    input: createReadStream(file, { end: size - 1 }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const parsed = parseJson(line);
    const stored = parsed.ok && isJsonObject(parsed.value) ? parsed.value.heads : undefined;
    const heads = readHeads(stored);
    if (!isJsonObject(stored) || heads.length !== Object.keys(stored).length) {
      throw new Error(`${file}: line ${number} is not an anchor`);
    }
    yield* heads;
  }
}
