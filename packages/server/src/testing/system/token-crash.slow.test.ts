import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '@cardwright/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { type Random, withSeed } from '../random.ts';
import {
  answers,
  answersCode,
  answersOk,
  answersStatus,
  answerTo,
  type Behaviour,
  closeConnection,
  type ReceivedRequest,
  startReceiver,
  type WebhookReceiver,
} from '../webhook-receiver.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { type LoadedToken, provisionTokens, suspendAndResume } from './token-load.ts';

const BANK = 'other-bank';
const TOKENS = 100;
/** How many changes each token gets. With the activation, it has 40 events. */
const CHANGES = 39;
/** A restart takes as long as a start; each poll advances the clock by a step. */
const WHOLE_RUN = { timeout: 550_000, interval: 400 };
const EVENTS = 4_000;
/** Tokens that change concurrently. */
const WORKERS = 16;
const FAILING_PERCENT = 30;

const CONFIGURATION: Configuration = {
  banks: [
    {
      bank_id: 'OTHR',
      bank_code: '002',
      name: 'Other Bank',
      country: 'DE',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      products: [{ product_code: 'OTHER-DEBIT', name: 'Other Debit', card_type: 'DEBIT', bin: '420000' }],
    },
  ],
  oauth_clients: [{ client_id: BANK, secret: 'other-bank-secret', kind: 'bank', bank_id: 'OTHR', scopes: [...SCOPES] }],
};

const FAILURES: Behaviour[] = [
  answersStatus(500),
  answersCode('05'),
  closeConnection,
  answers((request) => answerTo(request, { id: 'AN-ID-TOO-LONG' })),
  answersStatus(200, {}, 'OK'),
];

let folder: string;
let db: TestDatabase;
let bank: WebhookReceiver;
let servers: ServerProcess[];

beforeEach(async () => {
  folder = dataFolder();
  servers = [];
  db = await testDatabase();
  bank = await startReceiver();
  writeFileSync(join(folder, 'banks.json'), JSON.stringify(CONFIGURATION));
  writeFileSync(join(folder, 'ca.pem'), bank.ca);
});
afterEach(async () => {
  await cleanUp(servers, folder);
  await bank.close();
  await db.close();
});

it('4,000 token events arrive at least once and in order, despite random failures of the bank and server crashes', () =>
  withSeed(async (random) => {
    const accepted = new Map<string, ReceivedRequest>();
    bank.behave((request, response) => {
      const isGood = random.from(1, 100) > FAILING_PERCENT;
      const id = request.headers['webhook-id']!;
      if (isGood && !accepted.has(id)) accepted.set(id, request);
      (isGood ? answersOk : random.pick(FAILURES))(request, response);
    });
    let server = startOne();
    await registerEndpoint(await server);
    const tokens = await provisionTokens(await server, BANK, TOKENS);
    let isWorkDone = false;
    const working = work(tokens, () => server).finally(() => {
      isWorkDone = true;
    });
    // the await below throws a failure; without this line, Node would report it as unhandled first
    working.catch(() => {});

    let deaths = 0;
    let nextDeath = deathAfter(random);
    await vi.waitUntil(async () => {
      if (bank.received.length >= nextDeath) {
        server = dieAndRestart(await server);
        deaths++;
        nextDeath = deathAfter(random);
      }
      await moveClock(await server);
      return isWorkDone && (await countMessages()).PENDING === undefined;
    }, WHOLE_RUN);
    await working;

    expect(deaths).toBeGreaterThan(3);
    expect(await countMessages()).toEqual({ DELIVERED: EVENTS });
    expect(bank.received.filter(({ isSigned }) => !isSigned).length).toBe(0);
    expect(bank.received.length).toBeGreaterThan(EVENTS);
    expect(findWrongTokens(tokens, firstOfEach(bank.received))).toEqual([]);
    expect(findWrongTokens(tokens, [...accepted.values()])).toEqual([]);
  }, announceSeed));

const announceSeed = (seed: string) => void process.stdout.write(`4,000 token events: ${seed}\n`);

/** Returns the number of notifications after which the server is killed. The bank receives them in a few seconds. */
function deathAfter(random: Random): number {
  return bank.received.length + random.from(500, 1_100);
}

async function startOne(): Promise<ServerProcess> {
  const server = await startServer({
    DATABASE_URL: db.url,
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_CONFIG_FILE: join(folder, 'banks.json'),
    CARDWRIGHT_WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
    CARDWRIGHT_LOG_LEVEL: 'warn',
  });
  servers.push(server);
  return server;
}

/**
 * Kills the server and starts another one. Another server may take over its messages only once its leases ended; this test
 * skips that minute.
 */
async function dieAndRestart(server: ServerProcess): Promise<ServerProcess> {
  await server.kill();
  await db.sql('update outbox_messages set leased_until = now() where leased_until > now()');
  return startOne();
}

async function registerEndpoint(server: ServerProcess): Promise<void> {
  const payload = { url: `${bank.url}/notifications`, max_in_flight: 32 };
  const { status: answered, json } = await server.request({
    method: 'POST',
    url: '/V2/webhook-endpoints',
    as: BANK,
    payload,
  });
  expect(answered).toBe(200);
  bank.trust(String(json.secret));
}

async function work(tokens: readonly LoadedToken[], server: () => Promise<ServerProcess>): Promise<void> {
  const waiting = [...tokens];
  const workOne = async () => {
    for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) {
      await suspendAndResume(server, BANK, token, CHANGES);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, workOne));
}

/** Advances the clock so that retries are due, which would take hours. */
async function moveClock(server: ServerProcess): Promise<void> {
  const { status: answered } = await server.request({
    method: 'POST',
    url: '/sandbox/clock',
    payload: { advance_seconds: 600 },
  });
  expect(answered).toBe(200);
}

async function countMessages(): Promise<Record<string, number>> {
  const rows = await db.sql<{ state: string; messages: number }>(
    `select state, count(*)::int as messages from outbox_messages where bank_id = 'OTHR' group by state`,
  );
  return Object.fromEntries(rows.map(({ state, messages }) => [state, messages]));
}

function firstOfEach(received: readonly ReceivedRequest[]): ReceivedRequest[] {
  const first = new Map<string, ReceivedRequest>();
  for (const request of received) {
    const id = request.headers['webhook-id']!;
    if (!first.has(id)) first.set(id, request);
  }
  return [...first.values()];
}

interface Notification {
  type: string;
  details: { token: { requestorName: string; tokenEventReasonCode?: string } };
}

/** Returns tokens whose notifications do not match their changes, in order. */
function findWrongTokens(tokens: readonly LoadedToken[], heard: readonly ReceivedRequest[]): string[] {
  const heardOf = new Map<string, string[]>();
  for (const { body } of heard) {
    const { type, details } = JSON.parse(body) as Notification;
    const { requestorName: name, tokenEventReasonCode: reason = '-' } = details.token;
    heardOf.set(name, [...(heardOf.get(name) ?? []), `${type} ${reason}`]);
  }
  const happened = ({ reasons }: LoadedToken) => [
    'TC -',
    ...reasons.map((reason, at) => `${at % 2 === 0 ? 'TD' : 'TE'} ${reason}`),
  ];
  return tokens
    .filter((token) => token.reasons.length !== CHANGES || String(heardOf.get(token.name)) !== String(happened(token)))
    .map((token) => `${token.name}: ${heardOf.get(token.name)}`);
}
