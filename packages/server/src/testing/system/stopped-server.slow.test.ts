import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../cards/issued-cards.ts';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { WITHIN } from '../within.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';

/** Each pause stops the server at another point: between two batches, or in the middle of one. */
const PAUSES = 6;
const PAUSE_MS = 5_000;
const CARDS = 24;
/** Three times the default, for a busy machine. After a third of it, locks of a lane are free again. */
const DEADLINE_MS = 9_000;
const ONE_CENT = { Transaction_Amount: '000000000001', Transaction_Amount_Cardholder_Billing: '000000000001' };

let folder: string;
let database: TestDatabase;
let servers: ServerProcess[];
beforeEach(async () => {
  folder = dataFolder();
  servers = [];
  database = await testDatabase({ from: 'empty' });
});
afterEach(async () => {
  for (const { child } of servers) child.kill('SIGCONT');
  await cleanUp(servers, folder);
  await database.close();
});

async function start(): Promise<ServerProcess> {
  const server = await startServer({
    CARDWRIGHT_DATA_DIR: folder,
    DATABASE_URL: database.url,
    CARDWRIGHT_LOG_LEVEL: 'warn',
    CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: String(DEADLINE_MS),
  });
  servers.push(server);
  return server;
}

interface Sent {
  readonly atMs: number;
  readonly ms: number;
  readonly code: unknown;
}

/** Sends messages one after the other on each card, and records the answers. */
function startSending(to: ServerProcess, cards: readonly IssuedCard[]) {
  const sent: Sent[] = [];
  let isStopped = false;
  const ended = Promise.all(
    cards.map(async (card) => {
      while (!isStopped) {
        const atMs = performance.now();
        const { json } = await authorize(to, ecommerceMessage(card, ONE_CENT));
        sent.push({ atMs, ms: performance.now() - atMs, code: json.Action_Code });
      }
    }),
  );
  return {
    sent,
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}

describe('a suspended server under load', () => {
  it('does not block accounts for the other server', async () => {
    const one = await start();
    const other = await start();
    const cards = await Promise.all(Array.from({ length: CARDS }, () => issueCard(one, { available: '9000.00' })));
    const ofOne = startSending(one, cards);
    const ofOther = startSending(other, cards);
    for (let pause = 0; pause < PAUSES; pause++) {
      const before = ofOther.sent.length;
      await vi.waitUntil(() => ofOther.sent.length > before + 2 * CARDS, WITHIN);
      one.child.kill('SIGSTOP');
      await delay(PAUSE_MS);
      one.child.kill('SIGCONT');
    }
    await Promise.all([ofOne.stop(), ofOther.stop()]);

    expect(ofOther.sent.filter(({ code }) => code !== '00')).toEqual([]);
    const slowest = Math.max(...ofOther.sent.map(({ ms }) => ms));
    process.stdout.write(
      `${PAUSES} pauses of ${PAUSE_MS} ms, the other server's slowest answer ${slowest.toFixed(0)} ms\n`,
    );
    expect(slowest).toBeLessThan(PAUSE_MS);
    // the suspended server answers again
    expect((await authorize(one, ecommerceMessage(cards[0]!, ONE_CENT))).json.Action_Code).toBe('00');
  });
});
