import { writeCanonicalJson } from '@cardwright/contract';
import { hashOfLeaf, type SealKeys } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { type DecisionKey, readRecordedRows } from './decision-batch-store.ts';
import { type RecordedRow, recordOf } from './decision-record.ts';

/** The hashes of the records of decisions. */
export interface RecordHashes {
  /** 32 bytes for each decision, in the order of the tree. */
  readonly leaves: Uint8Array;
  /** When the earliest and the latest of them were decided. */
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Reads and hashes decisions, about 16 MiB at a time. */
export async function hashRecords(
  tx: Tx,
  bankId: string,
  decisions: readonly DecisionKey[],
  keys: SealKeys,
  keyVersion: number,
): Promise<RecordHashes> {
  const hashes: RecordHashes[] = [];
  let waiting = decisions;
  do {
    const { rows, left } = await readRecordedRows(tx, bankId, waiting);
    if (rows.length > 0) hashes.push(hashesOf(rows, keys, keyVersion));
    waiting = left;
  } while (waiting.length > 0);
  return joinHashes(hashes);
}

function joinHashes(hashes: readonly RecordHashes[]): RecordHashes {
  return {
    leaves: Buffer.concat(hashes.map(({ leaves }) => leaves)),
    firstAt: new Date(Math.min(...hashes.map(({ firstAt }) => firstAt.getTime()))),
    lastAt: new Date(Math.max(...hashes.map(({ lastAt }) => lastAt.getTime()))),
  };
}

export function hashesOf(rows: readonly RecordedRow[], keys: SealKeys, keyVersion: number): RecordHashes {
  const times = rows.map((row) => row.decided_at.getTime());
  return {
    leaves: Buffer.concat(rows.map((row) => hashOfRecord(row, keys, keyVersion))),
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
  };
}

export function hashOfRecord(row: RecordedRow, keys: SealKeys, keyVersion: number): Buffer {
  return hashOfLeaf(writeCanonicalJson(recordOf(row, keys, keyVersion).record));
}
