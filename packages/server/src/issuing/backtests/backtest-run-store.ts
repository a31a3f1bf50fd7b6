import type { RunState } from '@cardwright/contract';
import type { Page } from '../../platform/kernel/page.ts';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import { deleteDifferences } from './difference-store.ts';
import type { RunLease } from './run-lease.ts';

/** The notification channel that wakes backtest runners. */
export const BACKTEST_CHANNEL = 'cardwright_backtests';
/** A run whose server does not renew the lease within this time can be claimed by another server. */
const LEASE = `now() + interval '30 seconds'`;
/** A run fails after this many attempts. The limit stops a run that crashes every server that begins it. */
const MAX_ATTEMPTS = 3;
/** How many ended runs are stored for each bank. */
const MAX_STORED = 100;

export interface BacktestRow {
  backtest_id: string;
  state: RunState;
  from_at: Date | null;
  to_at: Date;
  proposal: string;
  accounts: string[] | null;
  asked_by: string;
  asked_at: Date;
  done: bigint;
  total: bigint | null;
  failure: string | null;
  result: string | null;
  ended_at: Date | null;
}

const COLUMNS = `backtest_id, state, from_at, to_at, proposal, accounts, asked_by, asked_at, done, total, failure, result, ended_at`;

/** Serializes the requests of a bank that count its runs and add one. */
const lockRuns = statement('backtests.lock-runs', 'select pg_advisory_xact_lock(hashtext($1), hashtext($2))', {
  locks: { kind: 'backtests', by: [2] },
});
const countActive = statement(
  'backtests.count-active',
  `select count(*)::int as count from backtests where bank_id = $1 and state in ('WAITING', 'RUNNING')`,
);

export async function countActiveRuns(tx: Tx, bankId: string): Promise<number> {
  await tx.query(lockRuns, ['backtests', bankId]);
  return (await queryOne<{ count: number }>(tx, countActive, [bankId])).count;
}

const insertRun = statement(
  'backtests.insert-run',
  `insert into backtests (bank_id, backtest_id, state, from_at, to_at, proposal, accounts, asked_by, asked_at)
   values ($1, $2, 'WAITING', $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
  { notifies: BACKTEST_CHANNEL },
);
const deleteOldRuns = statement(
  'backtests.delete-old-runs',
  `delete from backtests where bank_id = $1 and ended_at is not null
      and backtest_id not in (select backtest_id from backtests where bank_id = $1 order by asked_at desc limit $2)
   returning backtest_id`,
);

type NewRun = Pick<
  BacktestRow,
  'backtest_id' | 'from_at' | 'to_at' | 'proposal' | 'accounts' | 'asked_by' | 'asked_at'
>;

/** Adds a run. Deletes the ended runs of the bank that are not among its newest. */
export async function addRun(tx: Tx, bankId: string, run: NewRun): Promise<BacktestRow> {
  const { backtest_id: id, from_at: from, to_at: to, proposal, accounts, asked_by: by, asked_at: at } = run;
  const old = await tx.query<{ backtest_id: string }>(deleteOldRuns, [bankId, MAX_STORED]);
  for (const { backtest_id: backtestId } of old) await deleteDifferences(tx, { bankId, backtestId });
  return queryOne<BacktestRow>(tx, insertRun, [bankId, id, from, to, proposal, accounts, by, at]);
}

const selectRun = statement(
  'backtests.select-run',
  `select ${COLUMNS} from backtests where bank_id = $1 and backtest_id = $2`,
);

export async function findRun(tx: Tx, bankId: string, backtestId: string): Promise<BacktestRow | undefined> {
  return (await tx.query<BacktestRow>(selectRun, [bankId, backtestId]))[0];
}

export interface BacktestListRow extends Omit<BacktestRow, 'result'> {
  readonly changed: bigint | null;
  /** Derived from the run's id, because two runs can have the same time of request. */
  readonly place: bigint;
}

const RUN_PLACE = `('x' || left(replace(backtest_id::text, '-', ''), 15))::bit(60)::bigint`;
const selectRuns = statement(
  'backtests.select-runs',
  `select ${COLUMNS.replace(', result', '')}, 
          (result::json ->> 'changed')::bigint + coalesce((result::json #>> '{provisionings,changed}')::bigint, 0) as changed,
          ${RUN_PLACE} as place
     from backtests where bank_id = $1 and (asked_at, ${RUN_PLACE}) < ($2, $3)
    order by asked_at desc, place desc limit $4`,
);

/** Lists runs newest first, with one row more than the page holds. */
export function listRunRows(tx: Tx, bankId: string, { before, limit }: Page): Promise<BacktestListRow[]> {
  return tx.query(selectRuns, [bankId, before.at, before.id, limit + 1]);
}

const cancelStatement = statement(
  'backtests.cancel-run',
  `update backtests set state = 'CANCELLED', ended_at = $3, lease = null, leased_until = null
    where bank_id = $1 and backtest_id = $2 and state in ('WAITING', 'RUNNING')`,
  { locks: { kind: 'backtest', by: [1, 2] } },
);

export async function cancelRun(tx: Tx, bankId: string, backtestId: string, now: Date): Promise<void> {
  await tx.query(cancelStatement, [bankId, backtestId, now]);
}

const selectBanks = statement(
  'backtests.select-banks-with-runs',
  `select bank_id from backtests where state in ('WAITING', 'RUNNING')
    group by bank_id order by min(asked_at) filter (where state = 'WAITING')`,
);

/** Returns the banks that have runs to carry out; the bank that has waited longest comes first. */
export async function findBanksWithRuns(tx: Tx): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectBanks, [])).map(({ bank_id: bankId }) => bankId);
}

const claimStatement = statement(
  'backtests.claim-run',
  `update backtests
      set state = 'RUNNING', lease = $2, leased_until = ${LEASE}, attempts = attempts + 1, done = 0, total = null
    where bank_id = $1 and backtest_id = (
      select backtest_id from backtests
       where bank_id = $1 and (state = 'WAITING' or (state = 'RUNNING' and leased_until < now()))
         and attempts < ${MAX_ATTEMPTS}
       order by asked_at limit 1 for update skip locked)
   returning ${COLUMNS}`,
);

/** Claims the oldest run of a bank that is waiting or whose lease has expired. */
export async function claimRun(tx: Tx, bankId: string, lease: string): Promise<BacktestRow | undefined> {
  return (await tx.query<BacktestRow>(claimStatement, [bankId, lease]))[0];
}

const abandonStatement = statement(
  'backtests.give-up-runs',
  `update backtests set state = 'FAILED', failure = $2, ended_at = $3, lease = null, leased_until = null
    where bank_id = $1 and (state = 'WAITING' or (state = 'RUNNING' and leased_until < now()))
      and attempts >= ${MAX_ATTEMPTS}`,
);

/** Fails the runs that have used up their attempts. */
export async function failRuns(tx: Tx, bankId: string, failure: string, now: Date): Promise<void> {
  await tx.query(abandonStatement, [bankId, failure, now]);
}

const OF_LEASE = `bank_id = $1 and backtest_id = $2 and lease = $3 and state = 'RUNNING'`;
const beatStatement = statement(
  'backtests.beat',
  `update backtests set done = $4, total = $5, leased_until = ${LEASE} where ${OF_LEASE} returning backtest_id`,
);

/** Reports progress and renews the lease. Returns false if the run was cancelled or another server has claimed it. */
export async function beat(
  tx: Tx,
  { bankId, backtestId, lease }: RunLease,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  return (await tx.query(beatStatement, [bankId, backtestId, lease, done, total])).length === 1;
}

const releaseStatement = statement(
  'backtests.release-run',
  `update backtests set state = 'WAITING', lease = null, leased_until = null, attempts = attempts - $4::int
    where ${OF_LEASE} returning backtest_id`,
  { notifies: BACKTEST_CHANNEL },
);

/** Returns a run to the queue. `wasTried` is false if the server stopped: the attempt does not count. */
export async function releaseRun(
  tx: Tx,
  { bankId, backtestId, lease }: RunLease,
  { wasTried }: { wasTried: boolean },
): Promise<void> {
  await tx.query(releaseStatement, [bankId, backtestId, lease, wasTried ? 0 : 1]);
}

const endStatement = statement(
  'backtests.end-run',
  `update backtests set state = 'DONE', result = $4, done = $5, total = $5, ended_at = $6, lease = null, leased_until = null
    where ${OF_LEASE}`,
);

export async function endRun(
  tx: Tx,
  { bankId, backtestId, lease }: RunLease,
  { result, done }: { result: string; done: number },
  now: Date,
): Promise<void> {
  await tx.query(endStatement, [bankId, backtestId, lease, result, done, now]);
}
