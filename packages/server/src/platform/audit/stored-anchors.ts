import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isJsonObject, parseJson } from '@cardwright/contract';
import { type ExpectedHead, readHeads, writeHeads } from './pending-heads.ts';

/** One line of JSON: what an endpoint gets, and what it keeps for `audit verify`. */
export function writeAnchor(server: string, at: Date, heads: readonly ExpectedHead[]): string {
  return JSON.stringify({ type: 'audit.anchor', server, at: at.toISOString(), heads: writeHeads(heads) });
}

/** A file with a line for each anchor that an endpoint kept, as long as it is now: lines that come later are not read. */
export async function openStoredAnchors(file: string): Promise<{ heads(): AsyncGenerator<ExpectedHead> }> {
  const { size } = await stat(file);
  return { heads: () => (size === 0 ? noHeads() : readLines(file, size)) };
}

async function* noHeads(): AsyncGenerator<ExpectedHead> {}

/** A line that is no anchor ends it: what is missing there could be what somebody took out. */
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
    const given = parsed.ok && isJsonObject(parsed.value) ? parsed.value.heads : undefined;
    const heads = readHeads(given);
    if (!isJsonObject(given) || heads.length !== Object.keys(given).length) {
      throw new Error(`${file}: line ${number} is no anchor`);
    }
    yield* heads;
  }
}
