import { type OwnerSession, queryOne, statement, type Tx } from '../storage/index.ts';
import { ANCHOR_DOMAIN, NO_HASH, type SealKeys, sealedBytes } from './chain.ts';
import { readAnchor } from './verify-store.ts';
import { OPERATOR_LOG, writeAudit } from './write-audit.ts';

/**
 * The advisory lock that all servers share. Verification holds it in shared mode, so that no month is dropped during
 * it.
 */
export const AUDIT_MONTHS_LOCK = 4_203_187_011;

const tryMonthsLock = statement('audit.try-months-lock', 'select pg_try_advisory_xact_lock($1) as locked');
// a drop waits for all users of the table, and all later ones wait for the drop, so it waits only briefly and is tried
// again in the next round
const shortWait = statement('audit.wait-shortly', "select set_config('lock_timeout', '200ms', true)");
// in the order in which sealing uses them, which avoids deadlocks
const lockTables = statement(
  'audit.lock-tables',
  'lock table only audit_seals, only audit_chain, only audit_log in access exclusive mode',
);
const selectUnchained = statement(
  'audit.select-unchained',
  `select exists (
     select 1 from audit_log l where l.at >= $1 and l.at < $2
        and not exists (select from audit_chain c where c.bank_id = l.bank_id and c.audit_id = l.audit_id and c.at = l.at)
   ) as found`,
);
const selectOwnersOfMonth = statement(
  'audit.select-owners-of-month',
  `select bank_id from audit_log where at >= $1 and at < $2
    union select bank_id from audit_chain where sealed_at >= $1 and sealed_at < $2 order by 1`,
);
const selectLastOfMonth = statement(
  'audit.select-last-of-month',
  `select c.chain_no, c.chain_hash, exists (
            select from audit_seals s where s.bank_id = c.bank_id and s.chain_no = c.chain_no
               and s.sealed_at = c.sealed_at and s.chain_hash = c.chain_hash
          ) as is_sealed
     from audit_chain c
    where c.bank_id = $1 and c.sealed_at >= $2 and c.sealed_at < $3 order by c.chain_no desc limit 1`,
);
const insertAnchor = statement(
  'audit.insert-anchor',
  `insert into audit_anchors (bank_id, chain_no, chain_hash, kept_from, made_at, key_version, mac)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Log, chain and seals of a month are dropped together. */
const TABLES = ['audit_log', 'audit_chain', 'audit_seals'] as const;

export interface RetentionDeps {
  readonly owner: OwnerSession;
  readonly keys: SealKeys;
  readonly months: number;
}

export type DroppedMonths = {
  readonly dropped: readonly Date[];
  readonly kept: { month: Date; because: string } | undefined;
};

/**
 * Drops the months of the audit log that ended longer ago than the retention, the oldest first. Before a month is
 * dropped, an anchor for each bank stores where its remaining log begins, with a MAC under a vault key, so that the
 * rest still verifies. A month with an unsealed row stays.
 */
export async function dropOldMonths({ owner, keys, months }: RetentionDeps, now: Date): Promise<DroppedMonths> {
  const dropped: Date[] = [];
  for (const month of await monthsThere(owner)) {
    const end = monthsLater(month, 1);
    if (monthsLater(end, months) > now) break;
    const because = await owner.transaction(async (tx) => {
      const { locked } = await queryOne<{ locked: boolean }>(tx, tryMonthsLock, [AUDIT_MONTHS_LOCK]);
      if (!locked) return { commit: false, result: 'the log is being verified or dropped by another process' };
      await tx.query(shortWait, []);
      const { found } = await queryOne<{ found: boolean }>(tx, selectUnchained, [month, end]);
      if (found) return { commit: false, result: 'it has rows that are not in a chain' };
      const anchored = await anchorAll(tx, keys, month, end, now);
      if (!anchored.ok) return { commit: false, result: anchored.because };
      await tx.query(lockTables, []);
      for (const table of TABLES) await owner.dropPartition(table, month);
      await writeAudit(tx, OPERATOR_LOG, now, {
        actor: 'cardwright',
        operation: 'audit.drop-month',
        subject: `month:${month.toISOString().slice(0, 7)}`,
        outcome: 'dropped',
        requestId: '',
        details: { logs: anchored.logs },
      });
      return { commit: true, result: undefined };
    });
    if (because !== undefined) return { dropped, kept: { month, because } };
    dropped.push(month);
  }
  return { dropped, kept: undefined };
}

async function monthsThere(owner: OwnerSession): Promise<Date[]> {
  const all = new Map<number, Date>();
  for (const table of TABLES) for (const month of await owner.monthsOf(table)) all.set(month.getTime(), month);
  return [...all.values()].sort((a, b) => a.getTime() - b.getTime());
}

type Anchored = { ok: true; logs: string[] } | { ok: false; because: string };

async function anchorAll(tx: Tx, keys: SealKeys, month: Date, end: Date, now: Date): Promise<Anchored> {
  const owners = await tx.query<{ bank_id: string }>(selectOwnersOfMonth, [month, end]);
  const logs = owners.map(({ bank_id: bankId }) => bankId);
  for (const bankId of logs) {
    const [last] = await tx.query<LastOfMonth>(selectLastOfMonth, [bankId, month, end]);
    if (last?.is_sealed === false) return { ok: false, because: `the chain of ${bankId} and its seals disagree` };
    // without a link in this month, its rows were sealed in the next month: the chain stays complete, and only the log
    // loses rows
    const start = last ?? (await readAnchor(tx, bankId));
    const seal = { bankId, chainNo: start?.chain_no ?? 0n, chainHash: start?.chain_hash ?? NO_HASH, at: now };
    const { mac, keyVersion } = keys.mac(ANCHOR_DOMAIN, sealedBytes(seal, end));
    await tx.query(insertAnchor, [bankId, seal.chainNo, seal.chainHash, end, now, keyVersion, mac]);
  }
  return { ok: true, logs };
}

interface LastOfMonth {
  chain_no: bigint;
  chain_hash: Buffer;
  is_sealed: boolean;
}

function monthsLater(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1));
}
