import { firstCharacters, type Warning } from '@cardwright/contract';
import { type Database, statement, type Tx } from '../storage/index.ts';

/** Maximum number of different warnings kept between two writes; further ones are only counted in the metric. */
const MOST_REMEMBERED = 5_000;

const addWarnings = statement(
  'operation.add-warnings',
  `insert into contract_warnings (bank_id, on_day, operation, path, rule, occurrences, first_at, last_at)
   select * from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[],
                        $7::timestamptz[], $8::timestamptz[])
   on conflict (bank_id, on_day, operation, path, rule) do update
     set occurrences = contract_warnings.occurrences + excluded.occurrences, last_at = excluded.last_at`,
);

interface Counted {
  bankId: string;
  operation: string;
  path: string;
  rule: string;
  count: bigint;
  firstAt: Date;
  lastAt: Date;
}

/**
 * Counts accepted deviations by bank, operation, path, rule and day. They are collected in memory and written together
 * every second. Otherwise a network that always misspells one key would cost a row for each authorization.
 */
export interface WarningLedger {
  record(bankId: string, operation: string, warnings: readonly Warning[], at: Date): void;
  /** Writes the collected warnings. */
  flush(): Promise<void>;
}

export function createWarningLedger(database: Database): WarningLedger {
  let gathered = new Map<string, Counted>();
  let writing: Promise<void> = Promise.resolve();
  const writeGathered = async () => {
    if (gathered.size === 0) return;
    // the same order on all servers, which avoids deadlocks
    const rows = [...gathered].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
    gathered = new Map();
    await write(database, rows);
  };
  return {
    record(bankId, operation, warnings, at) {
      for (const { path, rule } of warnings) {
        const key = JSON.stringify([bankId, at.toISOString().slice(0, 10), operation, path, rule]);
        const known = gathered.get(key);
        if (known !== undefined) {
          known.count++;
          known.lastAt = at;
        } else if (gathered.size < MOST_REMEMBERED) {
          gathered.set(key, {
            bankId,
            operation,
            path: firstCharacters(path, 200),
            rule,
            count: 1n,
            firstAt: at,
            lastAt: at,
          });
        }
      }
    },
    flush() {
      // one flush at a time: after it, everything collected so far is written, also by a flush that was running already
      writing = writing.catch(() => {}).then(writeGathered);
      return writing;
    },
  };
}

async function write(database: Tx, rows: readonly Counted[]): Promise<void> {
  await database.query(addWarnings, [
    rows.map((row) => row.bankId),
    rows.map((row) => row.firstAt.toISOString().slice(0, 10)),
    rows.map((row) => row.operation),
    rows.map((row) => row.path),
    rows.map((row) => row.rule),
    rows.map((row) => row.count),
    rows.map((row) => row.firstAt),
    rows.map((row) => row.lastAt),
  ]);
}

const selectWarnings = statement(
  'operation.select-warnings',
  `select operation, path, rule, occurrences::int as count, first_at, last_at from contract_warnings
    where bank_id = $1 order by last_at desc, operation, path, rule limit 1000`,
);

export interface ListedWarning {
  operation: string;
  path: string;
  rule: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

/** The bank's warnings, newest first, at most 1000. */
export function readWarnings(tx: Tx, bankId: string): Promise<ListedWarning[]> {
  return tx.query(selectWarnings, [bankId]);
}
