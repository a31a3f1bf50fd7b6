import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorize,
  clientBody,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
  luhnNumber,
} from '../cards/issued-cards.ts';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { withSeed } from '../random.ts';
import { WITHIN } from '../within.ts';
import { createLoad } from './crash-load.ts';
import {
  cleanUp,
  databaseRuns,
  dataFolder,
  runServer,
  type ServerProcess,
  spawnServer,
  startServer,
} from './server-process.ts';

let folder: string;
let servers: ServerProcess[];
let databases: TestDatabase[];

beforeEach(() => {
  folder = dataFolder();
  servers = [];
  databases = [];
});
afterEach(async () => {
  await cleanUp(servers, folder);
  for (const database of databases) await database.close();
});

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ CARDWRIGHT_DATA_DIR: folder, ...environment });
  servers.push(server);
  return server;
}

async function databaseOfOwn(options: Parameters<typeof testDatabase>[0] = {}): Promise<TestDatabase> {
  const made = await testDatabase(options);
  databases.push(made);
  return made;
}

async function keyFile(): Promise<string> {
  const path = join(folder, 'keys.json');
  const key = () => randomBytes(32).toString('base64');
  await writeFile(path, JSON.stringify({ master: key(), lookup: key() }), { mode: 0o600 });
  return path;
}

describe('stopping a server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s under load answers current requests, and ends with 0 and without leftover processes',
    (signal) =>
      withSeed(async (random) => {
        const server = await start();
        const busy = [];
        for (let at = 0; at < 4; at++) busy.push(await issueCard(server));
        const free = await issueCard(server);
        const load = createLoad([await issueCard(server, { available: '100000.00' })], random);
        const running = load.run(server);
        await vi.waitUntil(() => running.answered() > 50, WITHIN);
        const { host } = server.connection();
        const holder = await holdAccounts(server, busy);
        const [first, ...others] = busy as [IssuedCard, ...IssuedCard[]];
        const authorization = authorize(server, ecommerceMessage(first));
        const credits = others.map((card) => server.envelope('accounts.post-transaction', creditOf(card)));
        await vi.waitUntil(() => holder.waiting(others.length), WITHIN);
        // an authorization waits in the server: a later one is answered
        await authorize(server, ecommerceMessage(free));

        server.child.kill(signal);
        await vi.waitUntil(() => isRefused(server.url), WITHIN);
        await holder.release();

        expect((await authorization).json.Action_Code).toBe('00');
        for (const answer of await Promise.all(credits)) expect(answer.exception.error_code).toBe('000');
        await running.stop();
        expect(await server.ended).toEqual({ code: 0, signal: null });
        expect(server.output.join('')).not.toContain('giving up');
        expect(databaseRuns(server.output)).toBe(false);
        expect(existsSync(String(host))).toBe(false);

        const again = await start();
        await load.sendAllAgain(again);
        again.child.kill(signal);
        expect(await again.ended).toEqual({ code: 0, signal: null });
      }),
  );

  it('finishes current work even if npm passes the signal on a second time and is gone', async () => {
    const server = await start();
    const card = await issueCard(server);
    const holder = await holdAccounts(server, [card]);
    const credit = server.envelope('accounts.post-transaction', creditOf(card));
    await vi.waitUntil(() => holder.waiting(1), WITHIN);
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGHUP'] as const) server.child.kill(signal);
    await vi.waitUntil(() => isRefused(server.url), WITHIN);
    server.child.kill('SIGHUP');
    await holder.release();
    expect((await credit).exception.error_code).toBe('000');
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });
});

function creditOf({ accountNumber }: IssuedCard): Record<string, unknown> {
  return {
    account_identifier_id: accountNumber,
    account_identifier_type: 'CONTRACT_NUMBER',
    transaction: {
      transaction_code: 'CREDIT',
      transaction_date: '2026-11-20',
      amount: '1.00',
      currency: 'AED',
      transaction_ref_number: 'HELD',
    },
  };
}

/** Locks the rows of accounts, so that requests for them stay under way until the release. */
async function holdAccounts(server: ServerProcess, cards: readonly IssuedCard[]) {
  const client = new pg.Client(server.connection());
  await client.connect();
  await client.query('begin');
  const numbers = cards.map((card) => card.accountNumber);
  await client.query('select 1 from accounts where account_number = any($1) for update', [numbers]);
  return {
    waiting: async (count: number) => {
      const waitsForUs = 'pg_backend_pid() = any(pg_blocking_pids(pid))';
      const { rows } = await client.query(
        `select pid from (select distinct pid from pg_locks) as p where ${waitsForUs}`,
      );
      return rows.length === count;
    },
    release: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
}

function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

describe('refusing to start a server', () => {
  it('on a used port ends with 1, names PORT and leaves no database running', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await vi.waitUntil(() => occupant.listening, WITHIN);
    const { port } = occupant.address() as AddressInfo;
    const { code, output } = await runServer({ CARDWRIGHT_DATA_DIR: folder, PORT: String(port) });
    occupant.close();
    expect(code).toBe(1);
    expect(output).toContain('Set PORT to another port, or to 0 for a free port.');
    expect(output).not.toContain('ready http');
    expect(databaseRuns([output])).toBe(false);
  });

  it('because of a stop signal during the start ends with 0 and reports no error', async () => {
    const { child, output, ended } = spawnServer({ CARDWRIGHT_DATA_DIR: folder });
    await vi.waitUntil(() => output.join('').includes('the database is ready'), WITHIN);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(output.join('')).not.toContain('could not start');
    expect(databaseRuns(output)).toBe(false);
  });

  it.each([
    [{ CARDWRIGHT_LOGLEVEL: 'debug' }, 'CARDWRIGHT_LOGLEVEL is not a setting. Did you mean CARDWRIGHT_LOG_LEVEL?'],
    [{ CARDWRIGHT_MODUS: 'production' }, 'CARDWRIGHT_MODUS is not a setting. Did you mean CARDWRIGHT_MODE?'],
    [{ CARDWRIGHT_MODE: 'prod' }, 'CARDWRIGHT_MODE must be one of sandbox, production'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  ])('with the setting %o ends with 1 and explains the valid values', async (environment, message) => {
    const { code, output } = await runServer({ CARDWRIGHT_DATA_DIR: folder, ...environment } as Record<string, string>);
    expect(code).toBe(1);
    expect(output).toBe(`Cardwright could not start: ${message}\n`);
  });

  it('without a data folder that can be created names the setting', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const environment = { CARDWRIGHT_DATA_DIR: join(file, 'data') };
    const message = `cannot create or write to the data folder ${join(file, 'data')} (ENOTDIR): set CARDWRIGHT_DATA_DIR to `;
    const { code, output } = await runServer(environment);
    expect([code, output]).toEqual([1, expect.stringContaining(`Cardwright could not start: ${message}`)]);
    const { url } = await databaseOfOwn({ from: 'empty' });
    expect((await runServer({ ...environment, DATABASE_URL: url })).output).toContain(message);
  });

  it('in production without keys creates nothing in the database', async () => {
    const { url, sql } = await databaseOfOwn({ from: 'empty' });
    const environment = { CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_MODE: 'production', DATABASE_URL: url };
    const { code, output } = await runServer(environment);
    expect(code).toBe(1);
    expect(output).toContain('production requires keys: set CARDWRIGHT_KEY_FILE');
    expect(await sql(`select tablename from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  it('in production with sandbox credentials in the database, but not with an empty database', async () => {
    const used = await databaseOfOwn();
    const sandbox = await start({ DATABASE_URL: used.url });
    sandbox.child.kill('SIGTERM');
    expect(await sandbox.ended).toEqual({ code: 0, signal: null });
    const production = {
      CARDWRIGHT_MODE: 'production',
      CARDWRIGHT_KEY_FILE: await keyFile(),
      CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
    };

    const { code, output } = await runServer({ ...production, CARDWRIGHT_DATA_DIR: folder, DATABASE_URL: used.url });
    expect(code).toBe(1);
    expect(output).toContain('this database holds sandbox credentials: production does not start on it');

    const server = await start({ ...production, DATABASE_URL: (await databaseOfOwn({ from: 'empty' })).url });
    expect((await server.request({ url: '/readyz' })).status).toBe(200);
    expect((await server.request({ url: '/sandbox/fixtures' })).status).toBe(404);
    expect((await server.request({ url: '/sandbox/clock', method: 'POST', payload: '{}' })).status).toBe(404);
  });
});

describe('several servers on one database', () => {
  it('start at the same time on an empty database, and decide each message once', async () => {
    const { url, sql } = await databaseOfOwn({ from: 'empty' });
    const three = await Promise.all([1, 2, 3].map(() => start({ DATABASE_URL: url })));
    const names = await sql<{ name: string }>('select name from schema_migrations');
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    expect(await sql('select count(*)::int as cards from cards')).toEqual([{ cards: 3 }]);

    const [first, second] = three as [ServerProcess, ServerProcess];
    const card = await issueCard(first, { available: '1000.00' });
    const unknown = { ...card, cardNumber: luhnNumber('400000') };
    const messages = Array.from({ length: 40 }, (_, at) => ecommerceMessage(at % 2 === 0 ? card : unknown));
    const answers = await Promise.all(
      messages.map((message) => Promise.all(three.map((to) => authorize(to, message)))),
    );
    for (const [at, answer] of answers.entries()) {
      expect(answer.map(({ json }) => json.Action_Code)).toEqual(Array(3).fill(at % 2 === 0 ? '00' : '14'));
      expect(new Set(answer.map(({ text }) => text)).size).toBe(1);
      expect(answer.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
    }
    expect(await sql('select count(*)::int as stored from authorizations')).toEqual([{ stored: 40 }]);
    const funds = 'select available_minor::int as available, reserved_minor::int as reserved from accounts';
    expect(await sql(`${funds} where account_number = $1`, [card.accountNumber])).toEqual([
      { available: 50_000, reserved: 50_000 },
    ]);

    for (let at = 0; at < 10; at++) {
      const create = (to: ServerProcess) =>
        to.envelope('clients.create-client', clientBody(`TWICE-${at}`), { header: { msg_id: `TWICE${at}` } });
      const [one, other] = await Promise.all([create(first), create(second)]);
      expect([one.exception.error_code, other.exception.error_code]).toEqual(['000', '000']);
      expect(one.body).toEqual(other.body);
    }
    const created = await sql(`select count(*)::int as clients from clients where customer_id like 'TWICE-%'`);
    expect(created).toEqual([{ clients: 10 }]);
  });

  it("start even after a wait for another's migration that exceeds the request timeout", async () => {
    const { url, sql } = await databaseOfOwn({ from: 'empty' });
    const environment = { CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_REQUEST_TIMEOUT_MS: '1000', DATABASE_URL: url };
    await sql('select pg_advisory_lock(4203187001)');
    const starting = start(environment);
    const waited = async () => {
      const [row] = await sql<{ long: boolean }>(
        `select bool_or(clock_timestamp() - query_start > interval '3500 ms') as long from pg_stat_activity
          where query like 'select pg_advisory_lock%' and wait_event = 'advisory' and datname = current_database()`,
      );
      return row?.long === true;
    };
    expect(await Promise.race([vi.waitUntil(waited, WITHIN), starting.then(() => 'did not wait')])).toBe(true);
    await sql('select pg_advisory_unlock(4203187001)');
    expect((await (await starting).request({ method: 'GET', url: '/readyz' })).status).toBe(200);
  });
});
