import { partitionsOf, readMigrations } from '../storage/index.ts';
import { type Check, fail, pass, type Subject, warn } from './check.ts';

/** What makes the tables the ones that this version works on. */
export const migrationCheck: Check = {
  name: 'migrations',
  needs: 'database',
  look: ({ database }) =>
    onOwnConnection(database, async (client) => {
      const { applied, pending, unknown } = await readMigrations(client);
      if (unknown.length > 0) return fail(`made by a newer version: ${unknown.join(', ')}; start that version`);
      if (pending.length > 0) return fail(`to come: ${pending.join(', ')}; start the server of this version`);
      return pass(`${applied.length} applied, none missing and none unknown`);
    }),
};

export const schemaChecks: readonly Check[] = [
  {
    name: 'partitions',
    needs: 'schema',
    look: ({ database, now }) =>
      onOwnConnection(database, async (client) => {
        const { wanted, missing } = await partitionsOf(client, now());
        if (missing.length === 0) return pass(`${wanted} for this month and the next two`);
        const mend = 'a running server makes them every 30 seconds';
        // without those of this month and the next, messages are refused today or at the turn of the month
        const isUrgent = missing.some(({ monthsAhead }) => monthsAhead < 2);
        const told = `missing: ${missing.map(({ name }) => name).join(', ')}; ${mend}`;
        return isUrgent ? fail(told) : warn(told);
      }),
  },
];

async function onOwnConnection<T>(
  database: Subject['database'],
  work: (client: Awaited<ReturnType<Subject['database']['connect']>>) => Promise<T>,
): Promise<T> {
  const client = await database.connect({ asOwner: true });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
