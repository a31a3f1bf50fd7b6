import { queryOne, statement, type Tx } from '../storage/index.ts';
import type { LogRow } from './chain.ts';

const CHAIN_LOCK = 4_203_187;

/** The columns of a log row in the form in which it is hashed. */
export const LOG_COLUMNS = `l.bank_id, l.audit_id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  l.actor, l.operation, l.subject, l.outcome, l.request_id, l.from_address,
  l.details::text as details, l.before::text as before, l.after::text as after`;

const selectUnsealedBank = statement(
  'audit.select-waiting-bank',
  'select bank_id from audit_queue where bank_id > $1 order by bank_id limit 1',
);

/**
 * Returns the banks with rows that are not in the chain yet. The query jumps from one bank to the next: scanning a long
 * queue for its few banks would take longer than sealing.
 */
export async function findUnsealedBanks(tx: Tx): Promise<string[]> {
  const banks: string[] = [];
  for (;;) {
    const [next] = await tx.query<{ bank_id: string }>(selectUnsealedBank, [banks.at(-1) ?? '']);
    if (next === undefined) return banks;
    banks.push(next.bank_id);
  }
}

const tryLock = statement('audit.try-chain-lock', 'select pg_try_advisory_xact_lock($1, hashtext($2)) as locked');

/** Locks the chain until the transaction ends. Returns false at once if another server holds the lock. */
export async function tryChainLock(tx: Tx, bankId: string): Promise<boolean> {
  return (await queryOne<{ locked: boolean }>(tx, tryLock, [CHAIN_LOCK, bankId])).locked;
}

export interface Head {
  chain_no: bigint;
  chain_hash: Buffer;
  sealed_at: Date;
}

// continues from links without a seal too, so that no number is used twice; verification reports missing seals
const selectHead = statement(
  'audit.select-head',
  `select chain_no, chain_hash, sealed_at from (
     (select chain_no, chain_hash, sealed_at, 1 as source from audit_seals where bank_id = $1
       order by chain_no desc limit 1)
     union all
     (select chain_no, chain_hash, sealed_at, 2 from audit_chain where bank_id = $1 order by chain_no desc limit 1)
     union all
     (select chain_no, chain_hash, kept_from, 3 from audit_anchors where bank_id = $1 order by kept_from desc limit 1)
   ) heads order by chain_no desc, source limit 1`,
);

/** Returns the last link of the bank's chain; undefined if there is none. */
export async function readHead(tx: Tx, bankId: string): Promise<Head | undefined> {
  const [head] = await tx.query<Head>(selectHead, [bankId]);
  return head;
}

const selectUnsealedRows = statement(
  'audit.select-waiting-rows',
  `select ${LOG_COLUMNS}
     from audit_queue q join audit_log l on l.bank_id = q.bank_id and l.audit_id = q.audit_id and l.at = q.at
    where q.bank_id = $1 order by q.audit_id limit $2`,
);

export function readUnsealedRows(tx: Tx, bankId: string, most: number): Promise<LogRow[]> {
  return tx.query(selectUnsealedRows, [bankId, most]);
}

const insertLinks = statement(
  'audit.insert-links',
  `insert into audit_chain (bank_id, sealed_at, chain_no, audit_id, at, row_hash, chain_hash)
   select $1, $2, link.* from unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::bytea[], $7::bytea[]) as link`,
);
const deleteUnsealed = statement(
  'audit.delete-waiting',
  'delete from audit_queue where bank_id = $1 and audit_id = any($2::bigint[])',
);

export interface Link {
  readonly chainNo: bigint;
  readonly auditId: bigint;
  readonly at: string;
  readonly rowHash: Buffer;
  readonly chainHash: Buffer;
}

/** Moves rows from the queue into the chain. */
export async function addLinks(tx: Tx, bankId: string, sealedAt: Date, links: readonly Link[]): Promise<void> {
  const auditIds = links.map(({ auditId }) => auditId);
  await tx.query(insertLinks, [
    bankId,
    sealedAt,
    links.map(({ chainNo }) => chainNo),
    auditIds,
    links.map(({ at }) => at),
    links.map(({ rowHash }) => rowHash),
    links.map(({ chainHash }) => chainHash),
  ]);
  await tx.query(deleteUnsealed, [bankId, auditIds]);
}

const insertSealRow = statement(
  'audit.insert-seal',
  'insert into audit_seals (bank_id, chain_no, chain_hash, sealed_at, key_version, mac) values ($1, $2, $3, $4, $5, $6)',
);

export async function insertSeal(
  tx: Tx,
  bankId: string,
  seal: { chainNo: bigint; chainHash: Buffer; at: Date; keyVersion: number; mac: Buffer },
): Promise<void> {
  await tx.query(insertSealRow, [bankId, seal.chainNo, seal.chainHash, seal.at, seal.keyVersion, seal.mac]);
}
