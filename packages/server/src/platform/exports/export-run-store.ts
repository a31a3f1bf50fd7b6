import { statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';
import { EXPORT_CHANNEL, EXPORT_COLUMNS, type ExportRow } from './export-store.ts';

/** An export whose server does not renew the lease within this time can be claimed by another server. */
const LEASE = `now() + interval '30 seconds'`;
/** Attempts to write the next part; after that, the export fails. */
const MAX_ATTEMPTS = 3;

/** An export and the lease under which a server writes it. */
export interface LeasedExport {
  readonly log: string;
  readonly id: string;
  readonly lease: string;
}

const selectTenants = statement(
  'exports.select-tenants',
  `select bank_id, bool_or(state in ('WAITING', 'RUNNING')) as has_work from exports
    where state in ('WAITING', 'RUNNING') or expires_at <= $1
    group by bank_id order by min(requested_at) filter (where state = 'WAITING')`,
);

/** Returns the tenants with exports to write or files to delete. The one that has waited longest comes first. */
export function findTenantsWithExports(tx: Tx, now: Date): Promise<{ bank_id: string; has_work: boolean }[]> {
  return tx.query(selectTenants, [now]);
}

const claimStatement = statement(
  'exports.claim-export',
  `update exports set state = 'RUNNING', lease = $2, leased_until = ${LEASE}, attempts = attempts + 1
    where bank_id = $1 and export_id = (
      select export_id from exports
       where bank_id = $1 and (state = 'WAITING' or (state = 'RUNNING' and leased_until < now()))
         and attempts < ${MAX_ATTEMPTS}
       order by requested_at limit 1 for update skip locked)
   returning ${EXPORT_COLUMNS}`,
);

/**
 * Claims the oldest export of a tenant that waits, or whose lease has expired. Its writing continues after its last
 * part.
 */
export async function claimExport(tx: Tx, log: string, lease: string): Promise<ExportRow | undefined> {
  return (await tx.query<ExportRow>(claimStatement, [log, lease]))[0];
}

const abandonStatement = statement(
  'exports.give-up-exports',
  `update exports set state = 'FAILED', failure = $2, ended_at = $3, expires_at = $4, lease = null, leased_until = null
    where bank_id = $1 and (state = 'WAITING' or (state = 'RUNNING' and leased_until < now()))
      and attempts >= ${MAX_ATTEMPTS}`,
);

/** Fails the exports that have used up their attempts. */
export async function failExports(tx: Tx, log: string, failure: string, at: Date, expiresAt: Date): Promise<void> {
  await tx.query(abandonStatement, [log, failure, at, expiresAt]);
}

const OF_LEASE = `bank_id = $1 and export_id = $2 and lease = $3 and state = 'RUNNING'`;
const extendStatement = statement(
  'exports.extend-export',
  `update exports set rows = rows + $4, bytes = bytes + $5, parts = $6, cursor = $7, leased_until = ${LEASE}, attempts = 1
    where ${OF_LEASE} returning export_id`,
);
const insertPart = statement(
  'exports.insert-part',
  'insert into export_parts (bank_id, export_id, part, sealed_text, key_version) values ($1, $2, $3, $4, $5)',
);

interface NewPart {
  readonly part: number;
  readonly text: SealedText;
  readonly rows: number;
  readonly bytes: number;
  readonly cursor: string | null;
}

/** Stores a part and renews the lease. Returns false if the export was deleted or another server has claimed it. */
export async function addPart(tx: Tx, { log, id, lease }: LeasedExport, of: NewPart): Promise<boolean> {
  const { part, text, rows, bytes, cursor } = of;
  const extended = await tx.query(extendStatement, [log, id, lease, rows, bytes, part, cursor]);
  if (extended.length === 0) return false;
  await tx.query(insertPart, [log, id, part, text.sealed, text.keyVersion]);
  return true;
}

const endStatement = statement(
  'exports.end-export',
  `update exports set state = $4, failure = $5, ended_at = $6, expires_at = $7, lease = null, leased_until = null
    where ${OF_LEASE} returning export_id`,
);

export async function endExport(
  tx: Tx,
  { log, id, lease }: LeasedExport,
  { failure, at, expiresAt }: { readonly failure: string | null; readonly at: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const values = [log, id, lease, failure === null ? 'DONE' : 'FAILED', failure, at, expiresAt];
  return (await tx.query(endStatement, values)).length === 1;
}

const releaseStatement = statement(
  'exports.release-export',
  `update exports set state = 'WAITING', lease = null, leased_until = null, attempts = attempts - $4::int
    where ${OF_LEASE} returning export_id`,
  { notifies: EXPORT_CHANNEL },
);

/** Returns an export to the queue. `wasTried` is false if the server stopped: then the attempt does not count. */
export async function releaseExport(
  tx: Tx,
  { log, id, lease }: LeasedExport,
  { wasTried }: { wasTried: boolean },
): Promise<void> {
  await tx.query(releaseStatement, [log, id, lease, wasTried ? 0 : 1]);
}

const selectExpired = statement(
  'exports.select-expired',
  'select export_id from exports where bank_id = $1 and expires_at <= $2 limit 10',
);

export async function findExpired(tx: Tx, log: string, now: Date): Promise<string[]> {
  return (await tx.query<{ export_id: string }>(selectExpired, [log, now])).map(({ export_id: id }) => id);
}
