import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxKeyFile } from '../vault/index.ts';
import { installedProgram, isTried } from './installed-program.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from './issued-cards.ts';
import { lockAccountOf } from './lock-account.ts';
import { ROOT, read } from './source-tree.ts';
import { type TestServer, testServer } from './test-server.ts';
import { newToken } from './tokens.ts';
import { answersStatus, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { registerWebhook } from './webhooks.ts';
import { WITHIN } from './within.ts';

const PROMTOOL = installedProgram('promtool');
const NEEDED = 'that needs promtool (on Debian: apt-get install prometheus)';
const RULES = join(ROOT, 'deploy', 'prometheus', 'alerts.yaml');
const DAY_MS = 86_400_000;
/** As long as the longest `for` of the rules, and more. */
const MINUTES = 90;
const CALM_MINUTES = 10;

type Scrape = ReadonlyMap<string, number>;

let folder: string;
let server: TestServer;
let receiver: WebhookReceiver;
let card: IssuedCard;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardwright-alerts-'));
  await writeCertificate(90);
  server = await testServer({
    CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '600',
    CARDWRIGHT_DATABASE_CONNECTIONS: '4',
    CARDWRIGHT_REQUESTS_PER_MINUTE: '50',
    CARDWRIGHT_TLS_CERT_FILE: join(folder, 'cert.pem'),
    CARDWRIGHT_TLS_KEY_FILE: join(folder, 'key.pem'),
  });
  receiver = await startReceiver({ tls: 'none' });
  card = await issueCard(server);
});
afterAll(async () => {
  await receiver?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
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

async function scrape(): Promise<Scrape> {
  const lines = (await exported()).split('\n').filter((line) => /^\w/.test(line));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}

async function until(series: string, holds: (value: number) => boolean): Promise<Scrape> {
  return await vi.waitFor(async () => {
    const found = await scrape();
    expect(holds(found.get(series) ?? Number.NaN), `${series} is ${found.get(series)}`).toBe(true);
    return found;
  }, WITHIN);
}

/** Nothing is going on but what a server does by itself. */
async function calmScrape(): Promise<Scrape> {
  return await vi.waitFor(async () => {
    const found = await scrape();
    const busy = ['cardwright_database_pool{state="waiting"}', 'cardwright_event_loop_utilization'];
    expect(busy.map((series) => Math.round(found.get(series) ?? 1))).toEqual([0, 0]);
    return found;
  }, WITHIN);
}

/** Messages of an account that another session has locked: none is decided in time. */
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
  const ask = () => server.request({ method: 'GET', url: '/V2/clients', as: 'demo-bank' });
  const asked = Array.from({ length: 8 }, ask);
  const found = await until('cardwright_database_pool{state="waiting"}', (waiting) => waiting > 0);
  await session.query('rollback');
  await session.end();
  await Promise.all(asked);
  return found;
}

/** Nothing else is done between two looks. */
async function keepBusy(): Promise<Scrape> {
  await scrape();
  const began = performance.now();
  while (performance.now() - began < 500);
  return await scrape();
}

async function damageKeyFile(): Promise<Scrape> {
  const path = sandboxKeyFile(server.dataDir);
  const content = readFileSync(path);
  writeFileSync(path, content.subarray(0, 20));
  await server.server.keyKeeper.look();
  const found = await scrape();
  writeFileSync(path, content);
  await server.server.keyKeeper.look();
  return found;
}

async function hitLimit(): Promise<void> {
  const ask = () => server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'other-bank' });
  for (let asked = 0; asked < 70; asked++) await ask();
}

/** An endpoint that is gone: it is disabled, its notification waits, and is given up after a month. */
async function leaveNotifications(): Promise<Scrape> {
  receiver.behave(answersStatus(410));
  await registerWebhook(server, { url: receiver.url });
  await newToken(server, card.exid);
  await until('cardwright_webhook_endpoints_disabled_total', (disabled) => disabled > 0);
  server.clock.advance(7_200_000);
  await server.server.housekeeping.runDue();
  const found = await scrape();
  server.clock.advance(31 * DAY_MS);
  await server.server.housekeeping.runDue();
  return found;
}

async function failHousekeeping(): Promise<Scrape> {
  await server.db.sql('alter table audit_chain rename to audit_chain_away');
  await registerWebhook(server, { url: `${receiver.url}/other` });
  server.clock.advance(3_600_000);
  await server.server.housekeeping.runDue().catch(() => {});
  const found = await until('cardwright_housekeeping_failures_total', (failures) => failures >= 2);
  await server.db.sql('alter table audit_chain_away rename to audit_chain');
  return found;
}

const labelled = (series: string, instance: string) => {
  const own = `job="cardwright",instance="${instance}"`;
  return series.includes('{') ? series.replace('{', `{${own},`) : `${series}{${own}}`;
};

/** Ten calm minutes, then what was found, going on as it was: counters climb by as much again each minute. */
function inputOf(calm: Scrape, first: Scrape, then: Scrape, counters: ReadonlySet<string>) {
  return [...then].map(([series, last]) => {
    const before = calm.get(series);
    const middle = first.get(series);
    const step = counters.has(series.replace(/\{.*/, '')) ? last - (middle ?? last) : 0;
    const values = [
      ...Array.from({ length: CALM_MINUTES }, () => before ?? '_'),
      middle ?? '_',
      ...Array.from({ length: MINUTES - CALM_MINUTES }, (_, minute) => last + step * minute),
    ];
    return { series: labelled(series, 'one'), values: values.join(' ') };
  });
}

/** Lets promtool evaluate the rules, and holds what fires at the end against these names. */
function judge(input: readonly { series: string; values: string }[], firing: readonly string[]): string {
  const file = join(folder, 'rules.test.json');
  const samples = [...firing].sort().map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }));
  const asked = {
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${MINUTES}m`,
    exp_samples: samples,
  };
  const test = { interval: '1m', input_series: input, promql_expr_test: [asked] };
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  try {
    return execFileSync(PROMTOOL ?? 'promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

/** The database of the tests has no standby. */
const ALWAYS = 'CardwrightReplicationNotSynchronous';
const PROVOKED = [
  'CardwrightAuditUnsealed',
  'CardwrightAuthorizationsFailing',
  'CardwrightAuthorizationsFailingSlowly',
  'CardwrightAuthorizationsShed',
  'CardwrightAuthorizationsSlow',
  'CardwrightCertificateEnds',
  'CardwrightEndpointDisabled',
  'CardwrightEventLoopBusy',
  'CardwrightHousekeepingFailing',
  'CardwrightKeyMissing',
  'CardwrightLimitsHit',
  'CardwrightNotificationsGivenUp',
  'CardwrightNotificationsOld',
  'CardwrightPoolExhausted',
];
/** What one server of a test cannot come to: its own series, with another value. */
const BY_HAND: Record<string, Record<string, number>> = {
  CardwrightAnchorsBehind: { 'cardwright_audit_anchor_behind_seconds{host="keeper.example.com"}': 3_600 },
  CardwrightCommitsWait: { 'cardwright_database_replication{state="waiting"}': 1 },
  CardwrightDatabaseUnreachable: { 'cardwright_database_replication{state="none"}': 0 },
  CardwrightDown: { up: 0 },
  CardwrightKeyRotationStuck: { 'cardwright_keys{kind="LOOKUP",state="NEW"}': 1 },
  CardwrightPartnerNotAsked: { 'cardwright_partner_breaker_open{bank="DEMO"}': 1 },
  CardwrightReplicationLag: { cardwright_database_replication_lag_seconds: 60 },
  CardwrightVersionsDiffer: { 'cardwright_build_info{version="0.2.0",node="22.0.0"}': 1 },
};

if (isTried('What alerts say of a server', PROMTOOL, NEEDED)) {
  describe('the rules of deploy/prometheus', () => {
    it('fire on what a server exported, each when its cause was there, and stay silent before', async () => {
      // promtool's time begins at 0
      const epoch = Date.now() / 1_000;
      const timed = (found: Scrape): Scrape =>
        new Map([...found].map(([series, value]) => [series, series.includes('_timestamp_') ? value - epoch : value]));
      const counters = new Set(
        [...(await exported()).matchAll(/^# TYPE (\S+) (counter|histogram)$/gm)].flatMap(([, name]) =>
          ['', '_bucket', '_count', '_sum'].map((suffix) => `${name}${suffix}`),
        ),
      );
      const calm = timed(await calmScrape());
      expect(judge(inputOf(calm, calm, calm, counters), [ALWAYS])).toContain('SUCCESS');

      await failAuthorizations();
      const first = timed(await scrape());
      await failAuthorizations();
      await hitLimit();
      const pool = await exhaustPool();
      const keys = await damageKeyFile();
      const old = await leaveNotifications();
      const unsealed = await failHousekeeping();
      await writeCertificate(5);
      const busy = await keepBusy();
      const gauges: [Scrape, RegExp][] = [
        [pool, /^cardwright_database_pool/],
        [keys, /^cardwright_key_missing/],
        [old, /^cardwright_outbox_oldest/],
        [unsealed, /^cardwright_audit_unsealed/],
      ];
      const worst = new Map(timed(busy));
      for (const [found, wanted] of gauges)
        for (const [series, value] of found) if (wanted.test(series)) worst.set(series, value);
      expect(judge(inputOf(calm, first, worst, counters), [ALWAYS, ...PROVOKED])).toContain('SUCCESS');

      for (const [alert, changed] of Object.entries(BY_HAND)) {
        const input = inputOf(calm, calm, new Map([...calm, ...Object.entries(changed)]), counters);
        const others = alert === 'CardwrightDatabaseUnreachable' ? [] : [ALWAYS];
        expect(judge(input, [alert, ...others]), alert).toContain('SUCCESS');
      }
    });

    it('are all tried', () => {
      const named = [...read('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
      expect(named.sort()).toEqual([ALWAYS, ...PROVOKED, ...Object.keys(BY_HAND)].sort());
    });
  });
}
