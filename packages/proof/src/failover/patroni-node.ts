import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killAll, nodeAccount, signalAll, sqlOf } from '../../../server/src/testing/database/node-processes.ts';
import { NODE_USER } from '../../../server/src/testing/database/postgres-node.ts';
import type { ReplicatedNode } from '../../../server/src/testing/database/replication-pair.ts';
import { startTcpProxy } from '../../../server/src/testing/database/tcp-proxy.ts';
import { freePort } from '../../../server/src/testing/system/installed-haproxy.ts';
import { type PatroniPlace, patroniFile } from './patroni-files.ts';

/** Patroni with its PostgreSQL server, as on a separate machine. */
export interface PatroniNode extends ReplicatedNode {
  readonly place: PatroniPlace;
  /** Starts Patroni if it is not running. */
  start(): void;
  sql<Row extends object>(text: string, database?: string): Promise<Row[]>;
  /** The answer of this node's Patroni at a path; undefined without an answer. */
  query(path: '/primary' | '/cluster' | '/patroni'): Promise<PatroniAnswer | undefined>;
  /** Pauses Patroni on all nodes: it changes nothing until it is resumed. */
  pause(): Promise<void>;
  close(): Promise<void>;
}

interface PatroniAnswer {
  readonly status: number;
  readonly json: { readonly members?: readonly { readonly role: string }[]; readonly pause?: boolean };
}

export interface PatroniPrograms {
  readonly postgres: string;
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
}

const ANSWERS_MS = 2_000;

export async function createPatroniNode(
  name: string,
  programs: PatroniPrograms,
  around: { readonly folder: string; readonly etcdPort: number },
): Promise<PatroniNode> {
  const folder = join(around.folder, `node-${name}`);
  const as = nodeAccount();
  mkdirSync(folder, { mode: 0o755 });
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const ways = await Promise.all([startTcpProxy(), startTcpProxy(), startTcpProxy()]);
  const [front, restFront, etcd] = ways;
  const [port, restPort] = [await freePort(), await freePort()];
  front.aim({ port });
  restFront.aim({ port: restPort });
  etcd.aim({ port: around.etcdPort });
  const rest = `http://127.0.0.1:${restPort}`;
  const place: PatroniPlace = {
    ...{ name, folder, port, restPort, programs: programs.postgres },
    ...{ frontPort: front.port, restFrontPort: restFront.port, etcdPort: etcd.port },
  };
  const [file, logFile] = [join(around.folder, `${name}.yml`), join(around.folder, `${name}.log`)];
  writeFileSync(file, patroniFile(place), { mode: 0o644 });
  const log = openSync(logFile, 'a');
  let isRunning = false;
  return {
    name,
    port,
    place,
    start() {
      if (isRunning) return;
      isRunning = true;
      const environment = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' };
      const child = spawn(programs.patroni, [file], {
        ...{ cwd: folder, ...as, env: environment },
        stdio: ['ignore', log, log],
      });
      child.once('close', () => {
        isRunning = false;
      });
    },
    sql: (text, database = 'cardwright') => sqlOf({ host: '127.0.0.1', port, user: NODE_USER, database }, text),
    query: async (path) => {
      try {
        const answer = await fetch(`${rest}${path}`, { signal: AbortSignal.timeout(ANSWERS_MS) });
        return { status: answer.status, json: (await answer.json()) as PatroniAnswer['json'] };
      } catch {
        return undefined;
      }
    },
    pause: async () => {
      const { status } = await fetch(`${rest}/config`, { method: 'PATCH', body: JSON.stringify({ pause: true }) });
      if (status !== 200) throw new Error(`Patroni responds with ${status} to a pause`);
    },
    kill: () => killAll(folder),
    freeze: () => signalAll(folder, 'SIGSTOP'),
    wake: () => signalAll(folder, 'SIGCONT'),
    cutOff: () => {
      for (const way of ways) way.stall();
    },
    heal: () => {
      for (const way of ways) way.pass();
    },
    log: () => readFileSync(logFile, 'utf8'),
    close: async () => {
      for (const way of ways) await way.close();
    },
  };
}
