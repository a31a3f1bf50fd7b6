import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE_USER } from '../../../server/src/testing/database/postgres-node.ts';
import type { ReplicationPair } from '../../../server/src/testing/database/replication-pair.ts';
import { freePort, runHaproxy } from '../../../server/src/testing/system/installed-haproxy.ts';
import { startEtcd } from './etcd.ts';
import { databaseProxyFile } from './patroni-files.ts';
import { createPatroniNode, type PatroniNode, type PatroniPrograms } from './patroni-node.ts';

const SETTLES_MS = 180_000;
const POLL_INTERVAL_MS = 100;

/**
 * Starts three PostgreSQL servers under Patroni, which promotes and rebuilds them. After the loss of a primary, two
 * remain, and synchronous replication stays strict.
 */
export async function startPatroni(programs: PatroniPrograms, folder: string): Promise<ReplicationPair> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const etcd = await startEtcd(programs.etcd);
  const nodes: PatroniNode[] = [];
  for (const name of ['a', 'b', 'c'])
    nodes.push(await createPatroniNode(name, programs, { folder, etcdPort: etcd.port }));
  const [proxyPort, places] = [await freePort(), nodes.map(({ place }) => place)];
  const proxy = await runHaproxy(programs.haproxy, databaseProxyFile(proxyPort, places));
  let primary: PatroniNode | undefined;
  let failedProbes = 0;
  /** The length of each log before the last failover. */
  let logged = new Map<PatroniNode, number>();

  const present = () => {
    if (primary === undefined) throw new Error('Patroni has no primary yet');
    return primary;
  };
  const logs = () => nodes.map(({ name, log }) => `---- ${name}\n${log().slice(-3_000)}`).join('\n');
  const until = async <T>(what: string, probe: () => Promise<T | undefined>): Promise<T> => {
    const untilMs = Date.now() + SETTLES_MS;
    for (;;) {
      const result = await probe().catch(() => undefined);
      if (result !== undefined) return result;
      if (Date.now() > untilMs) throw new Error(`${what} for too long:\n${logs()}`);
      await delay(POLL_INTERVAL_MS);
    }
  };
  const settle = async () => {
    const leader = await until('not all standbys follow', () => wholeUnder(nodes));
    if (primary !== undefined && leader !== primary) failedProbes += 1;
    primary = leader;
    logged = new Map(nodes.map((node) => [node, node.log().length]));
  };
  const stop = async () => {
    for (const node of nodes) {
      node.wake();
      await node.kill();
      await node.close();
    }
    await proxy.stop();
    await etcd.stop();
  };
  try {
    for (const node of nodes) node.start();
    await settle();
    await present().sql('create database cardwright', 'postgres');
  } catch (error) {
    await stop();
    throw error;
  }
  const byProxy = `127.0.0.1:${proxyPort}`;
  const byHosts = places.map(({ frontPort }) => `127.0.0.1:${frontPort}`).join(',');
  return {
    output: () => `three PostgreSQL servers under Patroni and etcd; ${failedProbes} failovers outside of the drill`,
    nodes,
    primary: present,
    // The first server connects through HAProxy, the other one with the names of all hosts.
    url: (server) =>
      `postgres://${NODE_USER}@${server === 0 ? byProxy : byHosts}/cardwright?target_session_attrs=read-write`,
    settle,
    async promote() {
      const others = nodes.filter((node) => node !== primary);
      primary = await until('no standby is promoted', async () => {
        for (const node of others) if (await isPrimary(node)) return node;
      });
    },
    async rebuild(oldPrimary) {
      const node = nodes.find((one) => one === oldPrimary)!;
      const from = logged.get(node) ?? 0;
      node.start();
      await settle();
      return howRebuilt(node.log().slice(from));
    },
    async holdStill() {
      await settle();
      await present().pause();
      await until('Patroni does not pause', async () => (await present().query('/patroni'))?.json.pause);
    },
    stop,
  };
}

async function isPrimary(node: PatroniNode): Promise<boolean> {
  if ((await node.query('/primary'))?.status !== 200) return false;
  const [row] = await node.sql<{ standby: boolean }>('select pg_is_in_recovery() as standby', 'postgres');
  return row?.standby === false;
}

/** Returns the primary, once all other nodes follow it and Patroni knows which of them has every commit. */
async function wholeUnder(nodes: readonly PatroniNode[]): Promise<PatroniNode | undefined> {
  for (const node of nodes) {
    if (!(await isPrimary(node))) continue;
    const rows = await node.sql<{ sync_state: string }>(
      "select sync_state from pg_stat_replication where state = 'streaming'",
      'postgres',
    );
    const { members = [] } = (await node.query('/cluster'))?.json ?? {};
    const standbyCount = members.filter(({ role }) => role === 'sync_standby').length;
    const waited = rows.filter(({ sync_state: state }) => state === 'sync').length;
    if (rows.length === nodes.length - 1 && waited === 1 && standbyCount === 1) return node;
  }
  return undefined;
}

/** Describes the rebuild from the log of Patroni. */
function howRebuilt(output: string): string {
  if (output.includes('bootstrap from leader')) return 'a copy of the primary';
  return output.includes('running pg_rewind') ? 'pg_rewind' : 'the missing part of the log';
}
