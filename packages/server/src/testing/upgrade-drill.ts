import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from './command.ts';
import { freePort, type Haproxy, installedHaproxy, startHaproxy } from './installed-haproxy.ts';
import { sendAuthorizations } from './send-authorizations.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

/** `npm run drill:upgrade` builds it, and sets what follows. */
const BEFORE = process.env.UPGRADE_FROM_PROGRAM;
const RATE = Number(process.env.UPGRADE_RATE ?? '200');
/** On the old tables, on the new ones, and once all servers are new. */
const REQUESTS_EACH = RATE * 10;
const DRAIN_MS = '5000';
const WHOLE_MS = 900_000;
const SENDERS = 8;

let folder: string;
let database: TestDatabase;
let servers: ServerProcess[];
let proxy: Haproxy | undefined;
beforeEach(async () => {
  folder = dataFolder();
  servers = [];
  proxy = undefined;
  database = await testDatabase({ from: 'empty' });
});
afterEach(async () => {
  await proxy?.stop();
  await cleanUp(servers, folder);
  await database.close();
});

async function start(port: number, program?: string): Promise<ServerProcess> {
  const environment = { CARDWRIGHT_DATA_DIR: folder, DATABASE_URL: database.url, CARDWRIGHT_DRAIN_MS: DRAIN_MS };
  const server = await startServer({ ...environment, CARDWRIGHT_LOG_LEVEL: 'warn', PORT: String(port) }, program);
  servers.push(server);
  return server;
}

it(
  'two servers of an earlier revision are replaced by this one while requests go through: none fails',
  async () => {
    const program = installedHaproxy();
    if (program === undefined) throw new Error('this needs HAProxy (on Debian: apt-get install haproxy)');
    const ports = { one: await freePort(), two: await freePort() };
    const running = { one: await start(ports.one, BEFORE), two: await start(ports.two, BEFORE) };
    const through = await startHaproxy(program, ports);
    proxy = through;
    await Promise.all([through.sees('one', 'UP'), through.sees('two', 'UP')]);
    const sending = await sendAuthorizations(through.url, running.one, { senders: SENDERS, perSecond: RATE });
    await sending.more(REQUESTS_EACH);

    const began = performance.now();
    const migrated = await runCommand(['migrate'], { DATABASE_URL: database.url, CARDWRIGHT_DATA_DIR: folder });
    const migratedMs = Math.round(performance.now() - began);
    expect(migrated.code, migrated.stderr).toBe(0);
    expect(sending.failures).toEqual([]);
    await sending.more(REQUESTS_EACH);

    for (const name of ['one', 'two'] as const) {
      expect(sending.failures).toEqual([]);
      running[name].child.kill('SIGTERM');
      expect(await running[name].ended).toEqual({ code: 0, signal: null });
      running[name] = await start(ports[name]);
      await through.sees(name, 'UP');
    }
    await sending.more(REQUESTS_EACH);

    const { sent, slowestMs, perSecond } = await sending.stop();
    process.stderr.write(
      `${migrated.stderr}${sent} requests, ${Math.round(perSecond)} a second; migrated in ${migratedMs} ms; ` +
        `the slowest took ${Math.round(slowestMs)} ms; ${sending.failures.length} failed\n`,
    );
    expect(sending.failures).toEqual([]);
  },
  WHOLE_MS,
);
