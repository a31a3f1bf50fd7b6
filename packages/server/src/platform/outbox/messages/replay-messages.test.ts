import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, nameOf } from '../../../testing/outbox.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { answersCode, answersOk, delayedAnswer, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { freshReceiver, registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';
import { openVault, sandboxKeys } from '../../vault/index.ts';
import { createEnqueue, type Enqueue } from '../index.ts';

const NOW = '2026-11-20T08:00:00.000Z';

interface Message {
  notification_id: string;
  state: string;
  sequence: number;
  attempts: number;
}

const server = fileServer();
let enqueue: Enqueue;
let receiver: WebhookReceiver;
let endpoint: string;

beforeAll(async () => {
  enqueue = createEnqueue(await openVault(server.db.database, await sandboxKeys(server.dataDir)));
});

beforeEach(async () => {
  server.clock.set(NOW);
  receiver = await freshReceiver(server);
  endpoint = (await registerWebhook(server, { url: receiver.url })).id;
  return () => receiver.close();
});

async function write(stream: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const message = { bankId: 'DEMO', stream, notificationId: idOf(name), type: 'TE', payload: '{"type":"TE"}' };
    await server.db.database.transaction(async (tx) => {
      await enqueue(tx, { ...message, at: server.clock.now() });
      return { commit: true, result: undefined };
    });
  }
}

const receivedNames = () => receiver.received.map(({ headers }) => nameOf(headers['webhook-id']!));

async function messages(query = ''): Promise<Message[]> {
  return (await webhooks(server, `/${endpoint}/messages${query}`)).json.messages as unknown as Message[];
}

async function waitUntilSettled(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const states = (await messages()).filter(({ state }) => state === 'DELIVERED');
    expect(states).toHaveLength(count);
  }, WITHIN);
}

const replay = (body: object) => webhooks(server, `/${endpoint}/replay`, { body });

describe('a replay', () => {
  it('of one notification sends it again, under its own id and with the same content', async () => {
    await write('token-1', 'a', 'b');
    await waitUntilSettled(2);
    const { json } = await replay({ notification_id: idOf('a') });
    expect(json).toEqual({ replayed: 1, continue_since: null });
    await vi.waitFor(() => expect(receivedNames()).toEqual(['a', 'b', 'a']), WITHIN);
    expect(receiver.received[2]!.body).toBe(receiver.received[0]!.body);
    await waitUntilSettled(2);
    expect((await messages()).find(({ notification_id: id }) => id === idOf('a'))).toMatchObject({ attempts: 2 });
  });

  it('since a time sends every message written then or later, each stream in its order', async () => {
    await write('token-1', 'a1');
    server.clock.advance(1_000);
    await write('token-1', 'a2', 'a3');
    await write('token-2', 'b1', 'b2');
    await waitUntilSettled(5);
    const before = receiver.received.length;
    const { json } = await replay({ since: '2026-11-20T08:00:01.000Z' });
    expect(json).toEqual({ replayed: 4, continue_since: null });
    await waitUntilSettled(5);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(before + 4), WITHIN);
    const again = receivedNames().slice(before);
    expect(again.filter((name) => name.startsWith('a'))).toEqual(['a2', 'a3']);
    expect(again.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2']);
  });

  it.each([
    ['DEAD', ['a']],
    ['DELIVERED', ['b']],
  ])('of %s messages leaves the others unchanged', async (state, expected) => {
    await write('token-1', 'a');
    await write('token-2', 'b');
    await waitUntilSettled(2);
    await server.db.sql(`update outbox_messages set state = 'DEAD' where notification_id = $1`, [idOf('a')]);
    expect((await replay({ since: '2026-11-20', state })).json.error_code).toBe('105');
    expect((await replay({ since: '2026-11-20T00:00', state })).json.replayed).toBe(1);
    await vi.waitFor(() => expect(receivedNames().slice(2)).toEqual(expected), WITHIN);
  });

  it('gives a dead message another 30 days, and all its retries', async () => {
    await write('token-1', 'a');
    await waitUntilSettled(1);
    await server.db.sql(`update outbox_messages set state = 'DEAD', failures = 95`);
    server.clock.set('2026-12-25T08:00:00.000Z');
    await server.server.periodicJobs.prepareFor(server.clock.now());
    receiver.behave(answersCode('05'));
    await replay({ notification_id: idOf('a') });
    await vi.waitFor(async () => {
      const [message] = await server.db.sql(
        'select state, failures, pending_since, next_attempt_at > pending_since as is_later from outbox_messages',
      );
      const pendingSince = new Date('2026-12-25T08:00:00.000Z');
      expect(message).toEqual({ state: 'PENDING', failures: 1, pending_since: pendingSince, is_later: true });
    }, WITHIN);
    const [{ ms }] = (await server.db.sql(
      'select extract(epoch from next_attempt_at - pending_since) * 1000 as ms from outbox_messages',
    )) as [{ ms: string }];
    expect(Number(ms)).toBeGreaterThanOrEqual(4_500);
    expect(Number(ms)).toBeLessThanOrEqual(5_500);
  });

  it('is sent before waiting messages of its stream, but not before the one being sent', async () => {
    await write('token-1', 'a');
    await waitUntilSettled(1);
    const gate = delayedAnswer(answersOk);
    receiver.behave(gate.behaviour, answersOk);
    await write('token-1', 'b', 'c');
    await receiver.arrived(2);
    expect((await replay({ notification_id: idOf('a') })).json.replayed).toBe(1);
    expect(await messages('?state=PENDING')).toHaveLength(3);
    const due = await server.db.sql('select notification_id from outbox_messages where next_attempt_at is not null');
    expect(due).toEqual([{ notification_id: idOf('b') }]);
    gate.release();
    await waitUntilSettled(3);
    expect(receivedNames()).toEqual(['a', 'b', 'a', 'c']);
  });

  it('is sent before a message that failed and waits for its next attempt', async () => {
    await write('token-1', 'a');
    await waitUntilSettled(1);
    receiver.behave(answersCode('05'), answersOk);
    await write('token-1', 'b');
    await vi.waitFor(async () => {
      expect((await server.db.sql('select from outbox_attempts')).length).toBe(2);
    }, WITHIN);
    await replay({ notification_id: idOf('a') });
    await waitUntilSettled(2);
    expect(receivedNames()).toEqual(['a', 'b', 'a', 'b']);
  });

  it('covers 5,000 messages at once, and returns where to continue', async () => {
    await webhooks(server, `/${endpoint}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    await write('token-1', 'a');
    await server.db.sql(
      `insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type,
         sealed_payload, key_version, state, created_at, pending_since)
       select 'DEMO', $1, 'token-1', 1 + n, 'n' || n, 'TE', '', 1, 'DEAD', $2::timestamptz + n * interval '1 second', $2
         from generate_series(1, 5001) n`,
      [endpoint, NOW],
    );
    const { json } = await replay({ since: NOW });
    expect(json).toEqual({ replayed: 5_000, continue_since: '2026-11-20T09:23:21.000Z' });
    expect((await replay({ since: json.continue_since })).json).toEqual({ replayed: 1, continue_since: null });
    const [stream] = await server.db.sql('select pending from outbox_streams where endpoint_id = $1', [endpoint]);
    expect(stream).toEqual({ pending: 5_002 });
    expect((await webhooks(server, `/${endpoint}`)).json.pending_messages).toBe(5_002);
  });

  it.each([
    ['nothing', {}, 400, '103'],
    ['both a notification and a time', { notification_id: idOf('a'), since: NOW }, 400, '106'],
    ['a state with a notification', { notification_id: idOf('a'), state: 'DEAD' }, 400, '106'],
    ['what is pending', { since: NOW, state: 'PENDING' }, 400, '106'],
    ['an unknown notification', { notification_id: idOf('x') }, 404, '313'],
    ['no time', { since: 'yesterday' }, 400, '105'],
  ])('of %s is refused', async (_what, body, http, errorCode) => {
    const answer = await replay(body);
    expect([answer.status, answer.json.error_code]).toEqual([http, errorCode]);
  });

  it('of a pending notification is refused, because it will be sent anyway', async () => {
    await webhooks(server, `/${endpoint}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    await write('token-1', 'a');
    const answer = await replay({ notification_id: idOf('a') });
    expect(answer.json).toMatchObject({ error_code: '420', detail: 'The notification is pending already' });
  });

  it('does not reach messages of another endpoint or another bank', async () => {
    await write('token-1', 'a');
    await waitUntilSettled(1);
    const other = await registerWebhook(server);
    const ofOther = await webhooks(server, `/${other.id}/replay`, { body: { notification_id: idOf('a') } });
    expect(ofOther.json.error_code).toBe('313');
    const body = { notification_id: idOf('a') };
    const foreign = await webhooks(server, `/${endpoint}/replay`, { as: 'other-bank', body });
    expect(foreign.json.error_code).toBe('312');
    expect(await messages('?state=PENDING')).toEqual([]);
  });
});

describe('a pause', () => {
  it('makes waiting messages due at once when it ends, even those with hours to wait', async () => {
    receiver.behave(answersCode('05'), answersOk);
    await write('token-1', 'a');
    await vi.waitFor(async () => expect((await server.db.sql('select from outbox_attempts')).length).toBe(1), WITHIN);
    await webhooks(server, `/${endpoint}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    await server.db.sql(
      `update outbox_messages set next_attempt_at = (next_attempt_at at time zone 'UTC' + interval '8 hours') at time zone 'UTC'`,
    );
    await webhooks(server, `/${endpoint}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    await waitUntilSettled(1);
    expect(receivedNames()).toEqual(['a', 'a']);
  });
});

describe('lists', () => {
  it('show messages newest first, page by page, filtered by state on request, and never their payloads', async () => {
    await write('token-1', 'a', 'b', 'c');
    await waitUntilSettled(3);
    await webhooks(server, `/${endpoint}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    server.clock.advance(1_000);
    await write('token-2', 'd');
    const names = (list: Message[]) => list.map(({ notification_id: id }) => nameOf(id));
    expect(names(await messages())).toEqual(['d', 'c', 'b', 'a']);
    expect(names(await messages('?state=PENDING'))).toEqual(['d']);
    expect(names(await messages('?state=DELIVERED'))).toEqual(['c', 'b', 'a']);
    expect(names(await messages('?state=DEAD'))).toEqual([]);
    const first = await webhooks(server, `/${endpoint}/messages?limit=3`);
    expect(first.json.next_cursor).toMatch(/^\d{13}-\d+$/);
    expect(names(first.json.messages as unknown as Message[])).toEqual(['d', 'c', 'b']);
    const second = await webhooks(server, `/${endpoint}/messages?limit=3&cursor=${first.json.next_cursor}`);
    expect(names(second.json.messages as unknown as Message[])).toEqual(['a']);
    expect(second.json.next_cursor).toBeNull();
    expect((await messages())[0]).toEqual({
      notification_id: idOf('d'),
      type: 'TE',
      stream: 'token-2',
      sequence: 1,
      state: 'PENDING',
      attempts: 0,
      last_outcome: null,
      created_at: '2026-11-20T08:00:01.000Z',
      next_attempt_at: '2026-11-20T08:00:01.000Z',
      expires_at: null,
      settled_at: null,
    });
  });

  it('show attempts newest first, page by page', async () => {
    receiver.behave(answersCode('05'), answersOk);
    await write('token-1', 'a');
    await vi.waitFor(async () => expect((await server.db.sql('select from outbox_attempts')).length).toBe(1), WITHIN);
    server.clock.advance(6_000);
    await waitUntilSettled(1);
    const { json } = await webhooks(server, `/${endpoint}/attempts`);
    expect(json).toMatchObject({
      attempts: [
        { notification_id: idOf('a'), attempt: 2, at: '2026-11-20T08:00:06.000Z', outcome: 'DELIVERED' },
        { attempt: 1, at: NOW, outcome: 'REJECTED', reason: 'the response\'s code is "05"', http_status: 200 },
      ],
      next_cursor: null,
    });
    const [second, first] = json.attempts as unknown as { next_attempt_at: string | null; answer: string }[];
    expect(second!.next_attempt_at).toBeNull();
    expect(first!.next_attempt_at! > '2026-11-20T08:00:04.4').toBe(true);
    expect(JSON.parse(first!.answer).response.status.code).toBe('05');
    const page = await webhooks(server, `/${endpoint}/attempts?limit=1`);
    const next = await webhooks(server, `/${endpoint}/attempts?limit=1&cursor=${page.json.next_cursor}`);
    expect([page.json.attempts, next.json.attempts]).toMatchObject([[{ attempt: 2 }], [{ attempt: 1 }]]);
    expect(next.json.next_cursor).toBeNull();
  });

  it.each(['messages', 'attempts'])('of %s refuse an invalid page cursor', async (what) => {
    for (const [query, path] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['cursor=abc', 'cursor'],
    ]) {
      const answer = await webhooks(server, `/${endpoint}/${what}?${query}`);
      expect([answer.status, answer.json.errors]).toMatchObject([400, [{ path, code: '106' }]]);
    }
  });
});
