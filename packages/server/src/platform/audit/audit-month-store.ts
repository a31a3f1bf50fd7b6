import { queryOne, statement, type Tx } from '../storage/index.ts';

/** Advisory lock, the same for all servers. Verification holds it shared, so that no month is dropped meanwhile. */
const MONTHS_LOCK = 4_203_187_011;

const shareMonths = statement('audit.share-months', 'select pg_advisory_lock_shared($1)');

/** Prevents drops of months until the connection ends. */
export async function shareMonthsLock(tx: Tx): Promise<void> {
  await tx.query(shareMonths, [MONTHS_LOCK]);
}

const tryLock = statement('audit.try-months-lock', 'select pg_try_advisory_xact_lock($1) as locked');

/** Locks the months of the log for this transaction, unless another process verifies or drops them. */
export async function tryMonthsLock(tx: Tx): Promise<boolean> {
  return (await queryOne<{ locked: boolean }>(tx, tryLock, [MONTHS_LOCK])).locked;
}

const shortWait = statement('audit.wait-shortly', "select set_config('lock_timeout', '200ms', true)");

/**
 * Makes this transaction wait for locks only briefly: a drop waits for all users of the table, and every later user
 * waits for the drop.
 */
export async function waitShortly(tx: Tx): Promise<void> {
  await tx.query(shortWait, []);
}

// in the order in which sealing uses them, so that the two cannot deadlock
const lockTables = statement(
  'audit.lock-tables',
  'lock table only audit_seals, only audit_chain, only audit_log in access exclusive mode',
);

/** Locks log, chain and seals against all other transactions. */
export async function lockAuditTables(tx: Tx): Promise<void> {
  await tx.query(lockTables, []);
}

const selectUnchained = statement(
  'audit.select-unchained',
  `select exists (
     select 1 from audit_log l where l.at >= $1 and l.at < $2
        and not exists (select from audit_chain c where c.bank_id = l.bank_id and c.audit_id = l.audit_id and c.at = l.at)
   ) as found`,
);

/** Whether the log has rows of this time that are in no chain. */
export async function hasUnchainedRows(tx: Tx, from: Date, until: Date): Promise<boolean> {
  return (await queryOne<{ found: boolean }>(tx, selectUnchained, [from, until])).found;
}

const selectOwnersOfMonth = statement(
  'audit.select-owners-of-month',
  `select bank_id from audit_log where at >= $1 and at < $2
    union select bank_id from audit_chain where sealed_at >= $1 and sealed_at < $2 order by 1`,
);

/** Returns the logs that have rows or links of this time. */
export async function findLogsOfMonth(tx: Tx, from: Date, until: Date): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectOwnersOfMonth, [from, until])).map((row) => row.bank_id);
}

const selectLastOfMonth = statement(
  'audit.select-last-of-month',
  `select c.chain_no, c.chain_hash, exists (
            select from audit_seals s where s.bank_id = c.bank_id and s.chain_no = c.chain_no
               and s.sealed_at = c.sealed_at and s.chain_hash = c.chain_hash
          ) as is_sealed
     from audit_chain c
    where c.bank_id = $1 and c.sealed_at >= $2 and c.sealed_at < $3 order by c.chain_no desc limit 1`,
);

interface LastOfMonth {
  chain_no: bigint;
  chain_hash: Buffer;
  is_sealed: boolean;
}

/** Returns the last link of a chain that was sealed in this time. */
export async function readLastOfMonth(
  tx: Tx,
  bankId: string,
  from: Date,
  until: Date,
): Promise<LastOfMonth | undefined> {
  return (await tx.query<LastOfMonth>(selectLastOfMonth, [bankId, from, until]))[0];
}

const insert = statement(
  'audit.insert-anchor',
  `insert into audit_anchors (bank_id, chain_no, chain_hash, kept_from, made_at, key_version, mac)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

interface NewAnchor {
  readonly bankId: string;
  readonly chainNo: bigint;
  readonly chainHash: Buffer;
  readonly retainedFrom: Date;
  readonly at: Date;
  readonly keyVersion: number;
  readonly mac: Buffer;
}

/** Stores where the remaining part of a chain begins. */
export async function insertAnchor(tx: Tx, anchor: NewAnchor): Promise<void> {
  const { bankId, chainNo, chainHash, retainedFrom, at, keyVersion, mac } = anchor;
  await tx.query(insert, [bankId, chainNo, chainHash, retainedFrom, at, keyVersion, mac]);
}
