import { setTimeout as delay } from 'node:timers/promises';
import { processesIn, sqlOf } from '../../../server/src/testing/database/node-processes.ts';
import { NODE_USER } from '../../../server/src/testing/database/postgres-node.ts';
import type { ReplicationPair } from '../../../server/src/testing/database/replication-pair.ts';
import type { ChaosDatabase } from '../chaos/chaos-database.ts';

const ANSWERS_MS = 60_000;

/** The replicated database in the form that the checks of a run use. It always connects to the primary. */
export function replicatedDatabase(replicated: ReplicationPair, folder: string): ChaosDatabase {
  const connection = () => ({
    host: '127.0.0.1',
    port: replicated.primary().port,
    user: NODE_USER,
    database: 'cardwright',
  });
  const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    sqlOf({ ...connection(), statement_timeout: 60_000 }, text, values);
  let logged: string | undefined;
  const log = () => replicated.nodes.map((node) => `---- ${node.name}\n${node.log()}`).join('\n');
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
      await replicated.stop();
    },
  };
}
