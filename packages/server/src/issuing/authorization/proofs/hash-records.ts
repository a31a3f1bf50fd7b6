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

export async function hashRecords(
  tx: Tx,
  bankId: string,
  decisions: readonly DecisionKey[],
  keys: SealKeys,
  keyVersion: number,
): Promise<RecordHashes> {
  return hashesOf(await readRecordedRows(tx, bankId, decisions), keys, keyVersion);
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
