import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { waitForIndex } from '../../testing/background-work.ts';
import {
  type AccountPair,
  allowBoth,
  authorizeBoth,
  changeBoth,
  endBoth,
  issueAccountPair,
} from '../../testing/networks/account-pair.ts';
import { IsoClient } from '../../testing/networks/iso-client.ts';
import { comparableEvents, readStoredAccount } from '../../testing/networks/stored-accounts.ts';
import { type Random, seededRandom, withSeed } from '../../testing/random.ts';
import { fileServer } from '../../testing/test-server.ts';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { registerWebhook } from '../../testing/webhooks.ts';

/** The number of authorizations over each interface. TWIN_AUTHORIZATIONS=100000 is the long run. */
const AUTHORIZATIONS = Number(process.env.TWIN_AUTHORIZATIONS ?? '2000');
const CONNECTIONS = 8;
const PAIRS = 16;
/** The messages per account between two changes of the clock and the controls. Changes take most of the time of a long run. */
const BURST = AUTHORIZATIONS > 10_000 ? 50 : 10;
const EVENTS = [
  'authorization.approved',
  'authorization.declined',
  'authorization.reversed',
  'authorization.completed',
  'authorization.expired',
  'switch.spent',
  'limit.reached',
];
/** Many decisions are indexed and published at the end of a long run. */
const WITHIN = { timeout: 600_000, interval: 500 };
let receiver: WebhookReceiver;
let clients: IsoClient[];

const server = fileServer({ CARDWRIGHT_SANDBOX_ISO8583_PORT: '0', CARDWRIGHT_LOG_LEVEL: 'warn' });
beforeAll(async () => {
  const [address] = await server.server.openNetworks();
  clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => IsoClient.connect(address!.port)));
  receiver = await startReceiver({ tls: 'none' });
  await registerWebhook(server, { url: receiver.url, events: EVENTS, events_per_request: 100 });
});
afterAll(async () => {
  for (const client of clients ?? []) client.close();
  await receiver?.close();
});

it(
  `${AUTHORIZATIONS} random authorizations over both interfaces give twin accounts equal decisions, balances, counters, traces and events`,
  () =>
    withSeed(async (random) => {
      // while the clock is stopped, a background round would run at an undefined moment
      await server.server.periodicJobs.stop();
      const pairs = await Promise.all(Array.from({ length: PAIRS }, () => issueAccountPair(server)));
      const reasons = new Map<string, number>();
      const rounds = Math.ceil(AUTHORIZATIONS / (PAIRS * BURST));
      for (let round = 0; round < rounds; round++) {
        const seeds = pairs.map(() => random.below(2 ** 31));
        await Promise.all(
          pairs.map((pair, at) => live(pair, clients[at % CONNECTIONS]!, seededRandom(seeds[at]!), reasons)),
        );
        if (round % 12 === 11) await Promise.all(pairs.map((pair) => allowBoth(server, pair)));
        server.clock.advance(random.pick([1, 60_000, 3_600_000, 7_200_000]));
        if (round % 50 === 49) await server.server.periodicJobs.runDue();
      }
      expect(reasons.get('APPROVED')).toBeGreaterThan(AUTHORIZATIONS / 20);
      expect(reasons.size).toBeGreaterThan(10);
      for (const pair of pairs) {
        const [http, iso] = [
          await readStoredAccount(server, pair, 'http'),
          await readStoredAccount(server, pair, 'iso'),
        ];
        expect(http.authorizations.length).toBe(rounds * BURST);
        expect(iso).toEqual(http);
      }
      await compareEvents(pairs);
    }),
  1_800_000,
);

/** Sends a burst to one pair of accounts, and makes the same changes to both. */
async function live(pair: AccountPair, client: IsoClient, random: Random, reasons: Map<string, number>): Promise<void> {
  for (let count = 0; count < BURST; count++) {
    const { http, iso, areRepeatsEqual } = await authorizeBoth(server, client, pair, random);
    expect(iso).toEqual(http);
    expect(areRepeatsEqual).toBe(true);
    reasons.set(http.reason, (reasons.get(http.reason) ?? 0) + 1);
    if (random.oneIn(6)) await endBoth(server, client, pair, random);
  }
  await changeBoth(server, pair, random.below(2 ** 31));
}

async function compareEvents(pairs: readonly AccountPair[]): Promise<void> {
  await waitForIndex(server, WITHIN);
  const pending = "select from outbox_messages where state = 'PENDING' limit 1";
  await vi.waitUntil(async () => (await server.db.sql(pending)).length === 0, WITHIN);
  const bodies = receiver.received.map(({ body }) => body);
  for (const { http, iso } of pairs) {
    const expected = comparableEvents(bodies, http);
    expect(expected.length).toBeGreaterThan(0);
    expect(comparableEvents(bodies, iso)).toEqual(expected);
  }
}
