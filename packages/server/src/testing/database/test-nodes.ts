import pg from 'pg';
import type { ConnectionSettings } from '../../platform/storage/index.ts';

/** Few shards, because each test file has its own database, with this many shards of each table. */
export const SHARDS_OF_TESTS = 4;

/** Whether the tests run on Citus (`npm run test:citus`): DATABASE_URL is then a coordinator with its workers. */
export function isOnCitus(): boolean {
  return process.env.CARDWRIGHT_TEST_CITUS === 'on';
}

export async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the server of the run, followed on Citus by its workers. */
export async function nodesOf(cluster: ConnectionSettings): Promise<ConnectionSettings[]> {
  if (!isOnCitus()) return [cluster];
  const { rows } = await withClient(cluster, (client) =>
    client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by 1, 2`,
    ),
  );
  return [cluster, ...rows.map((at) => ({ ...cluster, ...at }))];
}

/**
 * Runs a command about databases on every node. A Citus database is one of the same name on each node. Nothing may be connected
 * to a database while it is cloned, not even the daemon that Citus runs in each.
 */
export async function onEach(nodes: readonly ConnectionSettings[], command: string): Promise<void> {
  const [, template] = / template (\w+)/.exec(command) ?? [];
  await Promise.all(nodes.map((node) => withClient(node, (client) => carryOut(client, command, template))));
}

async function carryOut(client: pg.Client, command: string, template: string | undefined): Promise<void> {
  for (let tries = 1; ; tries++) {
    if (isOnCitus() && template !== undefined)
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [template]);
    try {
      await client.query(command);
      return;
    } catch (error) {
      const isInUse = (error as { code?: string }).code === '55006';
      if (!isInUse || tries === 20) throw error;
    }
  }
}

/** Joins the nodes' databases of this name to one Citus database. */
export async function joinNodes(nodes: readonly ConnectionSettings[], database: string): Promise<void> {
  if (!isOnCitus()) return;
  for (const node of nodes) await withClient({ ...node, database }, (client) => client.query('create extension citus'));
  const [coordinator, ...workers] = nodes;
  await withClient({ ...coordinator, database }, async (client) => {
    const at = ({ host, port }: ConnectionSettings) => [host, port];
    if (coordinator !== undefined) await client.query('select citus_set_coordinator_host($1, $2)', at(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', at(worker));
  });
}
