import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../server/src/testing/database/test-database.ts';
import { fileResource } from '../../server/src/testing/file-resources.ts';
import {
  type Deduplicate,
  generateWebhookSecret,
  inMemory,
  inPostgres,
  receiveFromRequest,
  responseOf,
  seenNotificationsTable,
  signTestMessage,
  storeOnce,
} from './webhooks.ts';

const SECRET = generateWebhookSecret();
const MESSAGE = {
  id: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
  type: 'TC',
  timestamp: '2026-11-20T08:00:00Z',
  details: { token: { requestorId: '5011000001', requestorName: 'Phone Pay', deviceType: 'PHONE' } },
};
let pool: pg.Pool;
const db = fileResource(() => testDatabase());
beforeAll(async () => {
  pool = new pg.Pool(db.connection);
  await pool.query('create table kept (id text)');
  await pool.query('create schema bank');
  await pool.query(seenNotificationsTable('bank.seen'));
});
afterAll(async () => {
  await pool?.end();
});

function requestOf(
  message: object = MESSAGE,
  change: { headers?: object; body?: NonNullable<RequestInit['body']>; secret?: string } = {},
): Request {
  const { headers, body } = signTestMessage({ secret: change.secret ?? SECRET, notification: message });
  return new Request('http://bank.test/notifications', {
    method: 'POST',
    headers: { ...headers, ...change.headers },
    body: change.body ?? body,
    duplex: 'half',
  } as RequestInit);
}

const received = (message?: object) => receiveFromRequest(requestOf(message), { secret: SECRET });
const codeOf = (answer: { body: { response: { status: { code: string } } } }) => answer.body.response.status.code;

describe('a Request of the Fetch API', () => {
  it('is verified and read unchanged, with its webhook-id', async () => {
    const answer = await received();
    expect(answer).toMatchObject({ ok: true, notification: MESSAGE, webhookId: MESSAGE.id });
    const response = responseOf(answer.answer);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await response.json()).toMatchObject({ type: 'TC', response: { status: { code: '00' } } });
  });

  it.each([
    ['another secret', { secret: generateWebhookSecret() }, '63', 'no signature matches a known key'],
    ['a string', { headers: { 'content-type': 'text/plain' } }, '30', 'the content type is not application/json'],
    [
      'a form',
      { headers: { 'content-type': 'multipart/form-data; boundary=json' } },
      '30',
      'the content type is not application/json',
    ],
    ['more than the maximum', { body: 'x'.repeat(1_048_577) }, '30', 'the body is longer than 1048576 bytes'],
    [
      'more than the maximum, in pieces',
      { body: new Blob(['x'.repeat(1_048_577)]).stream() },
      '30',
      'the body is longer than 1048576 bytes',
    ],
  ])('is refused in the form of the interface: %s', async (_what, change, code, reason) => {
    const answer = await receiveFromRequest(requestOf(MESSAGE, change), { secret: SECRET });
    expect(answer).toMatchObject({ ok: false, code, reason });
  });

  it('is refused if its body does not arrive in time', async () => {
    const body = new ReadableStream({ pull: () => new Promise(() => undefined) });
    const answer = await receiveFromRequest(requestOf(MESSAGE, { body }), { secret: SECRET, timeoutMs: 20 });
    expect(answer).toMatchObject({ ok: false, code: '30', reason: 'the body took longer than 20 ms' });
  });

  it('throws if its body was already read, which is a mistake of the receiver', async () => {
    const request = requestOf();
    await request.json();
    await expect(receiveFromRequest(request, { secret: SECRET })).rejects.toThrow('the body was already read');
  });
});

const STORES: [string, () => Deduplicate<unknown>][] = [
  ['in memory', () => inMemory() as Deduplicate<unknown>],
  ['in PostgreSQL', () => inPostgres<pg.PoolClient>(pool, 'bank.seen') as Deduplicate<unknown>],
];

describe.each(STORES)('notifications that are stored once, %s', (_where, open) => {
  let count = 0;
  const fresh = () => ({ ...MESSAGE, id: `0190b5a4-3c1d-7e52-9a41-${String(Date.now() + ++count).slice(-12)}` });

  it('a repeat is confirmed and not stored again, even if its members have another order', async () => {
    const store = open();
    const message = fresh();
    const stored: string[] = [];
    const storeId = async ({ id }: { id: string }) => void stored.push(id);
    const { details, ...others } = message;
    const answers = [message, message, { details, ...others }].map(async (one) =>
      storeOnce(await received(one), store, storeId),
    );
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['00', '00', '00']);
    expect(stored).toEqual([message.id]);
  });

  it('other content under a known id is refused with 94', async () => {
    const store = open();
    const message = fresh();
    await storeOnce(await received(message), store, async () => undefined);
    const other = await received({ ...message, timestamp: '2026-11-20T09:00:00Z' });
    const answer = await storeOnce(other, store, () => Promise.reject(new Error('must not be kept')));
    expect([answer.status, codeOf(answer)]).toEqual([409, '94']);
  });

  it('a notification that was not stored is not recorded as known', async () => {
    const store = open();
    const message = fresh();
    const failing = storeOnce(await received(message), store, () => Promise.reject(new Error('the disk is full')));
    await expect(failing).rejects.toThrow('the disk is full');
    const stored: string[] = [];
    await storeOnce(await received(message), store, async ({ id }) => void stored.push(id));
    expect(stored).toEqual([message.id]);
  });

  it('a refused notification gets its response again, and is not stored', async () => {
    const refused = await receiveFromRequest(requestOf(MESSAGE, { secret: generateWebhookSecret() }), {
      secret: SECRET,
    });
    const answer = await storeOnce(refused, open(), () => Promise.reject(new Error('must not be kept')));
    expect(codeOf(answer)).toBe('63');
  });
});

describe('in PostgreSQL', () => {
  it('data that the callback stores is committed together with the id, or not at all', async () => {
    const store = inPostgres<pg.PoolClient>(pool, 'bank.seen');
    const message = { ...MESSAGE, id: '0190b5a4-3c1d-7e52-9a41-00000000abcd' };
    const failing = storeOnce(await received(message), store, async ({ id }, client) => {
      await client.query('insert into kept values ($1)', [id]);
      throw new Error('after it was written');
    });
    await expect(failing).rejects.toThrow('after it was written');
    expect((await pool.query('select id from kept')).rows).toEqual([]);
    await storeOnce(await received(message), store, ({ id }, client) =>
      client.query('insert into kept values ($1)', [id]),
    );
    expect((await pool.query('select id from kept')).rows).toEqual([{ id: message.id }]);
    expect((await pool.query('select webhook_id from bank.seen where webhook_id = $1', [message.id])).rowCount).toBe(1);
  });

  it('accepts only the name of a table', () => {
    expect(() => inPostgres(pool, 'seen; drop table kept')).toThrow('the table is a name');
  });
});
