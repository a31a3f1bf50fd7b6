import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createNode, NODE_USER, type PostgresNode } from './postgres-node.ts';

/** A primary and its synchronous standby. */
export interface PostgresPair {
  readonly nodes: readonly PostgresNode[];
  readonly primary: () => PostgresNode;
  readonly standby: () => PostgresNode;
  /** A URL for servers with both hosts; their order does not show which one is primary. */
  readonly url: string;
  /** Promotes the standby. It then has no standby of its own and serves without one, as with Patroni's `synchronous_mode`. */
  promote(): Promise<void>;
  /** Makes the former primary a standby of the new one, and has commits wait for it again. Returns the method. */
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
    // commits wait for it only once it can confirm them
    await standbyIs("state = 'streaming'");
    await primary.configure({ isSynchronous: true });
    await standbyIs("sync_state = 'sync'");
    // this commit waits for the standby, which then has everything before it
    await primary.sql("select pg_logical_emit_message(true, 'drill', '')");
  };
  const copy = async () => {
    // keep the folder: only root may be allowed to create it
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
        // pg_rewind needs the timeline of the last checkpoint
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
