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
  /** The same database as a URL, for a server in a process of its own. */
  readonly url: string;
  /** Any SQL, for looking at what is stored. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Fails where a table holds a card number that the test file has used. */
  close(): Promise<void>;
}

/** On Citus: a test may join tables by any column, however long that takes, and plant a fault with a trigger. */
const FREE_TO_LOOK = '-c citus.enable_repartition_joins=on -c citus.enable_unsafe_triggers=on';

/**
 * A database of the test file's own: a clone of the migrated template, of the one that holds what a test server starts
 * with, or one without any table.
 */
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
      const leak = leaks.find((found) => found !== undefined);
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
