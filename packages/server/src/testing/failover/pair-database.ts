import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type ChaosDatabase, processesIn } from '../chaos/chaos-database.ts';
import { NODE_USER } from './postgres-node.ts';
import type { PostgresPair } from './postgres-pair.ts';

const ANSWERS_MS = 60_000;

/** The pair as the checks of a run see a database: always the primary. */
export function pairDatabase(pair: PostgresPair, folder: string): ChaosDatabase {
  const connection = () => ({
    host: '127.0.0.1',
    port: pair.primary().port,
    user: NODE_USER,
    database: 'cardwright',
  });
  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ ...connection(), statement_timeout: 60_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  let logged: string | undefined;
  const log = () => pair.nodes.map((node) => `---- ${node.name}\n${node.log()}`).join('\n');
  return {
    connection,
    sql,
    socket: () => folder,
    disk: undefined,
    log: () => logged ?? log(),
    postmasterPid: () => undefined,
    processes: () => processesIn(folder),
    async answers() {
      const until = Date.now() + ANSWERS_MS;
      for (;;) {
        const error = await sql('select 1').then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) return;
        if (Date.now() > until) throw error;
        await delay(100);
      }
    },
    async stop() {
      logged ??= log();
      await pair.stop();
    },
  };
}
