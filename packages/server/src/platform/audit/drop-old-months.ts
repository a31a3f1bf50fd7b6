import type { OwnerSession, Tx } from '../storage/index.ts';
import {
  findLogsOfMonth,
  hasUnchainedRows,
  insertAnchor,
  lockAuditTables,
  readLastOfMonth,
  tryMonthsLock,
  waitShortly,
} from './audit-month-store.ts';
import { ANCHOR_DOMAIN, NO_HASH, type SealKeys, sealedBytes } from './chain.ts';
import { readAnchor } from './verify-store.ts';
import { OPERATOR_LOG, writeAudit } from './write-audit.ts';

/** Log, chain and seals of a month are dropped together. */
const TABLES = ['audit_log', 'audit_chain', 'audit_seals'] as const;

export interface RetentionDeps {
  readonly owner: OwnerSession;
  readonly keys: SealKeys;
  readonly months: number;
}

export type DroppedMonths = {
  readonly dropped: readonly Date[];
  readonly retained: { month: Date; because: string } | undefined;
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
      if (!(await tryMonthsLock(tx)))
        return { commit: false, result: 'the log is being verified or dropped by another process' };
      await waitShortly(tx);
      if (await hasUnchainedRows(tx, month, end))
        return { commit: false, result: 'it has rows that are not in a chain' };
      const anchored = await anchorAll(tx, keys, month, end, now);
      if (!anchored.ok) return { commit: false, result: anchored.because };
      await lockAuditTables(tx);
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
    if (because !== undefined) return { dropped, retained: { month, because } };
    dropped.push(month);
  }
  return { dropped, retained: undefined };
}

async function monthsThere(owner: OwnerSession): Promise<Date[]> {
  const all = new Map<number, Date>();
  for (const table of TABLES) for (const month of await owner.monthsOf(table)) all.set(month.getTime(), month);
  return [...all.values()].sort((a, b) => a.getTime() - b.getTime());
}

type Anchored = { ok: true; logs: string[] } | { ok: false; because: string };

async function anchorAll(tx: Tx, keys: SealKeys, month: Date, end: Date, now: Date): Promise<Anchored> {
  const logs = await findLogsOfMonth(tx, month, end);
  for (const bankId of logs) {
    const last = await readLastOfMonth(tx, bankId, month, end);
    if (last?.is_sealed === false) return { ok: false, because: `the chain of ${bankId} and its seals disagree` };
    // without a link in this month, its rows were sealed in the next month: the chain stays complete, and only the log
    // loses rows
    const start = last ?? (await readAnchor(tx, bankId));
    const seal = { bankId, chainNo: start?.chain_no ?? 0n, chainHash: start?.chain_hash ?? NO_HASH, at: now };
    const { mac, keyVersion } = keys.mac(ANCHOR_DOMAIN, sealedBytes(seal, end));
    await insertAnchor(tx, { ...seal, retainedFrom: end, keyVersion, mac });
  }
  return { ok: true, logs };
}

function monthsLater(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1));
}
