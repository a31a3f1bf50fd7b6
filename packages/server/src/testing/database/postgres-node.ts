import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { freePort } from '../system/installed-haproxy.ts';
import { killAll, nodeAccount, signalAll, sqlOf } from './node-processes.ts';
import type { ReplicatedNode } from './replication-pair.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export const NODE_USER = 'cardwright';
const ANSWERS_MS = 60_000;

/** A PostgreSQL server of the installed packages that tests can kill, freeze, disconnect, promote and rebuild. */
export interface PostgresNode extends ReplicatedNode {
  /** The network proxy to it, through which servers and the other node connect. */
  readonly front: TcpProxy;
  readonly data: string;
  /** Its configuration file, outside the data folder, which a rebuild replaces. */
  readonly file: string;
  readonly connection: pg.ClientConfig;
  /** Sets whether commits wait for a standby, and which node this one follows as a standby. */
  configure(how: { readonly isSynchronous: boolean; readonly follows?: PostgresNode }): Promise<void>;
  start(): Promise<void>;
  sql<Row extends object>(text: string, database?: string): Promise<Row[]>;
  /** Runs a program of PostgreSQL under its account. */
  run(program: string, ...words: string[]): Promise<void>;
}

export async function createNode(name: string, programs: string, folder: string): Promise<PostgresNode> {
  const { uid, gid } = nodeAccount();
  const as = { cwd: folder, uid, gid };
  const [data, file, logFile] = [
    join(folder, `node-${name}`),
    join(folder, `${name}.conf`),
    join(folder, `${name}.log`),
  ];
  const [port, front] = [await freePort(), await startTcpProxy()];
  front.aim({ port });
  mkdirSync(data, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
  const connection = { host: '127.0.0.1', port, user: NODE_USER, database: 'cardwright' };
  const log = openSync(logFile, 'a');
  let child: ChildProcess | undefined;

  const sql = <Row extends object>(text: string, name = connection.database): Promise<Row[]> =>
    sqlOf({ ...connection, database: name }, text);
  return {
    name,
    port,
    front,
    data,
    file,
    connection,
    sql,
    async configure({ isSynchronous, follows }) {
      const lines = [
        `data_directory = '${data}'`,
        `hba_file = '${join(data, 'pg_hba.conf')}'`,
        `ident_file = '${join(data, 'pg_ident.conf')}'`,
        "listen_addresses = '127.0.0.1'",
        `port = ${port}`,
        "unix_socket_directories = ''",
        'max_connections = 60',
        'wal_log_hints = on',
        "wal_keep_size = '256MB'",
        `synchronous_standby_names = '${isSynchronous ? '*' : ''}'`,
        ...(follows === undefined
          ? []
          : [
              `primary_conninfo = 'host=127.0.0.1 port=${follows.front.port} user=${NODE_USER} application_name=${name}'`,
              "recovery_target_timeline = 'latest'",
            ]),
      ];
      writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
      if (follows !== undefined) writeFileSync(join(data, 'standby.signal'), '');
      child?.kill('SIGHUP');
    },
    async start() {
      child = spawn(join(programs, 'postgres'), ['-c', `config_file=${file}`], { ...as, stdio: ['ignore', log, log] });
      const { pid } = child;
      const until = Date.now() + ANSWERS_MS;
      for (;;) {
        const isThere = await sql('select 1', 'postgres').then(
          () => true,
          () => false,
        );
        if (isThere) return;
        if (Date.now() > until || child.exitCode !== null) {
          throw new Error(
            `node ${name}, process ${pid}, does not start:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`,
          );
        }
        await delay(50);
      }
    },
    async kill() {
      await killAll(data);
      rmSync(join(data, 'postmaster.pid'), { force: true });
    },
    freeze: () => signalAll(data, 'SIGSTOP'),
    wake: () => signalAll(data, 'SIGCONT'),
    cutOff: () => front.stall(),
    heal: () => front.pass(),
    async run(program, ...words) {
      await promisify(execFile)(join(programs, program), words, as);
    },
    log: () => readFileSync(logFile, 'utf8'),
  };
}
