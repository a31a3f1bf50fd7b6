import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorize, balances, ecommerceMessage, type IssuedCard, issueCard } from '../cards/issued-cards.ts';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { withSeed } from '../random.ts';
import { WITHIN } from '../within.ts';
import { checkBooks, loadRuns, prepareLoad } from './crash-books.ts';
import { cleanUp, dataFolder, type ServerProcess } from './server-process.ts';
import { startSandbox } from './start-sandbox.ts';

let folder: string;
let servers: ServerProcess[];
let outside: TestDatabase | undefined;
/** The processes that a test has suspended. */
let stopped: number[];

beforeEach(() => {
  folder = dataFolder();
  servers = [];
  outside = undefined;
  stopped = [];
});
afterEach(async () => {
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  await cleanUp(servers, folder);
  await outside?.close();
});

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startSandbox({
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_LOG_LEVEL: 'debug',
    ...(outside !== undefined && { DATABASE_URL: outside.url }),
    ...environment,
  });
  servers.push(server);
  return server;
}

describe('answers after a crash under load', () => {
  it('survive three crashes of the server, and nothing is counted twice', () =>
    withSeed(async (random) => {
      if (process.env.DATABASE_URL !== undefined) outside = await testDatabase();
      let server = await start();
      const { cards, load } = await prepareLoad(server, random);
      for (let round = 0; round < 3; round++) {
        const running = load.run(server);
        await loadRuns(running, random);
        await server.kill();
        await running.stop();
        server = await start();
        await checkBooks(server, outside?.connection ?? server.connection(), load, cards);
      }
      containsNoCardNumber(servers, cards);
    }));

  it('survive two crashes of the database, which restarts by itself, and nothing is counted twice', () =>
    withSeed(async (random) => {
      const server = await start();
      const { cards, load } = await prepareLoad(server, random);
      for (let round = 0; round < 2; round++) {
        const running = load.run(server);
        await loadRuns(running, random);
        const killed = server.postmasterPid();
        process.kill(killed, 'SIGKILL');
        await vi.waitUntil(() => server.postmasterPid() !== killed, WITHIN);
        await loadRuns(running, random);
        await running.stop();
        await checkBooks(server, server.connection(), load, cards);
      }
      expect(load.unavailable.authorization).toBeGreaterThan(0);
      expect(load.unavailable.envelope).toBeGreaterThan(0);
      containsNoCardNumber(servers, cards);
    }));
});

describe('a database that hangs', () => {
  it('lets requests fail at the time limit, and each message is decided once when it works again', async () => {
    const server = await start({
      CARDWRIGHT_REQUEST_TIMEOUT_MS: '1000',
      CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '2000',
    });
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const message = ecommerceMessage(card);
    const identifier = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
    stopped = await databaseProcesses(server);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');

    const [flat, enveloped, ready] = await Promise.all([
      authorize(server, message),
      server.envelope('cards.enquire-card', identifier),
      server.request({ method: 'GET', url: '/readyz' }),
    ]);
    // the status depends on how far each request got: to a connection that does not answer, or to none
    expect([503, 504]).toContain(flat.status);
    expect(flat.json.Action_Code).toBe('91');
    expect(enveloped.exception.error_code).toMatch(/^90[23]$/);
    expect(ready.status).toBe(503);

    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
    await vi.waitFor(async () => expect((await authorize(server, message)).json.Action_Code).toBe('00'), WITHIN);
    expect((await authorize(server, message)).headers['idempotent-replayed']).toBe('true');
    expect(await balances(server, card.accountNumber)).toBe('950.00 50.00 1000.00');
  });
});

/** Returns the embedded database's background processes and those that serve connections. */
async function databaseProcesses(server: ServerProcess): Promise<number[]> {
  const client = new pg.Client(server.connection());
  await client.connect();
  const { rows } = await client.query('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  await client.end();
  return [server.postmasterPid(), ...rows.map(({ pid }) => Number(pid))];
}

function containsNoCardNumber(servers: readonly ServerProcess[], cards: readonly IssuedCard[]): void {
  const outputs = servers.map(({ output }) => output.join('')).join('');
  expect(outputs).toContain('authorization.authorize-ecommerce');
  expect(cards.filter(({ cardNumber }) => outputs.includes(cardNumber))).toEqual([]);
}
