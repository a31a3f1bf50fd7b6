import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freePort, type Haproxy, installedHaproxy, startHaproxy } from './installed-haproxy.ts';
import { isTried } from './installed-program.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from './issued-cards.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
import { WITHIN } from './within.ts';

const NEEDED = 'that needs HAProxy (on Debian: apt-get install haproxy)';
/** Each takes a drain, a start and a look of the proxy: ten seconds. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? '4');
const REQUESTS = 1_000 * RESTARTS;
const SENDERS = 8;
/** What production waits for without the setting. */
const DRAIN_MS = '5000';
/** Each restart takes a drain, a start and a check of the proxy. */
const WHOLE_MS = 600_000;

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

async function start(port: number): Promise<ServerProcess> {
  const server = await startServer({
    CARDWRIGHT_DATA_DIR: folder,
    DATABASE_URL: database.url,
    CARDWRIGHT_DRAIN_MS: DRAIN_MS,
    CARDWRIGHT_LOG_LEVEL: 'warn',
    PORT: String(port),
  });
  servers.push(server);
  return server;
}

/** Sends authorizations, each followed by the question how it was decided. Every answer but 200 is a failure. */
function startSending(url: string, tokens: { network: string; bank: string }, cards: readonly IssuedCard[]) {
  const failures: string[] = [];
  let sent = 0;
  let slowestMs = 0;
  let isStopped = false;
  const send = async (path: string, token: string, body?: Record<string, unknown>) => {
    sent++;
    const began = performance.now();
    try {
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text}`);
    } catch (error) {
      failures.push(`${path}: ${(error as Error).cause ?? error}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - began);
  };
  const sendFor = async (card: IssuedCard) => {
    while (!isStopped || sent < REQUESTS) {
      const message = ecommerceMessage(card, ONE_CENT);
      await send('/V2/authorizations/Ecommerce', tokens.network, message);
      await send(`/V2/authorizations/${message.Retrieval_Reference_Number}`, tokens.bank);
    }
  };
  const ended = Promise.all(cards.map(sendFor));
  return {
    failures,
    stop: async () => {
      isStopped = true;
      await ended;
      return { sent, slowestMs };
    },
  };
}

const ONE_CENT = {
  Transaction_Amount: '000000000001',
  Transaction_Amount_Cardholder_Billing: '000000000001',
};

it('a server serves on at SIGTERM while its readiness is refused, and ends by itself when the time is over', async () => {
  const server = await start(0);
  const card = await issueCard(server);
  server.child.kill('SIGTERM');
  await vi.waitUntil(async () => (await server.request({ url: '/readyz' })).status === 503, WITHIN);
  expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

if (isTried('A rolling restart behind HAProxy', installedHaproxy(), NEEDED)) {
  it(
    'two servers behind HAProxy are restarted in turn, while thousands of requests go through: none fails',
    async () => {
      const program = installedHaproxy();
      if (program === undefined) throw new Error(NEEDED);
      const ports = { one: await freePort(), two: await freePort() };
      const running = { one: await start(ports.one), two: await start(ports.two) };
      const through = await startHaproxy(program, ports);
      proxy = through;
      await Promise.all([through.sees('one', 'UP'), through.sees('two', 'UP')]);
      const cards = await Promise.all(
        Array.from({ length: SENDERS }, () => issueCard(running.one, { available: '9000.00' })),
      );
      const tokens = { network: await tokenOf(through.url, 'network'), bank: await tokenOf(through.url, 'bank') };
      const sending = startSending(through.url, tokens, cards);

      for (let restarts = 0; restarts < RESTARTS; restarts++) {
        const name = restarts % 2 === 0 ? 'one' : 'two';
        running[name].child.kill('SIGTERM');
        expect(await running[name].ended).toEqual({ code: 0, signal: null });
        running[name] = await start(ports[name]);
        await through.sees(name, 'UP');
      }

      const { sent, slowestMs } = await sending.stop();
      process.stderr.write(
        `${sent} requests over ${RESTARTS} restarts; the slowest took ${Math.round(slowestMs)} ms\n`,
      );
      expect(sending.failures).toEqual([]);
      expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    },
    WHOLE_MS,
  );
}

async function tokenOf(url: string, who: string): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-${who}:demo-${who}-secret`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
