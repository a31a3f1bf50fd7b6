// `npm run citus:cluster -- --workers 2` starts a coordinator and workers of PostgreSQL with Citus, on free ports of
// this machine, with their data in a temporary folder. Prints the coordinator's URL, and runs until Ctrl-C. It is for
// tests and measurements, so it needs no password.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare } from './prepare.mjs';

const USAGE = `npm run citus:cluster -- [options]
  --workers N      number of workers in addition to the coordinator, 0 to 8 (2)
  --postgres DIR   bin folder of a PostgreSQL with Citus (/usr/lib/postgresql/15/bin)
  --no-fsync       for tests: faster, but a crash loses all data
  --url-file FILE  file for the URL, written when the cluster is ready`;
const USER = 'cardwright';
const DATABASE = 'cardwright';

const flags = readFlags();
await prepare().catch(exitOn);
const { default: pg } = await import('pg');
const { runsAsRoot, unprivilegedAccount } = await import('@cardwright/embedded-postgres');

const account = runsAsRoot() ? unprivilegedAccount() : undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), 'cardwright-citus-'));
own(folder);
const nodes = [];
const ended = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
});
try {
  for (let at = 0; at <= flags.workers; at++) nodes.push(await startNode(at === 0 ? 'coordinator' : `worker${at}`));
  for (const node of nodes) await makeDatabase(node);
  const [coordinator, ...workers] = nodes;
  await sql(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) await sql(coordinator, `select citus_add_node('127.0.0.1', ${port})`);
  // Without workers, the coordinator must hold the rows itself.
  if (workers.length === 0)
    await sql(
      coordinator,
      `select citus_set_node_property('127.0.0.1', ${coordinator.port}, 'shouldhaveshards', true)`,
    );
  const url = `postgres://${USER}@127.0.0.1:${coordinator.port}/${DATABASE}`;
  console.log(`${nodes.map(({ name, port }) => `${name} ${port}`).join(', ')}\nDATABASE_URL=${url}`);
  if (flags.urlFile !== undefined) writeFileSync(flags.urlFile, url);
  await ended;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await Promise.all(nodes.map(stopNode));
  rmSync(folder, { recursive: true, force: true });
}

async function startNode(name) {
  const port = await freePort();
  const data = path.join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  own(data);
  const as = { cwd: folder, ...(account !== undefined && { uid: account.uid, gid: account.gid }) };
  const initdb = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(path.join(flags.postgres, 'initdb'), initdb, { ...as, stdio: 'ignore' });
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_preload_libraries: 'citus',
    'citus.local_hostname': '127.0.0.1',
    'citus.node_conninfo': 'sslmode=disable',
    max_connections: 300,
    // Each database has its own daemon, and tests have many databases.
    max_worker_processes: 100,
    // Logical replication moves shards.
    wal_level: 'logical',
    max_wal_size: '4GB',
    fsync: flags.fsync ? 'on' : 'off',
  };
  const log = path.join(folder, `${name}.log`);
  const out = openSync(log, 'a');
  const words = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(path.join(flags.postgres, 'postgres'), ['-D', data, ...words], {
    ...as,
    stdio: ['ignore', out, out],
  });
  const node = { name, port, child };
  for (let tries = 0; ; tries++) {
    const isThere = await sql(node, 'select 1', 'postgres').catch(() => false);
    if (isThere) return node;
    if (child.exitCode !== null || tries > 600)
      throw new Error(`${name} failed to start:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function makeDatabase(node) {
  await sql(node, `create database ${DATABASE}`, 'postgres');
  await sql(node, 'create extension citus');
}

async function sql({ port }, text, database = DATABASE) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function stopNode({ child }) {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGINT');
  await closed;
}

function own(file) {
  if (account !== undefined) chownSync(file, account.uid, account.gid);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        workers: { type: 'string', default: '2' },
        postgres: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
        'no-fsync': { type: 'boolean', default: false },
        'url-file': { type: 'string' },
      },
    });
    if (!/^[0-8]$/.test(values.workers)) throw new Error('--workers must be a number from 0 to 8');
    if (!existsSync(path.join(values.postgres, 'initdb')))
      throw new Error(`--postgres: ${values.postgres} has no initdb`);
    return {
      workers: Number(values.workers),
      postgres: values.postgres,
      fsync: !values['no-fsync'],
      urlFile: values['url-file'],
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
