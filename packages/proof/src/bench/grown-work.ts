import { ensurePartitions } from '@cardwright/server/internal/platform/storage/index';
import type pg from 'pg';
import type { BenchServerProcess } from './bench-process.ts';
import { GROWN_BANK } from './seeds/seed-grown.ts';

/** Work that a server does by itself, with the way to make it due. */
export interface GrownWork {
  readonly name: string;
  /**
   * Whether the work ends reservations: it is due only in a server with the usual days, and takes too long to wait for.
   */
  readonly isOfReservations?: true;
  /** Makes the work due. */
  prepare(client: pg.Client, rows: number): Promise<void>;
  /** SQL that returns the amount of remaining work. */
  left: string;
}

const OLD_LOG = 'acquirer:BENCH-OLD';
/** Older than the thirteen months for which the audit log is stored. */
const OLD_MONTHS = 15;
const DAY_MS = 86_400_000;

/** The partitions of future months. */
const FROM_COMING = `from pg_inherits where inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$'
              and right(inhrelid::regclass::text, 7) > to_char(now() at time zone 'UTC', 'YYYY_MM')`;

/**
 * The kinds of work: none; partitions of future months; requests older than 90 days; an expired month of the audit log;
 * reservations.
 */
export const GROWN_WORK: readonly GrownWork[] = [
  { name: 'none', prepare: async () => {}, left: 'select 0::bigint as left' },
  {
    name: 'partitions made',
    prepare: dropComing,
    left: `select 18 - count(*) as left ${FROM_COMING}`,
  },
  {
    name: 'requests forgotten',
    prepare: claimLongAgo,
    left: `select count(*) as left from message_claims where bank_id = '${GROWN_BANK}' and claimed_at < now() - interval '90 days'`,
  },
  {
    name: 'month of audit dropped',
    prepare: auditLongAgo,
    left: `select count(*) as left from audit_chain where bank_id = '${OLD_LOG}'`,
  },
  {
    name: 'reservations ended',
    isOfReservations: true,
    prepare: async () => {},
    left: `select count(*) as left from authorizations
            where bank_id = '${GROWN_BANK}' and state = 'A' and decided_at < now() - interval '7 days'`,
  },
];

/** Makes the server do all work that is due, and waits until it is done. */
export async function runDueJobs({ host, port }: BenchServerProcess): Promise<void> {
  const answer = await fetch(`http://${host}:${port}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: '1' }),
  });
  if (!answer.ok) throw new Error(`the clock: HTTP ${answer.status} ${await answer.text()}`);
}

async function dropComing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select inhrelid::regclass::text as name ${FROM_COMING}`);
  for (const { name } of rows) await client.query(`drop table ${name}`);
}

async function claimLongAgo(client: pg.Client, rows: number): Promise<void> {
  await client.query(
    `insert into message_claims (bank_id, src_application, msg_id, operation, content_hash, content_version, answer, claimed_at)
     select $1, 'BENCH', 'bench-' || $2 || '-' || n, 'cards.create-card', sha256(n::text::bytea), 1, repeat('{"answer": 1}', 40),
            now() - interval '100 days'
       from generate_series(1, $3::int) n`,
    [GROWN_BANK, String(Date.now()), rows],
  );
}

/**
 * Inserts rows in the form in which sealing leaves them, with invalid hashes: nothing reads them before they are
 * dropped.
 */
async function auditLongAgo(client: pg.Client, rows: number): Promise<void> {
  const month = new Date();
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() - OLD_MONTHS);
  await ensurePartitions(client, month);
  const at = new Date(month.getTime() + DAY_MS);
  await client.query(
    `with written as (
       insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details)
       select $1, $2, 'bench', 'cards.read-card', 'card:' || n, 'read', 'r' || n, jsonb_build_object('masked', 'XXXXXXXXXXXX1234')
         from generate_series(1, $3::int) n
       returning audit_id)
     insert into audit_chain (bank_id, chain_no, audit_id, at, row_hash, chain_hash, sealed_at)
     select $1, row_number() over (order by audit_id), audit_id, $2, sha256(audit_id::text::bytea), '\\x00', $2 from written`,
    [OLD_LOG, at, rows],
  );
  await client.query(
    `insert into audit_seals (bank_id, chain_no, chain_hash, sealed_at, key_version, mac)
     select $1, $3, '\\x00', $2, min(key_version), '\\x00' from data_keys`,
    [OLD_LOG, at, rows],
  );
}
