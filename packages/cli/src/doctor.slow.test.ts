import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../server/src/testing/system/command.ts';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../server/src/testing/system/server-process.ts';
import { WITHIN } from '../../server/src/testing/within.ts';

it('passes on a fresh sandbox, with and without a running server, and exits with 0', async () => {
  const folder = dataFolder();
  const servers: ServerProcess[] = [];
  const environment = { CARDWRIGHT_DATA_DIR: folder };
  try {
    const server = await startServer(environment);
    servers.push(server);
    // The first anchor is written a moment after the start.
    const anchors = () => readdir(join(folder, 'audit-anchors')).catch(() => []);
    await vi.waitUntil(async () => (await anchors()).length > 0, WITHIN);
    const withServer = await runCommand(['doctor'], environment);
    expect(withServer.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('pass  '))).toEqual([]);
    expect(withServer.stdout).toMatch(/^pass {2}database version {2}PostgreSQL 18\.\d+ \(15 or later\)$/m);
    expect(withServer.stdout).toMatch(/^pass {2}fsync {2}on$/m);
    expect(withServer.stdout).toMatch(
      /^pass {2}webhook endpoint DEMO\/\S+ {2}127\.0\.0\.1:\d+ responds, without TLS$/m,
    );
    expect(withServer.stdout).toMatch(/^pass {2}card life: rolled back {2}everything was rolled back$/m);
    expect(withServer.stderr).toMatch(/^(\d+) checks: \1 pass, 0 warn, 0 fail\n$/);
    expect(withServer.code).toBe(0);

    server.child.kill('SIGTERM');
    await server.ended;
    const withoutServer = await runCommand(['doctor', '--json'], environment);
    expect(withoutServer.code).toBe(0);
    const report = JSON.parse(withoutServer.stdout);
    expect(report).toMatchObject({ ok: true, fail: 0, warn: 1 });
    expect(report.pass + report.warn).toBe(report.checks.length);
    // The warning concerns the server's own endpoint.
    const warned = report.checks.filter(({ status }: { status: string }) => status === 'warn');
    expect(warned[0].name).toMatch(/^webhook endpoint DEMO\//);
    expect(warned[0].detail).toMatch(/: the connection was refused; the endpoint belongs to the sandbox$/);
  } finally {
    await cleanUp(servers, folder);
  }
});

it('fails on a database that may lose committed data, and exits with 1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-doctor-'));
  await chmod(folder, 0o755);
  const parameters = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, parameters, log: () => {} });
  try {
    const { host, port, user, database } = postgres.connection;
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const { code, stdout, stderr } = await runCommand(['doctor'], { DATABASE_URL: url, CARDWRIGHT_DATA_DIR: folder });
    const lines = stdout.split('\n');
    expect(lines).toContain(
      'fail  fsync  off: a crash of the machine can lose decisions after their responses; switch it on',
    );
    expect(stdout).toMatch(/^fail {2}full_page_writes {2}off: .*; switch it on$/m);
    expect(stdout).toMatch(/^fail {2}synchronous_commit {2}off: .*; switch it on$/m);
    // The database stays empty, and its missing tables are not reported as a separate failure.
    expect(stdout).toMatch(/^fail {2}migrations {2}the database is empty: start the server once /m);
    expect(stdout).not.toContain('  not checked: ');
    expect(lines).toContain('pass  database encoding  UTF8');
    expect(stderr).toMatch(/^\d+ checks: \d+ pass, 0 warn, \d+ fail\n$/);
    expect(code).toBe(1);
    const json = await runCommand(['doctor', '--json'], { DATABASE_URL: url, CARDWRIGHT_DATA_DIR: folder });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false });
  } finally {
    await postgres.stop();
    await rm(postgres.dataPath, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
});

it('exits with 2 for an invalid command line, and checks nothing', async () => {
  const { code, stdout, stderr } = await runCommand(['doctor', '--all']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^error: unknown option '--all'/);
});
