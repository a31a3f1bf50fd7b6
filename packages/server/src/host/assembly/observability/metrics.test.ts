import { describe, expect, it } from 'vitest';
import { filesUnder, read } from '../../../../../repository/src/source-tree.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer({ CARDWRIGHT_REQUESTS_PER_MINUTE: '7' });

/** Returns the metrics by the name of a series with its labels. */
async function scrape(): Promise<Record<string, number>> {
  const { text } = await server.request({ method: 'GET', url: '/metrics' });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.replace(/.* /, ''))]));
}

describe('/metrics', () => {
  it('counts decisions by action code and rule, repeats separately, and their batches', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    for (const sent of [
      message,
      message,
      ecommerceMessage(card, { Transaction_Amount_Cardholder_Billing: '000099999999' }),
    ])
      await authorize(server, sent);
    await authorize(server, {
      ...message,
      CARD_NUMBER: '4000009999999995',
      Retrieval_Reference_Number: '900000000001',
    });
    const found = await scrape();
    expect(found['cardwright_decisions_total{action_code="00",rule="APPROVED"}']).toBe(1);
    expect(found['cardwright_decisions_total{action_code="51",rule="INSUFFICIENT_FUNDS"}']).toBe(1);
    expect(found['cardwright_decisions_total{action_code="14",rule="CARD_NOT_FOUND"}']).toBe(1);
    expect(found.cardwright_decisions_repeated_total).toBe(1);
    expect(found.cardwright_batch_messages_sum).toBe(4);
    const batches = found.cardwright_batch_messages_count;
    for (const phase of ['facts', 'decide', 'store'])
      expect(found[`cardwright_batch_phase_seconds_count{phase="${phase}"}`]).toBe(batches);
  });

  it('reports queues, the resources of the process and its version', async () => {
    const found = await scrape();
    expect(found['cardwright_lane_waiting{lane="0"}']).toBe(0);
    expect(found['cardwright_lane_waiting{lane="1"}']).toBe(0);
    expect(found['cardwright_authorizations_waiting{for="card"}']).toBe(0);
    expect(found['cardwright_database_pool{state="waiting"}']).toBe(0);
    expect(found['cardwright_database_pool{state="waiting_for_lock"}']).toBe(0);
    expect(found['cardwright_database_pool{state="idle"}']).toBeGreaterThan(0);
    expect(found.cardwright_key_missing).toBe(0);
    expect(found.cardwright_housekeeping_failures_total).toBe(0);
    expect(found[`cardwright_build_info{version="0.1.0",node="${process.versions.node}"}`]).toBe(1);
    expect(found.cardwright_event_loop_utilization).toBeGreaterThan(0);
  });

  it('reports how long notifications of endpoints and rows of the audit log have waited', async () => {
    const { db } = server;
    const anHourAgo = new Date(server.clock.now().getTime() - 3_600_000).toISOString();
    await db.sql(`insert into audit_queue (bank_id, audit_id, at) values ('DEMO', 999999999, '${anHourAgo}')`);
    await server.server.periodicJobs.runDue();
    const found = await scrape();
    expect(found.cardwright_audit_unsealed_rows).toBeGreaterThan(0);
    expect(found.cardwright_audit_unsealed_seconds).toBe(3_600);
    expect(found.cardwright_outbox_pending).toBe(0);
    await db.sql('delete from audit_queue where audit_id = 999999999');
  });

  it('counts the requests that a limit refused', async () => {
    const before = await scrape();
    expect(before['cardwright_limits_hit_total{limit="requests"}']).toBe(0);
    const send = () => server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'other-bank' });
    const statuses = [];
    for (let sentCount = 0; sentCount < 9; sentCount++) statuses.push((await send()).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await scrape())['cardwright_limits_hit_total{limit="requests"}']).toBe(2);
  });
});

it('docs/operate/watching.md lists exactly the existing metrics', async () => {
  const { text } = await server.request({ method: 'GET', url: '/metrics' });
  const served = [...text.matchAll(/^# HELP (cardwright_\w+)/gm)].map(([, name]) => name!);
  const rows = [...read('docs/operate/watching.md').matchAll(/^\| (`cardwright_[^|]*) \|/gm)].map(
    ([, names]) => names!,
  );
  const documented = rows.flatMap((names) => [...names.matchAll(/`(cardwright_\w+)`/g)].map(([, name]) => name!));
  // these metrics exist only with anchor endpoints or with a certificate
  const seldom = ['cardwright_audit_anchor_behind_seconds', 'cardwright_tls_certificate_expiry_timestamp_seconds'];
  expect(documented.sort()).toEqual([...new Set([...served, ...seldom])].sort());
});

it('the dashboard and the alerts use only existing metrics, and each alert has its page', async () => {
  const { text } = await server.request({ method: 'GET', url: '/metrics' });
  const served = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => `${name}${suffix}`) : [name],
  );
  const seldom = ['cardwright_audit_anchor_behind_seconds', 'cardwright_tls_certificate_expiry_timestamp_seconds'];
  const rules = read('deploy/prometheus/alerts.yaml');
  const metrics = [rules, read('deploy/grafana/cardwright.json')].flatMap((file) =>
    [...file.matchAll(/\b(?:cardwright|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name),
  );
  expect(metrics.length).toBeGreaterThan(60);
  expect([...new Set(metrics)].filter((name) => !served.includes(name) && !seldom.includes(name))).toEqual([]);

  const alerts = [...rules.matchAll(/- alert: (\w+)\n[\s\S]*?runbook: (\S+)/g)].map(([, name, page]) => ({
    name,
    page: page!,
  }));
  expect(alerts.map(({ page }) => page).sort()).toEqual(filesUnder('docs/operate/runbook'));
  expect(alerts.filter(({ name, page }) => !read(page).includes(`Alert \`${name}\``))).toEqual([]);
});
