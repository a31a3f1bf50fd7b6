import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createNode, NODE_USER, type PostgresNode } from './postgres-node.ts';

/** A primary and its synchronous standby. */
export interface PostgresPair {
  readonly nodes: readonly PostgresNode[];
  readonly primary: () => PostgresNode;
  readonly standby: () => PostgresNode;
  /** For servers: both hosts, in an order that says nothing. */
  readonly url: string;
  /**
   * Makes the standby the primary. It has no standby of its own then, and serves without one, as Patroni's
   * `synchronous_mode` does it.
   */
  promote(): Promise<void>;
  /** Makes the node that was primary a standby of the new one, and has commits wait for it again. Answers how. */
  rebuild(): Promise<'pg_rewind' | 'pg_basebackup'>;
  stop(): Promise<void>;
}

const SYNC_MS = 60_000;

export async function startPair(programs: string, folder: string): Promise<PostgresPair> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const [a, b] = [await createNode('a', programs, folder), await createNode('b', programs, folder)];
  let [primary, standby] = [a, b];

  const standbyIs = async (condition: string) => {
    const until = Date.now() + SYNC_MS;
    while ((await primary.sql(`select pid from pg_stat_replication where ${condition}`)).length === 0) {
      if (Date.now() > until) throw new Error(`${standby.name} does not follow:\n${standby.log().slice(-4_000)}`);
      await delay(50);
    }
  };
  const follow = async () => {
    await standby.configure({ isSynchronous: false, follows: primary });
    await standby.start();
    // commits wait for it only from the moment on at which it can answer them
    await standbyIs("state = 'streaming'");
    await primary.configure({ isSynchronous: true });
    await standbyIs("sync_state = 'sync'");
    // its commit waits for the standby, which has everything before it then
    await primary.sql("select pg_logical_emit_message(true, 'drill', '')");
  };
  const copy = async () => {
    // the folder stays: only root may have been allowed to make it
    for (const name of readdirSync(standby.data)) rmSync(join(standby.data, name), { recursive: true, force: true });
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', NODE_USER];
    await standby.run('pg_basebackup', ...from, '-D', standby.data, '-X', 'stream', '--checkpoint=fast', '--no-sync');
  };

  const stop = async () => {
    for (const node of [a, b]) {
      node.wake();
      await node.kill();
      await node.front.close();
    }
  };
  try {
    await primary.run('initdb', '-D', a.data, '-U', NODE_USER, '-A', 'trust', '-E', 'UTF8', '--no-sync');
    await primary.configure({ isSynchronous: false });
    await primary.start();
    await primary.sql('create database cardwright', 'postgres');
    await copy();
    await follow();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes: [a, b],
    primary: () => primary,
    standby: () => standby,
    url: `postgres://${NODE_USER}@127.0.0.1:${a.front.port},127.0.0.1:${b.front.port}/cardwright?target_session_attrs=read-write`,
    async promote() {
      await standby.configure({ isSynchronous: false });
      await standby.sql('select pg_promote(true, 60)');
      [primary, standby] = [standby, primary];
    },
    async rebuild() {
      standby.wake();
      await standby.kill();
      standby.front.pass();
      const source = `host=127.0.0.1 port=${primary.port} user=${NODE_USER} dbname=cardwright`;
      let how: 'pg_rewind' | 'pg_basebackup' = 'pg_rewind';
      try {
        // pg_rewind asks for the timeline of the last checkpoint
        await primary.sql('checkpoint');
        await standby.run(
          'pg_rewind',
          '-D',
          standby.data,
          `--config-file=${standby.file}`,
          `--source-server=${source}`,
        );
      } catch {
        how = 'pg_basebackup';
        await copy();
      }
      await follow();
      return how;
    },
    stop,
  };
}
