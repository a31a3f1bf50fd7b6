import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';
import {
  answersStatus,
  hangBeforeHeaders,
  startReceiver,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

let receiver: WebhookReceiver;
let server: TestServer;
let exid: string;
let hasStopped = false;
beforeEach(async () => {
  receiver = await startReceiver({ tls: 'none', secret: SECRET });
  receiver.behave(answersStatus(204));
});
afterEach(async () => {
  if (hasStopped) {
    await server.db.close();
    await rm(server.dataDir, { recursive: true, force: true });
  } else await server?.close();
  hasStopped = false;
  await receiver.close();
});

async function start(logs?: string[], environment: Record<string, string> = {}): Promise<void> {
  const endpoint = { url: `${receiver.url}/anchors`, secret: SECRET, ...(logs !== undefined && { logs }) };
  server = await testServer({ CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: JSON.stringify([endpoint]), ...environment });
  exid = (await issueCard(server)).exid;
}

/** Stops only the server, so that the test can still read its database. */
async function stop(): Promise<void> {
  hasStopped = true;
  await server.server.close();
}

function read() {
  return server.envelope('cards.enquire-card', { card_identifier_id: exid, card_identifier_type: 'EXID' });
}

interface Anchor {
  readonly type: string;
  readonly heads: Record<string, { chain_no: string; chain_hash: string }>;
}

const received = () => receiver.received.map(({ body }) => JSON.parse(body) as Anchor);

/** Returns the newest number of a log that the endpoint has. */
const newest = (log: string) =>
  received()
    .flatMap(({ heads }) => heads[log] ?? [])
    .at(-1);

async function headOf(log: string) {
  const [head] = await server.db.sql<{ chain_no: string; chain_hash: string }>(
    `select chain_no::text, encode(chain_hash, 'hex') as chain_hash from audit_chain where bank_id = $1
      order by audit_chain.chain_no desc limit 1`,
    [log],
  );
  return head;
}

async function behindSeconds(): Promise<number> {
  const { text } = await server.request({ method: 'GET', url: '/metrics' });
  return Number(/cardwright_audit_anchor_behind_seconds\{host="127\.0\.0\.1:\d+"\} (\S+)/.exec(text)?.[1]);
}

/** Waits until all rows are sealed and the endpoint has the head of the log. */
async function arrived(log: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await server.db.sql('select 1 from audit_queue')).toEqual([]);
    expect(newest(log)).toEqual(await headOf(log));
  }, WITHIN);
}

describe('an endpoint for anchors', () => {
  it('gets the heads of all logs, signed, and each time the newest heads of those that moved', async () => {
    await start();
    for (let at = 0; at < 3; at++) {
      await read();
      await arrived('DEMO');
    }
    await arrived('-');
    expect(
      receiver.received.every(({ isSigned, path, method }) => isSigned && path === '/anchors' && method === 'POST'),
    ).toBe(true);
    expect(received().every(({ type }) => type === 'audit.anchor')).toBe(true);
    await vi.waitFor(async () => expect(await behindSeconds()).toBe(0), WITHIN);
  });

  it('gets only the logs that its entry names', async () => {
    await start(['DEMO']);
    await arrived('DEMO');
    expect(new Set(received().flatMap(({ heads }) => Object.keys(heads)))).toEqual(new Set(['DEMO']));
  });

  it('delays nothing while it fails or hangs, is reported as behind, and then receives the newest heads', async () => {
    receiver.behave(answersStatus(503), answersStatus(204));
    await start();
    await receiver.arrived(1);
    for (let at = 0; at < 5; at++) expect((await read()).exception.error_code).toBe('000');
    await vi.waitFor(async () => expect(await server.db.sql('select 1 from audit_queue')).toEqual([]), WITHIN);
    expect(receiver.received).toHaveLength(1);
    expect(await behindSeconds()).toBeGreaterThan(0);
    await arrived('DEMO');
    expect(receiver.received.length).toBeLessThan(4);
    await vi.waitFor(async () => expect(await behindSeconds()).toBe(0), WITHIN);
  });

  it('that never answers delays neither the stop nor the last work on the audit log', async () => {
    receiver.behave(hangBeforeHeaders);
    await start();
    await receiver.arrived(1);
    await read();
    const began = performance.now();
    await stop();
    // a stop has 10 s in total
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(await server.db.sql('select 1 from audit_queue')).toEqual([]);
  });

  it('gets the last heads of a server that stops', async () => {
    await start();
    await arrived('DEMO');
    await read();
    await stop();
    expect(await server.db.sql('select 1 from audit_queue')).toEqual([]);
    for (const log of ['DEMO', '-']) expect([log, newest(log)]).toEqual([log, await headOf(log)]);
  });

  it.each([
    ['is none of ours', async (folder: string) => writeFile(join(folder, `${hostname()}-8080.json`), '{}')],
    ['cannot be written', async (folder: string) => writeFile(join(folder, 'anchor-key'), 'no key')],
  ])('gets the heads even if the anchor file of the machine %s', async (_what, spoil) => {
    const folder = await mkdtemp(join(tmpdir(), 'cardwright-anchors-'));
    await spoil(folder);
    await start(undefined, { CARDWRIGHT_AUDIT_ANCHOR_DIR: folder });
    await arrived('DEMO');
    await rm(folder, { recursive: true });
  });

  it('is reported as behind even if another endpoint of the same host is up to date', async () => {
    const lacking = { url: `${receiver.url}/lacking`, secret: SECRET };
    receiver.behave((request, response) => {
      answersStatus(request.path === '/lacking' ? 503 : 204)(request, response);
    });
    const having = { url: `${receiver.url}/anchors`, secret: SECRET };
    server = await testServer({ CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: JSON.stringify([lacking, having]) });
    await vi.waitFor(async () => expect(await behindSeconds()).toBeGreaterThan(2), WITHIN);
    expect(receiver.received.some(({ path }) => path === '/anchors')).toBe(true);
  });

  it('never appears with its secret in the operator’s log', async () => {
    await start();
    const [row] = await server.db.sql<{ settings: string }>(
      `select details #>> '{settings,CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS}' as settings from audit_log
        where bank_id = '-' and operation = 'server.start' order by audit_id desc limit 1`,
    );
    expect(JSON.parse(row!.settings)).toEqual([{ host: new URL(receiver.url).host }]);
  });
});
