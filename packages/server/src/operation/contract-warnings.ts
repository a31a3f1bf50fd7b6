import type { Warning } from '@cardwright/contract';
import { type Database, statement, type Tx } from '../storage/index.ts';

/** Different warnings remembered between two writes; more than that are only counted in the metric. */
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
 * Counts accepted deviations by bank, operation, path, rule and day. They are gathered in memory and written together
 * every second: a network that spells one key its own way would otherwise cost every authorization a row.
 */
export interface WarningLedger {
  record(bankId: string, operation: string, warnings: readonly Warning[], at: Date): void;
  /** Writes what was gathered. */
  flush(): Promise<void>;
}

export function createWarningLedger(database: Database): WarningLedger {
  let gathered = new Map<string, Counted>();
  let writing: Promise<void> = Promise.resolve();
  const writeGathered = async () => {
    if (gathered.size === 0) return;
    // one order for all servers, so that two of them cannot wait for each other
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
          gathered.set(key, { bankId, operation, path: path.slice(0, 200), rule, count: 1n, firstAt: at, lastAt: at });
        }
      }
    },
    flush() {
      // one after the other: who asks for a flush sees all that was gathered, also what another one is just writing
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
