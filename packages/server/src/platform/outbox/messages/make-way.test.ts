import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { act, newToken } from '../../../testing/cards/tokens.ts';
import { waitsForLocks } from '../../../testing/database/waits-for-locks.ts';
import { deferredPromise } from '../../../testing/outbox.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';
import {
  answersCode,
  answersOk,
  answersStatus,
  delayedAnswer,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { freshReceiver, registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';
import { lockOwnersEvents } from './owner-lock-store.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const MINUTE = 60_000;

const server = fileServer();
let receiver: WebhookReceiver;
let exid: string;

beforeAll(async () => {
  ({ exid } = await issueCard(server));
});

beforeEach(async () => {
  server.clock.set(NOW);
  receiver = await freshReceiver(server);
  return () => receiver.close();
});

interface Message {
  notification_id: string;
  type: string;
  state: string;
  attempts: number;
  last_outcome: string | null;
  next_attempt_at: string | null;
}

async function messages(id: string, query = ''): Promise<Message[]> {
  const { json, text, status } = await webhooks(server, `/${id}/messages${query}`);
  if (status !== 200) throw new Error(text);
  return (json.messages as unknown as Message[]).reverse();
}

const statesOf = async (id: string) => (await messages(id)).map(({ type, state }) => `${type} ${state}`);

/** Waits until the messages are in these states, oldest first. */
const become = (id: string, states: readonly string[]) =>
  vi.waitFor(async () => expect(await statesOf(id)).toEqual(states), WITHIN);

const register = async (more: Record<string, unknown> = {}) =>
  (await registerWebhook(server, { url: receiver.url, ...more })).id;

const types = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

describe('a message that is skipped', () => {
  const skip = (id: string, notification: string, as = 'demo-bank'): Promise<Answer> =>
    webhooks(server, `/${id}/messages/${notification}/skip`, { as, body: { reason: 'Broken on our side' } });

  it('frees its stream, is never sent, and is in the audit log with its reason', async () => {
    receiver.behave(answersCode('30'), answersOk);
    const id = await register();
    const reference = await newToken(server, exid);
    await vi.waitFor(async () => expect((await messages(id))[0]!.last_outcome).toBe('REJECTED'), WITHIN);
    await act(server, reference, 'suspend');
    const [first] = await messages(id);
    const answer = await skip(id, first!.notification_id);
    expect([answer.status, answer.json.state, answer.json.settled_at]).toEqual([200, 'SKIPPED', NOW]);
    await become(id, ['TC SKIPPED', 'TD DELIVERED']);
    server.clock.advance(MINUTE);
    await act(server, reference, 'resume');
    await become(id, ['TC SKIPPED', 'TD DELIVERED', 'TE DELIVERED']);
    expect(types()).toEqual(['TC', 'TD', 'TE']);
    expect((await webhooks(server, `/${id}`)).json.pending_messages).toBe(0);
    expect(
      await server.db.sql(
        `select details, before, after from audit_log where subject = $1 and operation = 'webhooks.skip-message'`,
        [`webhook-endpoint:${id}`],
      ),
    ).toEqual([
      {
        details: { notification_id: first!.notification_id, type: 'TC', reason: 'Broken on our side' },
        before: { state: 'PENDING' },
        after: { state: 'SKIPPED' },
      },
    ]);
  });

  it('can be the second of its stream, and can be replayed by its id', async () => {
    const id = await register();
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    const reference = await newToken(server, exid);
    for (const action of ['suspend', 'resume'] as const) await act(server, reference, action);
    const second = (await messages(id))[1]!.notification_id;
    expect((await skip(id, second)).status).toBe(200);
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    await become(id, ['TC DELIVERED', 'TD SKIPPED', 'TE DELIVERED']);
    await webhooks(server, `/${id}/replay`, { body: { since: '2020-01-01T00:00:00Z', state: 'DEAD' } });
    await webhooks(server, `/${id}/replay`, { body: { notification_id: second } });
    await become(id, ['TC DELIVERED', 'TD DELIVERED', 'TE DELIVERED']);
    expect(types()).toEqual(['TC', 'TE', 'TD']);
  });

  it('cannot be one that is being sent, is settled or does not exist', async () => {
    const delayed = delayedAnswer(answersOk);
    receiver.behave(delayed.behaviour);
    const id = await register();
    await newToken(server, exid);
    await receiver.arrived(1);
    const [first] = await messages(id);
    const sent = await skip(id, first!.notification_id);
    expect(sent.json).toMatchObject({
      error_code: '420',
      detail: 'The notification is being sent: try again in a minute',
    });
    delayed.release();
    await become(id, ['TC DELIVERED']);
    const answer = await skip(id, first!.notification_id);
    expect(answer.json).toMatchObject({ error_code: '420', detail: 'The notification is DELIVERED' });
    expect((await skip(id, UNKNOWN_ID)).json.error_code).toBe('313');
    expect((await skip(UNKNOWN_ID, first!.notification_id)).json.error_code).toBe('312');
    expect((await skip(id, first!.notification_id, 'other-bank')).json.error_code).toBe('312');
  });
});

describe('an answer that is final', () => {
  it('makes the message dead at once, and its stream continues; other codes are retried', async () => {
    receiver.behave(answersCode('30'), answersOk, answersCode('94'), answersOk);
    const id = await register({ final_codes: ['30'] });
    expect((await webhooks(server, `/${id}`)).json.final_codes).toEqual(['30']);
    const reference = await newToken(server, exid);
    await become(id, ['TC DEAD']);
    await act(server, reference, 'suspend');
    await become(id, ['TC DEAD', 'TD DELIVERED']);
    await act(server, reference, 'resume');
    await vi.waitFor(async () => expect((await messages(id))[2]!.last_outcome).toBe('REJECTED'), WITHIN);
    expect(await statesOf(id)).toEqual(['TC DEAD', 'TD DELIVERED', 'TE PENDING']);
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { final_codes: [] } });
    expect((await webhooks(server, `/${id}`)).json.final_codes).toEqual([]);
  });
});

it('Retry-After of the receiver sets the time of the next attempt', async () => {
  receiver.behave(answersStatus(503, { 'retry-after': '600' }), answersOk);
  const id = await register();
  await newToken(server, exid);
  await vi.waitFor(async () => expect((await messages(id))[0]!.last_outcome).toBe('REJECTED'), WITHIN);
  const next = Date.parse((await messages(id))[0]!.next_attempt_at!) - Date.parse(NOW);
  expect(next).toBeGreaterThanOrEqual(10 * MINUTE);
  expect(next).toBeLessThanOrEqual(11 * MINUTE);
  server.clock.advance(11 * MINUTE);
  await become(id, ['TC DELIVERED']);
});

describe('the message of an activation code', () => {
  const BY_CODE = { activation: 'CODE', activation_pref: 'SMS' };

  it('is dropped if the code expires before its delivery, and the next of the token follows', async () => {
    receiver.behave(answersStatus(500), answersOk);
    const id = await register();
    const reference = await newToken(server, exid, BY_CODE);
    await vi.waitFor(async () => expect((await messages(id))[0]!.last_outcome).toBe('REJECTED'), WITHIN);
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    server.clock.advance(10 * MINUTE);
    await act(server, reference, 'deactivate');
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    await become(id, ['AC EXPIRED', 'TD DELIVERED']);
    expect((await messages(id))[0]!.attempts).toBe(1);
    expect(types()).toEqual(['AC', 'TD']);
    const [first] = await messages(id);
    const replay = await webhooks(server, `/${id}/replay`, { body: { notification_id: first!.notification_id } });
    expect(replay.json).toMatchObject({ error_code: '420', detail: 'The notification has expired' });
  });

  it('is dropped if a newer code replaces it', async () => {
    const id = await register();
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    const reference = await newToken(server, exid, BY_CODE);
    await act(server, reference, 'activation-code');
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    await become(id, ['AC EXPIRED', 'AC DELIVERED']);
    expect(types()).toEqual(['AC']);
  });

  it('stays behind the one before it if both have expired, so only the first of a token is ever due', async () => {
    const id = await register();
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    const reference = await newToken(server, exid, BY_CODE);
    for (let more = 0; more < 2; more++) await act(server, reference, 'activation-code');
    expect((await messages(id)).map(({ next_attempt_at }) => next_attempt_at)).toEqual([NOW, null, null]);
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    await become(id, ['AC EXPIRED', 'AC EXPIRED', 'AC DELIVERED']);
    expect(types()).toEqual(['AC']);
  });

  it('can be settled while a newer code replaces it: neither fails', async () => {
    const delayed = delayedAnswer(answersOk);
    receiver.behave(delayed.behaviour, answersOk);
    const id = await register();
    const reference = await newToken(server, exid, BY_CODE);
    await receiver.arrived(1);
    // each writer of an event waits for this transaction
    const locked = deferredPromise<void>();
    const { promise: isLocked, release } = deferredPromise<void>();
    const locking = server.db.database.transaction(async (tx) => {
      await lockOwnersEvents(tx, { bankId: 'DEMO', ownerId: 'DEMO' });
      release();
      await locked.promise;
      return { commit: true, result: undefined };
    });
    await isLocked;
    const renewed = act(server, reference, 'activation-code');
    const waiting = () => waitsForLocks(server.db);
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), WITHIN);
    delayed.release();
    await vi.waitFor(async () => {
      const isSettled = (await statesOf(id))[0] === 'AC DELIVERED';
      expect(isSettled || (await waiting()).length === 2).toBe(true);
    }, WITHIN);
    locked.release();
    await locking;
    expect((await renewed).status).toBe(200);
    await become(id, ['AC DELIVERED', 'AC DELIVERED']);
    expect(server.logs.filter((line) => line.includes('deadlock'))).toEqual([]);
  });

  it('is dropped for a paused endpoint by the periodic jobs, and is not backfilled to a new one', async () => {
    const id = await register();
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    await newToken(server, exid, BY_CODE);
    server.clock.advance(10 * MINUTE);
    await server.server.periodicJobs.runDue();
    expect(await statesOf(id)).toEqual(['AC EXPIRED']);
    expect((await webhooks(server, `/${id}`)).json.pending_messages).toBe(0);
    const late = { url: `${receiver.url}/late`, backfill: { since: '2020-01-01T00:00:00Z' } };
    expect((await webhooks(server, '', { body: late })).json.backfilled).toBe(0);
  });
});

describe('messages and attempts', () => {
  it('are found by notification, by token and by outcome', async () => {
    receiver.behave(answersOk, answersStatus(500), answersOk);
    const id = await register({ max_in_flight: 1 });
    const first = await newToken(server, exid);
    await become(id, ['TC DELIVERED']);
    const second = await newToken(server, exid);
    await vi.waitFor(async () => expect((await messages(id))[1]!.last_outcome).toBe('REJECTED'), WITHIN);
    await act(server, first, 'suspend');
    await become(id, ['TC DELIVERED', 'TC PENDING', 'TD DELIVERED']);
    const [one, two, three] = (await messages(id)).map(({ notification_id }) => notification_id);
    const found = async (list: 'messages' | 'attempts', query: string) => {
      const { json } = await webhooks(server, `/${id}/${list}?${query}`);
      return (json[list] as unknown as Message[]).map(({ notification_id }) => notification_id).reverse();
    };
    for (const list of ['messages', 'attempts'] as const) {
      expect(await found(list, `notification_id=${two}`)).toEqual([two]);
      expect(await found(list, `token_reference=${first}`)).toEqual([one, three]);
      expect(await found(list, `token_reference=${first.toUpperCase()}&outcome=DELIVERED&limit=1`)).toEqual([three]);
      expect(await found(list, 'outcome=REJECTED')).toEqual([two]);
      expect(await found(list, `token_reference=${second}&notification_id=${one}`)).toEqual([]);
      expect(await found(list, `token_reference=${UNKNOWN_ID}`)).toEqual([]);
    }
    expect(await found('messages', 'state=PENDING&outcome=REJECTED')).toEqual([two]);
    const other = await webhooks(server, `/${id}/messages?outcome=LOST`);
    expect(other.json.error_code).toBe('106');
  });
});

describe('a test of an endpoint', () => {
  it.each([
    ['3', 'TD'],
    ['4', 'TD'],
    ['6', 'TD'],
    ['7', 'TE'],
  ])('with the indicator %s sends a complete %s', async (indicator, type) => {
    const id = await register();
    const { json } = await webhooks(server, `/${id}/test`, { body: { indicator } });
    expect([json.outcome, json.type]).toEqual(['DELIVERED', type]);
    const sent = JSON.parse(receiver.received[0]!.body) as { details: { token: { tokenEventIndicator: string } } };
    expect(sent.details.token.tokenEventIndicator).toBe(indicator);
  });

  it('with another indicator, or one to an acquirer, is refused', async () => {
    const id = await register();
    expect((await webhooks(server, `/${id}/test`, { body: { indicator: '5' } })).json.error_code).toBe('106');
    const { id: acquirers } = await registerWebhook(server, {}, 'demo-acquirer');
    const request = { as: 'demo-acquirer', body: { indicator: '6' } };
    expect((await webhooks(server, `/${acquirers}/test`, request)).json.error_code).toBe('106');
  });
});
