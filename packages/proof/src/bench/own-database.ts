import type { ConnectionSettings } from '@cardwright/server/internal/platform/storage/index';
import pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';

/** Creates another database on the server of the bench, so that a measurement changes nothing for others. */
export async function createOwnDatabase(
  bench: BenchDatabase,
  name: string,
): Promise<{ readonly connection: ConnectionSettings; readonly url: string }> {
  const admin = new pg.Client(bench.connection);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(bench.url);
  url.pathname = `/${name}`;
  return { connection: { ...bench.connection, database: name }, url: url.href };
}
