import type pg from 'pg';
import { queryOne, type Statement, statement, type Tx } from '../../platform/storage/index.ts';

const tryLock = statement('embossing.try-lock', 'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as locked');

/** Locks the files of a bank until the connection ends. Returns false at once if another process holds the lock. */
export async function lockEmbossing(client: pg.Client, bankId: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(namedQuery(tryLock), ['embossing', bankId]);
  return rows[0]!.locked;
}

function namedQuery({ name, text }: Statement): { name: string; text: string } {
  return { name, text };
}

const issueNumber = statement(
  'embossing.issue-number',
  `insert into embossing_numbers_issued (bank_id, last_run) values ($1, 1)
   on conflict (bank_id) do update set last_run = embossing_numbers_issued.last_run + 1
   returning last_run`,
);

/** Takes the bank's next run number. Numbers have no gaps, because a rollback returns the number. */
export async function nextRunNumber(tx: Tx, bankId: string): Promise<number> {
  return (await queryOne<{ last_run: number }>(tx, issueNumber, [bankId])).last_run;
}

const claimDayStatement = statement(
  'embossing.claim-day',
  `insert into embossing_numbers_issued (bank_id, last_run, scheduled_day) values ($1, 0, $2)
   on conflict (bank_id) do update set scheduled_day = excluded.scheduled_day
     where coalesce(embossing_numbers_issued.scheduled_day, '0001-01-01') < excluded.scheduled_day
   returning bank_id`,
);

/** Returns true for one server a day, which then does the scheduled run. */
export async function claimDay(tx: Tx, bankId: string, day: string): Promise<boolean> {
  return (await tx.query(claimDayStatement, [bankId, day])).length === 1;
}

const selectScheduledDay = statement(
  'embossing.select-scheduled-day',
  'select scheduled_day from embossing_numbers_issued where bank_id = $1',
);

/** Reads the last local day whose scheduled run was done. */
export async function readScheduledDay(tx: Tx, bankId: string): Promise<string | undefined> {
  const rows = await tx.query<{ scheduled_day: string | null }>(selectScheduledDay, [bankId]);
  return rows[0]?.scheduled_day ?? undefined;
}
