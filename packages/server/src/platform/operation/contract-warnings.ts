import { firstCharacters, type Warning } from '@cardwright/contract';
import { type Database, statement, type Tx } from '../storage/index.ts';

/** Maximum number of different warnings in memory between two writes. Further ones are only counted in the metric. */
const MOST_REMEMBERED = 5_000;

/** Number of fields of one caller that are counted separately on a day. */
const MOST_FIELDS = 500;
const OTHER_FIELDS = '*';

const addWarnings = statement(
  'operation.add-warnings',
  `insert into contract_warnings (bank_id, on_day, caller, operation, path, rule, occurrences, first_at, last_at)
   select * from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                        $8::timestamptz[], $9::timestamptz[])
   on conflict (bank_id, on_day, caller, operation, path, rule) do update
     set occurrences = contract_warnings.occurrences + excluded.occurrences, last_at = excluded.last_at`,
);

interface Counted {
  bankId: string;
  caller: string;
  operation: string;
  path: string;
  rule: string;
  count: bigint;
  firstAt: Date;
  lastAt: Date;
}

/**
 * Counts accepted deviations by bank, caller, operation, path, rule and day. They are collected in memory and written
 * together every second: otherwise a network that always misspells one key would cost a row for each authorization. A
 * caller that always sends new fields gets a limited number of rows a day, and one more for all others.
 */
export interface WarningLedger {
  record(bankId: string, caller: string, operation: string, warnings: readonly Warning[], at: Date): void;
  /** Writes the collected warnings. */
  flush(): Promise<void>;
}

export function createWarningLedger(database: Database): WarningLedger {
  const fields = createFieldNames();
  let gathered = new Map<string, Counted>();
  let writing: Promise<void> = Promise.resolve();
  const writeGathered = async () => {
    if (gathered.size === 0) return;
    // rows have the same order on all servers, which avoids deadlocks
    const rows = [...gathered].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
    gathered = new Map();
    await write(database, rows);
  };
  return {
    record(bankId, caller, operation, warnings, at) {
      const day = at.toISOString().slice(0, 10);
      for (const { path: sent, rule } of warnings) {
        const path = fields.named(`${bankId} ${caller}`, day, firstCharacters(sent, 200));
        const key = JSON.stringify([bankId, day, caller, operation, path, rule]);
        const known = gathered.get(key);
        if (known !== undefined) {
          known.count++;
          known.lastAt = at;
        } else if (gathered.size < MOST_REMEMBERED) {
          gathered.set(key, {
            bankId,
            caller,
            operation,
            path,
            rule,
            count: 1n,
            firstAt: at,
            lastAt: at,
          });
        }
      }
    },
    flush() {
      // one flush at a time: after it, everything collected before it is written, also by a flush in progress
      writing = writing.catch(() => {}).then(writeGathered);
      return writing;
    },
  };
}

/** Selects the fields of a caller that are counted separately on a day: the first ones. */
function createFieldNames() {
  const told = new Map<string, { day: string; paths: Set<string> }>();
  return {
    named(caller: string, day: string, path: string): string {
      let known = told.get(caller);
      if (known === undefined || known.day !== day) {
        known = { day, paths: new Set() };
        told.set(caller, known);
      }
      if (known.paths.has(path)) return path;
      if (known.paths.size >= MOST_FIELDS) return OTHER_FIELDS;
      known.paths.add(path);
      return path;
    },
  };
}

async function write(database: Tx, rows: readonly Counted[]): Promise<void> {
  await database.query(addWarnings, [
    rows.map((row) => row.bankId),
    rows.map((row) => row.firstAt.toISOString().slice(0, 10)),
    rows.map((row) => row.caller),
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
  `select caller, operation, path, rule, occurrences::int as count, first_at, last_at from contract_warnings
    where bank_id = $1 order by last_at desc, operation, path, rule, caller limit 1000`,
);

export interface WarningEntry {
  caller: string;
  operation: string;
  path: string;
  rule: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

/** The bank's warnings, newest first, at most 1000. */
export function readWarnings(tx: Tx, bankId: string): Promise<WarningEntry[]> {
  return tx.query(selectWarnings, [bankId]);
}

const deleteWarnings = statement(
  'operation.delete-warnings',
  'delete from contract_warnings where bank_id = $1 and on_day < $2::date',
);

/** Deletes the warnings of earlier days. */
export async function forgetWarnings(tx: Tx, bankId: string, before: Date): Promise<void> {
  await tx.query(deleteWarnings, [bankId, before.toISOString().slice(0, 10)]);
}
