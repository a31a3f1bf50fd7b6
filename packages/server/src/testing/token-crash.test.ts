import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '@cardwright/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Configuration } from '../configuration.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type Random, withSeed } from './random.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { changeToken, type LoadedToken, provisionTokens } from './token-load.ts';
import {
  answers,
  answerTo,
  type Behaviour,
  closeConnection,
  code,
  ok,
  type Received,
  startReceiver,
  status,
  type WebhookReceiver,
} from './webhook-receiver.ts';

// a whole server starts, works and dies here again and again, beside other tests that want the processors too
vi.setConfig({ testTimeout: 240_000 });

const BANK = 'other-bank';
const TOKENS = 200;
/** Beside its activation: 50 events for each token, 10,000 in all. */
const CHANGES = 49;
/** Tokens that are worked on at a time. */
const WORKERS = 24;
const WITHIN = { timeout: 200_000, interval: 150 };

const FAILURES: Behaviour[] = [
  status(500),
  code('05'),
  closeConnection,
  answers((request) => answerTo(request, { id: 'AN-ID-TOO-LONG' })),
  status(200, {}, 'OK'),
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

it('10,000 token events each arrive at least once and in order, though the bank fails by chance and the server dies again and again', () =>
  withSeed(async (random) => {
    const accepted = new Set<string>();
    bank.behave((request, response) => {
      const behaviour = random.from(1, 100) <= 30 ? random.pick(FAILURES) : ok;
      if (behaviour === ok) accepted.add(request.headers['webhook-id']!);
      behaviour(request, response);
    });
    let server = startOne();
    const secret = await registerEndpoint(await server);
    const tokens = await provisionTokens(await server, BANK, TOKENS);

    const waiting = [...tokens];
    const work = async () => {
      for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) {
        await changeToken(() => server, BANK, token, CHANGES);
      }
    };
    const working = Promise.all(Array.from({ length: WORKERS }, work));
    let nextDeath = deathAfter(random, 0);
    let deaths = 0;
    await vi.waitUntil(async () => {
      if (accepted.size === TOKENS * (CHANGES + 1)) return true;
      if (bank.received.length >= nextDeath) {
        server = dieAndRestart(await server);
        deaths++;
        nextDeath = deathAfter(random, bank.received.length);
      }
      await moveClock(await server);
      return false;
    }, WITHIN);
    await working;

    expect(deaths).toBeGreaterThan(3);
    expect(wrongTokens(tokens, bank.received)).toEqual([]);
    await vi.waitUntil(async () => (await countOf('PENDING')) === 0, WITHIN);
    expect([await countOf('DELIVERED'), await countOf('DEAD')]).toEqual([TOKENS * (CHANGES + 1), 0]);
    expect(secret).toMatch(/^whsec_/);
  }));

/** Notifications from here until the next kill -9: some seconds' worth. */
function deathAfter(random: Random, received: number): number {
  return received + random.from(1_000, 2_500);
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
