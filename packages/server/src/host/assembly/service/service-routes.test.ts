import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceStatus } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { signInDemo } from '../../../testing/callers/demo-sessions.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';
import { registerWebhook } from '../../../testing/webhooks.ts';
import { examineDeployment } from '../../doctor/index.ts';

const ALERT = {
  labels: { alertname: 'CardwrightNotificationsOld', severity: 'warning' },
  annotations: { summary: 'An endpoint is late', runbook: 'docs/operate/runbook/notifications-old.md' },
  activeAt: '2026-11-20T07:55:00Z',
};

let prometheus: Server;
let alerts: unknown;
let server: TestServer;
let runs = 0;
beforeAll(async () => {
  prometheus = createServer((request, response) => {
    if (request.url === '/prom/api/v1/alerts' && alerts !== undefined) response.end(JSON.stringify(alerts));
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => prometheus.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(prometheus.address() as AddressInfo).port}/prom`;
  server = await testServer(
    { CARDWRIGHT_PROMETHEUS_URL: url },
    {
      examine: () => {
        runs++;
        const environment = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir };
        return examineDeployment(environment, { report: () => {} });
      },
    },
  );
});
afterAll(async () => {
  await server?.close();
  prometheus?.close();
});

const readStatus = async () => {
  const operator = await signInDemo(server, 'karim');
  const { status, json } = await operator.send('GET', '/console/service-status');
  expect(status).toBe(200);
  return json as unknown as ServiceStatus;
};

describe("the operator's page", () => {
  it('has the servers, the database, the keys and the answers of every bank in the last hours', async () => {
    const card = await issueCard(server, { available: '100.00' });
    for (let at = 0; at < 3; at++) await authorize(server, ecommerceMessage(card));
    await waitForIndex(server);
    const status = await readStatus();
    expect(status).toMatchObject({ mode: 'sandbox', version: '0.1.0', node: process.versions.node });
    expect(status.servers).toEqual([{ name: expect.any(String), seen_at: expect.any(String), problem: null }]);
    expect(status.database).toMatchObject({ replication: 'none', standbys: 0, archived_at: null });
    expect(status.database.bytes).toBeGreaterThan(1_000_000);
    expect(status.authorizations).toEqual([
      {
        from: '2026-11-20T08:00:00.000Z',
        messages: 3,
        p50_ms: expect.any(Number),
        p99_ms: expect.any(Number),
      },
    ]);
    expect(status.index).toEqual({ batches: 0, oldest_at: null });
    expect(new Set(status.keys.map(({ kind }) => kind))).toEqual(new Set(['MASTER', 'LOOKUP', 'DATA', 'CONTENT']));
    expect(JSON.stringify(status)).not.toContain(card.exid);
  });

  it('lists the endpoints of all tenants that have pending messages, are failing or disabled, by host only', async () => {
    const { id } = await registerWebhook(server);
    expect((await readStatus()).endpoints).toEqual([]);
    await server.db.sql(`update webhook_endpoints set failing_since = '2026-11-20T07:00:00Z' where endpoint_id = $1`, [
      id,
    ]);
    const { endpoints } = await readStatus();
    expect(endpoints).toEqual([
      {
        tenant: 'DEMO',
        endpoint_id: id,
        host: '127.0.0.1:9',
        state: 'ACTIVE',
        reason: null,
        failing_since: '2026-11-20T07:00:00.000Z',
        last_failure: null,
        pending: 0,
        pending_since: null,
      },
    ]);
  });

  it('lists the firing alerts of Prometheus, and works without it', async () => {
    const data = {
      alerts: [
        { ...ALERT, state: 'firing' },
        { ...ALERT, state: 'pending' },
      ],
    };
    alerts = { status: 'success', data };
    expect((await readStatus()).alerts).toEqual({
      source: 'prometheus',
      firing: [
        {
          name: 'CardwrightNotificationsOld',
          severity: 'warning',
          summary: 'An endpoint is late',
          since: '2026-11-20T07:55:00Z',
          runbook: 'docs/operate/runbook/notifications-old.md',
        },
      ],
    });
    alerts = { data: 'something else' };
    expect((await readStatus()).alerts).toEqual({ source: 'unreachable', firing: [] });
    alerts = undefined;
    expect((await readStatus()).alerts).toEqual({ source: 'unreachable', firing: [] });
  });

  it('runs the checks of the doctor, once for concurrent requests, and audits the caller', async () => {
    const operator = await signInDemo(server, 'karim');
    const answers = await Promise.all([1, 2].map(() => operator.send('POST', '/console/service-checks')));
    expect(runs).toBe(1);
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      const checks = json.checks as unknown as { name: string; status: string }[];
      expect(checks.find(({ name }) => name === 'migrations')?.status).toBe('pass');
      expect(checks.length).toBeGreaterThan(10);
    }
    const rows = await server.db.sql<{ actor: string; person: string }>(
      `select actor, details->>'person' as person from audit_log where bank_id = '-' and operation = 'service.run-checks'`,
    );
    expect(rows).toEqual(Array(2).fill({ actor: 'sandbox#karim', person: 'Karim Nasser' }));
  });

  it.each([
    ['huda', '202'],
    ['salim', '203'],
    ['yusuf', '203'],
  ])('is closed to %s', async (person, code) => {
    const { send } = await signInDemo(server, person);
    for (const [method, path] of [
      ['GET', '/console/service-status'],
      ['POST', '/console/service-checks'],
    ] as const) {
      const { status, json } = await send(method, path);
      expect([status, json.error_code]).toEqual([403, code]);
    }
  });

  it('is closed to programs and to strangers, and a page of another origin starts no checks', async () => {
    const get = { method: 'GET', url: '/console/service-status' } as const;
    expect((await server.request({ ...get, as: 'demo-bank' })).status).toBe(403);
    expect((await server.request(get)).status).toBe(401);
    const { cookie } = await signInDemo(server, 'karim');
    const foreign = { cookie, origin: 'https://evil.example' };
    const answer = await server.request({ method: 'POST', url: '/console/service-checks', headers: foreign });
    expect(answer.status).toBe(401);
    expect(runs).toBe(1);
  });
});
