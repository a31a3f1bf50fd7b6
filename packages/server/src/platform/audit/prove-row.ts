import { type JsonObject, parseJson } from '@cardwright/contract';
import type { Tx } from '../storage/index.ts';
import { NO_HASH, writeLogRow } from './chain.ts';
import { readLinkedRow } from './row-proof-store.ts';

/** A row of the log with its place in the chain, in the form in which audit exports have them. */
export interface RowProof {
  readonly row: JsonObject;
  readonly chain_no: string;
  readonly previous_chain_hash: string;
  readonly chain_hash: string;
}

/** Returns the sealed row with a subject and an outcome; undefined if there is none, or if it is not sealed yet. */
export async function proveRow(tx: Tx, log: string, subject: string, outcome: string): Promise<RowProof | undefined> {
  const row = await readLinkedRow(tx, log, subject, outcome);
  if (row === undefined || (row.previous_hash === null && row.chain_no > 1n)) return undefined;
  const parsed = parseJson(writeLogRow(row));
  if (!parsed.ok) throw new Error('a row of the log is not JSON');
  return {
    row: parsed.value as JsonObject,
    chain_no: String(row.chain_no),
    previous_chain_hash: (row.previous_hash ?? NO_HASH).toString('hex'),
    chain_hash: row.chain_hash.toString('hex'),
  };
}
