import { partitionsOf, problemOfMigrations, readMigrations } from '../../platform/storage/index.ts';
import { type Check, type CheckSubject, failed, passed, warned } from './check.ts';

/**
 * The detail of the failed check for an empty database. Nothing is broken, so the doctor skips the checks of missing
 * objects.
 */
export const EMPTY =
  'the database is empty: start the server once to create the tables and apply CARDWRIGHT_CONFIG_FILE, then run this check again';

/** Checks that the migrations of this version are applied. */
export const migrationCheck: Check = {
  name: 'migrations',
  needs: 'database',
  run: ({ database }) =>
    onOwnConnection(database, async (client) => {
      const state = await readMigrations(client);
      const { applied, pending } = state;
      const problem = problemOfMigrations(state);
      if (problem !== undefined) return failed(problem);
      if (applied.length === 0) return failed(EMPTY);
      if (pending.length > 0) return failed(`not applied: ${pending.join(', ')}; start the server of this version`);
      return passed(`${applied.length} applied, none missing and none unknown`);
    }),
};

export const schemaChecks: readonly Check[] = [
  {
    name: 'partitions',
    needs: 'schema',
    run: ({ database, now }) =>
      onOwnConnection(database, async (client) => {
        const { expected, missing } = await partitionsOf(client, now());
        if (missing.length === 0) return passed(`${expected} for this month and the next two`);
        const mend = 'a running server creates them every 30 seconds';
        // without the partitions of this month and the next, messages fail now or at the turn of the month
        const isUrgent = missing.some(({ monthsAhead }) => monthsAhead < 2);
        const summary = `missing: ${missing.map(({ name }) => name).join(', ')}; ${mend}`;
        return isUrgent ? failed(summary) : warned(summary);
      }),
  },
];

async function onOwnConnection<T>(
  database: CheckSubject['database'],
  work: (client: Awaited<ReturnType<CheckSubject['database']['connect']>>) => Promise<T>,
): Promise<T> {
  const client = await database.connect({ asOwner: true });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
