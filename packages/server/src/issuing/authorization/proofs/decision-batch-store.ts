import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { RecordedRow } from './decision-record.ts';

export interface BatchRow {
  batch_no: bigint;
  sealed_at: Date;
  until_at: Date;
  until_key: bigint;
  until_account: bigint;
  key_version: number;
  leaves: Buffer;
  nodes: Buffer;
  root: Buffer;
}

export interface NewBatch extends BatchRow {
  first_at: Date;
  last_at: Date;
}

const COLUMNS = ['batch_no', 'sealed_at', 'until_at', 'until_key', 'until_account', 'key_version'] as const;
const HASHES = ['leaves', 'nodes', 'root'] as const;
const TIMES = ['first_at', 'last_at'] as const;
const INSERTED = [...COLUMNS, ...HASHES, ...TIMES] as const;

const insertBatchRow = statement(
  'authorization.insert-decision-batch',
  `insert into decision_batches (bank_id, ${INSERTED.join(', ')})
   values ($1, ${INSERTED.map((_, at) => `$${at + 2}`).join(', ')})
   on conflict do nothing returning batch_no`,
);

/** Returns false if another server inserted this batch after the snapshot of the transaction. */
export async function insertBatch(tx: Tx, bankId: string, batch: NewBatch): Promise<boolean> {
  return (await tx.query(insertBatchRow, [bankId, ...INSERTED.map((name) => batch[name])])).length > 0;
}

const tryLock = statement(
  'authorization.try-decision-tree-lock',
  `select pg_try_advisory_xact_lock(hashtext('decision-tree'), hashtext($1)) as locked`,
);

/** Locks the tree of a bank until the transaction ends. Returns false at once if another server extends it. */
export async function tryTreeLock(tx: Tx, bankId: string): Promise<boolean> {
  return (await queryOne<{ locked: boolean }>(tx, tryLock, [bankId])).locked;
}

const selectBatch = statement(
  'authorization.select-decision-batch',
  `select ${[...COLUMNS, ...HASHES].join(', ')} from decision_batches
    where bank_id = $1 and ($2::bigint is null or batch_no = $2) order by batch_no desc limit 1`,
);

/** The batch with a number, by default the newest one. */
export async function readBatch(tx: Tx, bankId: string, batchNo?: bigint): Promise<BatchRow | undefined> {
  return (await tx.query<BatchRow>(selectBatch, [bankId, batchNo ?? null]))[0];
}

const selectBatchesAt = statement(
  'authorization.select-decision-batches-at',
  `select ${[...COLUMNS, ...HASHES].join(', ')} from decision_batches
    where bank_id = $1 and last_at >= $2 and first_at <= $2 order by batch_no`,
);

/** The batches that may have a decision of this time. */
export function readBatchesAt(tx: Tx, bankId: string, at: Date): Promise<BatchRow[]> {
  return tx.query(selectBatchesAt, [bankId, at]);
}

const selectNodes = statement(
  'authorization.select-decision-nodes',
  'select batch_no, nodes from decision_batches where bank_id = $1 and batch_no = any($2::bigint[])',
);

export function readNodes(
  tx: Tx,
  bankId: string,
  batches: readonly number[],
): Promise<{ batch_no: bigint; nodes: Buffer }[]> {
  return tx.query(selectNodes, [bankId, batches]);
}

export type DecisionKey = Pick<RecordedRow, 'decided_at' | 'message_key' | 'account_id'>;

const selectKeys = statement(
  'authorization.select-unsealed-decisions',
  `select decided_at, message_key, account_id from listed_authorizations
    where bank_id = $1 and (decided_at, message_key, account_id) > ($2, $3, $4) and decided_at <= $5
    order by decided_at, message_key, account_id limit $6`,
);

/** Decisions after another one in the order of the index, up to a time. */
export function readKeysAfter(
  tx: Tx,
  bankId: string,
  after: DecisionKey,
  until: Date,
  limit: number,
): Promise<DecisionKey[]> {
  const { decided_at, message_key, account_id } = after;
  return tx.query(selectKeys, [bankId, decided_at, message_key, account_id, until, limit]);
}

const MAX_READ_BYTES = 16 * 1024 * 1024;

// The sum leaves out the row itself, so that each read has at least one row.
const selectRecordedRows = statement(
  'authorization.select-decisions-to-seal',
  `select account_id, message_key, decided_at, bank_id, retrieval_reference, system_trace, acquirer,
          settlement_date, rule_version, action_code, approval_code, rule, message, trace
     from (select z.account_id, z.message_key, z.decided_at, z.bank_id, z.retrieval_reference, z.system_trace, z.acquirer,
                  z.settlement_date, z.rule_version, z.action_code, z.approval_code, z.rule, z.message, z.trace,
                  sum(octet_length(z.message) + octet_length(z.trace)) over (order by z.decided_at, z.message_key, z.account_id)
                    - octet_length(z.message) - octet_length(z.trace) as bytes_before
             from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) as requested (account_id, message_key, decided_at)
             join authorizations z
               on z.bucket = account_bucket(requested.account_id) and z.account_id = requested.account_id
              and z.message_key = requested.message_key and z.decided_at = requested.decided_at
            where z.bank_id = $1) v
    where bytes_before < ${MAX_READ_BYTES}
    order by decided_at, message_key, account_id`,
);

/**
 * Reads the first of these decisions, which are in the order of the tree: all, or about 16 MiB, because a message can
 * have a MiB. Returns them with the decisions that are left to read.
 */
export async function readRecordedRows(
  tx: Tx,
  bankId: string,
  keys: readonly DecisionKey[],
): Promise<{ rows: RecordedRow[]; left: readonly DecisionKey[] }> {
  const rows = await tx.query<RecordedRow>(selectRecordedRows, [
    bankId,
    keys.map((key) => key.account_id),
    keys.map((key) => key.message_key),
    keys.map((key) => key.decided_at),
  ]);
  const last = rows.at(-1);
  const isLast = (key: DecisionKey) => key.message_key === last?.message_key && key.account_id === last.account_id;
  return { rows, left: last === undefined ? [] : keys.slice(keys.findLastIndex(isLast) + 1) };
}
