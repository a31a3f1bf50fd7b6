import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type ConnectionSettings, type Database, openDatabase } from '../../platform/storage/index.ts';
import { STATEMENT_LIMIT_MS } from '../within.ts';
import { findLeakedNumber } from './search-database.ts';
import { isOnCitus, onEach } from './test-nodes.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly connection: ConnectionSettings;
  /** The URL of the database, for a server in its own process. */
  readonly url: string;
  /** Runs SQL, to inspect what is stored. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Fails if a table contains a card number that the test file used. */
  close(): Promise<void>;
}

/** On Citus: allows joins by any column, however slow, and triggers that inject faults. */
const FREE_TO_LOOK = '-c citus.enable_repartition_joins=on -c citus.enable_unsafe_triggers=on';

/** Creates a database for the test file: a clone of the migrated template, of the seeded template, or one without tables. */
export async function testDatabase({
  from = 'migrated',
}: {
  from?: 'migrated' | 'seeded' | 'empty';
} = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `cardwright_test_${randomBytes(6).toString('hex')}`;
  const template = from === 'empty' ? 'template0' : inject('templates')[from];
  const nodes = inject('nodes');
  await onEach(nodes, `create database ${name} template ${template} strategy ${inject('cloneStrategy')}`);
  // a clone has none of its template's settings
  if (isOnCitus()) await onEach(nodes, `alter database ${name} set plan_cache_mode = 'force_custom_plan'`);
  const connection = { ...cluster, database: name };
  const database = openDatabase({
    connection,
    maxConnections: 10,
    statementTimeoutMs: STATEMENT_LIMIT_MS,
    onError: () => {},
  });
  const inspector = new pg.Pool({ ...connection, ...(isOnCitus() && { options: FREE_TO_LOOK }), max: 1 });
  inspector.on('error', () => {});
  return {
    database,
    connection,
    url: urlOf(connection),
    sql: async (text, values = []) => (await inspector.query(text, values)).rows,
    close: async () => {
      await inspector.end();
      await database.close();
      const leaks = await Promise.all(nodes.map((node) => findLeakedNumber({ ...node, database: name })));
      await onEach(nodes, `drop database if exists ${name} with (force)`);
      const leak = leaks.find((line) => line !== undefined);
      if (leak !== undefined) throw new Error(leak);
    },
  };
}

function urlOf(connection: ConnectionSettings): string {
  const user = encodeURIComponent(connection.user ?? '');
  const password = connection.password ? `:${encodeURIComponent(String(connection.password))}` : '';
  const host = encodeURIComponent(connection.host ?? 'localhost');
  return `postgres://${user}${password}@localhost:${connection.port}/${connection.database}?host=${host}`;
}
