import pg from 'pg';
import type { ConnectionSettings } from '../../platform/storage/index.ts';

/** Locks a table against reads and writes until the returned function is called. */
export async function holdWholeTable(connection: ConnectionSettings, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}
