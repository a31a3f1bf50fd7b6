import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueCard } from '../testing/issued-cards.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { answersStatus, startReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { WITHIN } from '../testing/within.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

let receiver: WebhookReceiver;
let server: TestServer;
let exid: string;
beforeEach(async () => {
  receiver = await startReceiver({ tls: 'none', secret: SECRET });
  receiver.behave(answersStatus(204));
});
afterEach(async () => {
  await server?.close();
  await receiver.close();
});

async function start(logs?: string[]): Promise<void> {
  const endpoint = { url: `${receiver.url}/anchors`, secret: SECRET, ...(logs !== undefined && { logs }) };
  server = await testServer({ CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: JSON.stringify([endpoint]) });
  exid = (await issueCard(server)).exid;
}

function read() {
  return server.envelope('cards.enquire-card', { card_identifier_id: exid, card_identifier_type: 'EXID' });
}

interface Anchor {
  readonly type: string;
  readonly heads: Record<string, { chain_no: string; chain_hash: string }>;
}

const received = () => receiver.received.map(({ body }) => JSON.parse(body) as Anchor);

/** The newest number of a log that the endpoint has. */
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

/** Everything is sealed, and the endpoint has the head of the log. */
async function arrived(log: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await server.db.sql('select 1 from audit_queue')).toEqual([]);
    expect(newest(log)).toEqual(await headOf(log));
  }, WITHIN);
}

describe('an endpoint for anchors', () => {
  it('gets the heads of all logs, signed, and each time the newest of those that moved', async () => {
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

  it('that fails or hangs holds up nothing, is told as behind, and gets what is newest then', async () => {
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

  it('is not told with its secret in the operator’s log', async () => {
    await start();
    const [row] = await server.db.sql<{ settings: string }>(
      `select details #>> '{settings,CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS}' as settings from audit_log
        where bank_id = '-' and operation = 'server.start' order by audit_id desc limit 1`,
    );
    expect(JSON.parse(row!.settings)).toEqual([{ host: new URL(receiver.url).host }]);
  });
});
