import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { read } from '../../../../repository/src/source-tree.ts';
import { beginRotation } from '../../host/keys/index.ts';
import { setFeed } from '../../platform/outbox/index.ts';
import { sandboxKeyFile } from '../../platform/vault/index.ts';
import { anotherServer } from '../another-server.ts';
import { commandDeps } from '../callers/keys.ts';
import { authorize, ecommerceMessage, issueCard } from '../cards/issued-cards.ts';
import { newToken } from '../cards/tokens.ts';
import { lockAccountOf } from '../database/lock-account.ts';
import { configurePartner } from '../decisions/decision-partners.ts';
import { fileFolder, fileResource } from '../file-resources.ts';
import { testServer } from '../test-server.ts';
import { answersStatus, startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { registerWebhook } from '../webhooks.ts';
import { WITHIN } from '../within.ts';
import {
  countersOf,
  evaluateRules,
  NEEDED,
  OF_NETWORKS,
  OF_ONE_SERVER,
  OF_SEVERAL,
  PROMTOOL,
  readScrape,
  type Scrape,
  untilScrape,
  WITHOUT_STANDBY,
} from './alert-rules.ts';
import { canRun } from './installed-program.ts';

const DAY_MS = 86_400_000;
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
/** A receiver that refuses every request, including anchors. */
let refusingReceiver: WebhookReceiver;
const folder = fileFolder();
beforeAll(async () => {
  await writeCertificate(90);
  refusingReceiver = await startReceiver({ tls: 'none' });
  refusingReceiver.behave(answersStatus(503));
});
const server = fileResource(() =>
  testServer({
    CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: JSON.stringify([{ url: `${refusingReceiver.url}/anchors`, secret: SECRET }]),
    CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '600',
    CARDWRIGHT_DATABASE_CONNECTIONS: '4',
    CARDWRIGHT_REQUESTS_PER_MINUTE: '50',
    CARDWRIGHT_TLS_CERT_FILE: join(folder, 'cert.pem'),
    CARDWRIGHT_TLS_KEY_FILE: join(folder, 'key.pem'),
  }),
);
const receiver = fileResource(() => startReceiver({ tls: 'none' }));
const card = fileResource(() => issueCard(server, { available: '10000.00' }));
afterAll(async () => {
  await refusingReceiver?.close();
});

async function writeCertificate(days: number): Promise<void> {
  const notAfterDate = new Date(Date.now() + days * DAY_MS);
  const made = await generate([{ name: 'commonName', value: 'alerts' }], { keyType: 'ec', notAfterDate });
  writeFileSync(join(folder, 'key.pem'), made.private);
  writeFileSync(join(folder, 'cert.pem'), made.cert);
}

async function exported(): Promise<string> {
  return (await server.request({ method: 'GET', url: '/metrics' })).text;
}

const scrape = async () => readScrape(await exported());
const until = (series: string, holds: (value: number) => boolean) => untilScrape(scrape, series, holds);

/** Scrapes while the server does only its own background work. */
async function calmScrape(): Promise<Scrape> {
  return await vi.waitFor(async () => {
    const found = await scrape();
    const busy = ['cardwright_database_pool{state="waiting"}', 'cardwright_event_loop_utilization'];
    expect(busy.map((series) => Math.round(found.get(series) ?? 1))).toEqual([0, 0]);
    return found;
  }, WITHIN);
}

/** Sends messages for an account that another session has locked: none is decided in time. */
async function failAuthorizations(): Promise<void> {
  const session = await server.db.database.connect({ unlimited: true });
  await session.query('begin');
  await lockAccountOf(session, card.accountNumber);
  const answers = await Promise.all([1, 2].map(() => authorize(server, ecommerceMessage(card))));
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  await session.query('rollback');
  await session.end();
}

async function exhaustPool(): Promise<Scrape> {
  const session = await server.db.database.connect({ unlimited: true, asOwner: true });
  await session.query('begin');
  await session.query('lock table clients in access exclusive mode');
  const send = () => server.request({ method: 'GET', url: '/V2/clients', as: 'demo-bank' });
  const answers = Array.from({ length: 8 }, send);
  const found = await until('cardwright_database_pool{state="waiting"}', (waiting) => waiting > 0);
  await session.query('rollback');
  await session.end();
  await Promise.all(answers);
  return found;
}

/** Blocks the event loop between two scrapes. */
async function blockEventLoop(): Promise<Scrape> {
  await scrape();
  const began = performance.now();
  while (performance.now() - began < 500);
  return await scrape();
}

async function damageKeyFile(): Promise<Scrape> {
  const path = sandboxKeyFile(server.dataDir);
  const content = readFileSync(path);
  writeFileSync(path, content.subarray(0, 20));
  await server.server.keyRefresh.refresh();
  const found = await scrape();
  writeFileSync(path, content);
  await server.server.keyRefresh.refresh();
  return found;
}

async function hitLimit(): Promise<void> {
  const send = () => server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'other-bank' });
  for (let sentCount = 0; sentCount < 70; sentCount++) await send();
}

/** Leaves notifications for an endpoint that is gone: it is disabled, its notification waits, and expires after a month. */
async function leaveNotifications(): Promise<Scrape> {
  const events = { folder: join(folder, 'cert.pem', 'feed'), events: ['endpoint.*'], intervalSeconds: 60 };
  await setFeed(server.db.database, 'DEMO', events);
  receiver.behave(answersStatus(410));
  await registerWebhook(server, { url: receiver.url });
  await newToken(server, card.exid);
  await until('cardwright_webhook_endpoints_disabled_total', (disabled) => disabled > 0);
  server.clock.advance(7_200_000);
  await server.server.periodicJobs.runDue();
  const found = await scrape();
  server.clock.advance(31 * DAY_MS);
  await server.server.periodicJobs.runDue();
  return found;
}

async function failPeriodicJob(): Promise<Scrape> {
  await server.db.sql('alter table audit_chain rename to audit_chain_away');
  await registerWebhook(server, { url: `${receiver.url}/other` });
  server.clock.advance(3_600_000);
  await server.server.periodicJobs.runDue().catch(() => {});
  const found = await until('cardwright_housekeeping_failures_total', (failures) => failures >= 2);
  await server.db.sql('alter table audit_chain_away rename to audit_chain');
  return found;
}

/** Refuses all anchors, so that the missing anchor grows older every second. */
async function refuseAnchors(): Promise<{ found: Scrape; series: string; perSecond: number }> {
  const series = `cardwright_audit_anchor_behind_seconds{host="${new URL(refusingReceiver.url).host}"}`;
  const one = (await until(series, (seconds) => seconds > 0)).get(series)!;
  const began = performance.now();
  const found = await until(series, (seconds) => seconds > one + 1);
  const perSecond = (found.get(series)! - one) / ((performance.now() - began) / 1_000);
  expect(perSecond).toBeGreaterThan(0.5);
  return { found, series, perSecond };
}

async function failPartner(): Promise<Scrape> {
  await configurePartner(server, {
    url: `${refusingReceiver.url}/decide`,
    keys: [SECRET],
    deadline_ms: 200,
    stand_in: { approve_up_to: '100.00', per_day: '1000.00' },
    breaker: { failures_in_a_row: 3 },
  });
  for (let sent = 0; sent < 3; sent++) await authorize(server, ecommerceMessage(card));
  const found = await until('cardwright_partner_breaker_open{bank="DEMO"}', (open) => open === 1);
  await configurePartner(server, undefined);
  return found;
}

/** Starts a rotation while a second server lacks the first server's key file, which has the new key. */
async function beginRotationWithoutFile(): Promise<Scrape> {
  const dataDir = join(folder, 'of-another');
  mkdirSync(dataDir);
  copyFileSync(sandboxKeyFile(server.dataDir), sandboxKeyFile(dataDir));
  const other = await anotherServer({ ...server, dataDir });
  await beginRotation(await commandDeps(server), 'LOOKUP');
  await server.server.keyRefresh.refresh();
  await server.server.keyRefresh.continueRotations();
  const found = await scrape();
  await other.close();
  return found;
}

if (canRun('What alerts say of a server', PROMTOOL, NEEDED)) {
  describe('the rules of deploy/prometheus', () => {
    it('fire on metrics of a server, each only with its cause', async () => {
      // the time of promtool starts at 0
      const epoch = Date.now() / 1_000;
      const timed = (found: Scrape): Scrape =>
        new Map([...found].map(([series, value]) => [series, series.includes('_timestamp_') ? value - epoch : value]));
      const counters = countersOf(await exported());
      const calm = timed(await calmScrape());
      expect(evaluateRules(folder, { calm, last: calm }, [WITHOUT_STANDBY])).toContain('SUCCESS');

      await failAuthorizations();
      const first = timed(await scrape());
      await failAuthorizations();
      const anchors = await refuseAnchors();
      const gauges: [Scrape, RegExp][] = [
        [await failPartner(), /^cardwright_partner_breaker_open/],
        [await exhaustPool(), /^cardwright_database_pool/],
        [await damageKeyFile(), /^cardwright_key_missing/],
        [await beginRotationWithoutFile(), /^cardwright_keys/],
        [anchors.found, /^cardwright_audit_anchor_behind/],
        [await leaveNotifications(), /^cardwright_(outbox_oldest|event_feed_lag)/],
        [await failPeriodicJob(), /^cardwright_audit_unsealed/],
      ];
      await hitLimit();
      await writeCertificate(5);
      const worst = new Map(timed(await blockEventLoop()));
      for (const [found, expected] of gauges)
        for (const [series, value] of found) if (expected.test(series)) worst.set(series, value);
      const rising = new Map([[anchors.series, anchors.perSecond * 60]]);
      const course = { calm, first, last: worst, counters, rising };
      expect(evaluateRules(folder, course, [WITHOUT_STANDBY, ...OF_ONE_SERVER])).toContain('SUCCESS');
    });

    it('are all tested', () => {
      const named = [...read('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
      expect(named.sort()).toEqual([WITHOUT_STANDBY, ...OF_ONE_SERVER, ...OF_NETWORKS, ...OF_SEVERAL].sort());
    });
  });
}
