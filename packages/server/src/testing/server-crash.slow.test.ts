import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionSettings } from '../storage/index.ts';
import { createLoad, type Load, type Message } from './crash-load.ts';
import { authorize, balances, ecommerceMessage, type IssuedCard, issueCard } from './issued-cards.ts';
import { type Random, withSeed } from './random.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
import { WITHIN } from './within.ts';

/** Minor units that each account opens with; the last one is soon empty, so that declines are repeated too. */
const OPENINGS = [10_000_000n, 10_000_000n, 10_000_000n, 20_000n];

let folder: string;
let servers: ServerProcess[];
let outside: TestDatabase | undefined;
/** Processes that a test has suspended. */
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
  const server = await startServer({
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_LOG_LEVEL: 'debug',
    ...(outside !== undefined && { DATABASE_URL: outside.url }),
    ...environment,
  });
  servers.push(server);
  return server;
}

describe('what was answered survives, and nothing is counted twice', () => {
  it('when the server is killed three times in the middle of load', () =>
    withSeed(async (random) => {
      if (process.env.DATABASE_URL !== undefined) outside = await testDatabase();
      let server = await start();
      const { cards, load } = await prepare(server, random);
      for (let round = 0; round < 3; round++) {
        const running = load.run(server);
        await loadRuns(running, random);
        await server.kill();
        await running.stop();
        server = await start();
        await check(server, outside?.connection ?? server.connection(), load, cards);
      }
      saysNoCardNumber(servers, cards);
    }));

  it('when the database is killed twice in the middle of load, and comes back by itself', () =>
    withSeed(async (random) => {
      const server = await start();
      const { cards, load } = await prepare(server, random);
      for (let round = 0; round < 2; round++) {
        const running = load.run(server);
        await loadRuns(running, random);
        const killed = server.postmasterPid();
        process.kill(killed, 'SIGKILL');
        await vi.waitUntil(() => server.postmasterPid() !== killed, WITHIN);
        await loadRuns(running, random);
        await running.stop();
        await check(server, server.connection(), load, cards);
      }
      expect(load.unavailable.authorization).toBeGreaterThan(0);
      expect(load.unavailable.envelope).toBeGreaterThan(0);
      saysNoCardNumber(servers, cards);
    }));
});

describe('a database that hangs', () => {
  it('is given up after the time limit, and what was asked is decided once when it works again', async () => {
    const server = await start({
      CARDWRIGHT_REQUEST_TIMEOUT_MS: '1000',
      CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '2000',
    });
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const message = ecommerceMessage(card);
    const wanted = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
    stopped = await databaseProcesses(server);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');

    const [flat, enveloped, ready] = await Promise.all([
      authorize(server, message),
      server.envelope('cards.enquire-card', wanted),
      server.request({ method: 'GET', url: '/readyz' }),
    ]);
    // the status depends on how far each got: to a connection that does not answer, or to none at all
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

/** The embedded database's own processes, and those that serve connections. */
async function databaseProcesses(server: ServerProcess): Promise<number[]> {
  const client = new pg.Client(server.connection());
  await client.connect();
  const { rows } = await client.query('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  await client.end();
  return [server.postmasterPid(), ...rows.map(({ pid }) => Number(pid))];
}

async function prepare(server: ServerProcess, random: Random): Promise<{ cards: IssuedCard[]; load: Load }> {
  const cards: IssuedCard[] = [];
  for (const opening of OPENINGS) cards.push(await issueCard(server, { available: `${opening / 100n}.00` }));
  return { cards, load: createLoad(cards, random) };
}

/** Waits until it has answered some more messages. */
async function loadRuns(running: { answered(): number }, random: Random): Promise<void> {
  const until = running.answered() + random.from(100, 400);
  await vi.waitUntil(() => running.answered() >= until, WITHIN);
}

/**
 * Compares what the clients know with what is stored: first as the crash left it, then after everything was sent again.
 */
async function check(
  server: ServerProcess,
  connection: ConnectionSettings,
  load: Load,
  cards: readonly IssuedCard[],
): Promise<void> {
  const answered = load.messages.filter((message) => message.answer !== undefined);
  const asTheCrashLeftIt = await readStored(connection);
  expect(answered.filter((message) => !isStored(message, asTheCrashLeftIt)).map(({ key }) => key)).toEqual([]);

  await load.sendAllAgain(server);

  const stored = await readStored(connection);
  expect(load.messages.filter((message) => !isStored(message, stored)).map(({ key }) => key)).toEqual([]);
  // one row for each message: none was decided twice
  expect(stored.authorizations.length).toBe(load.messages.filter(({ kind }) => kind === 'authorization').length);
  expect(stored.credits.length).toBe(load.messages.filter(({ kind }) => kind === 'credit').length);
  const ours = stored.accounts.filter((row) => cards.some((card) => card.accountNumber === row.account_number));
  expect(ours).toEqual(expectedAccounts(load, cards));
  const codes = stored.authorizations.filter((row) => row.action_code === '00').map((row) => row.approval_code);
  expect(new Set(codes).size).toBe(codes.length);
}

interface Stored {
  authorizations: { reference: string; action_code: string; approval_code: string; reserved: string }[];
  clients: { customer_id: string }[];
  credits: { reference: string; amount: string }[];
  accounts: { account_number: string; available: string; reserved: string }[];
}

async function readStored(connection: ConnectionSettings): Promise<Stored> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const rows = async (text: string) => (await client.query(text)).rows;
    return {
      authorizations: await rows(
        `select retrieval_reference::text as reference, action_code, approval_code, reserved_minor::text as reserved
           from authorizations`,
      ),
      clients: await rows('select customer_id from clients'),
      credits: await rows(
        'select transaction_ref_number as reference, amount_minor::text as amount from account_transactions',
      ),
      accounts: await rows(
        `select account_number, available_minor::text as available, reserved_minor::text as reserved from accounts
          order by account_number`,
      ),
    };
  } finally {
    await client.end();
  }
}

/** Whether its row is there, exactly once, and says what the client was told. */
function isStored(message: Message, stored: Stored): boolean {
  if (message.kind === 'client') return stored.clients.filter((row) => row.customer_id === message.key).length === 1;
  if (message.kind === 'credit') {
    const rows = stored.credits.filter((row) => row.reference === message.key);
    return rows.length === 1 && rows[0]!.amount === String(message.amountMinor);
  }
  const rows = stored.authorizations.filter((row) => row.reference === message.key);
  const told = JSON.parse(message.answer!) as { Action_Code: string; Approval_Code: string };
  const reserved = told.Action_Code === '00' ? String(message.amountMinor) : '0';
  const wanted = { reference: message.key, action_code: told.Action_Code, approval_code: told.Approval_Code, reserved };
  return rows.length === 1 && JSON.stringify(rows[0]) === JSON.stringify(wanted);
}

/** By the clients' books alone: opening, and credits, less what was approved. */
function expectedAccounts(load: Load, cards: readonly IssuedCard[]): Stored['accounts'] {
  return cards.map(({ accountNumber }, at) => {
    const own = load.messages.filter((message) => message.accountNumber === accountNumber);
    const sum = (messages: readonly Message[]) => messages.reduce((total, message) => total + message.amountMinor, 0n);
    const approved = sum(own.filter(({ kind, answer }) => kind === 'authorization' && isApproved(answer!)));
    const credited = sum(own.filter(({ kind }) => kind === 'credit'));
    return {
      account_number: accountNumber,
      available: String(OPENINGS[at]! + credited - approved),
      reserved: String(approved),
    };
  });
}

function isApproved(answer: string): boolean {
  return (JSON.parse(answer) as { Action_Code: string }).Action_Code === '00';
}

function saysNoCardNumber(servers: readonly ServerProcess[], cards: readonly IssuedCard[]): void {
  const said = servers.map(({ output }) => output.join('')).join('');
  expect(said).toContain('authorization.authorize-ecommerce');
  expect(cards.filter(({ cardNumber }) => said.includes(cardNumber))).toEqual([]);
}
