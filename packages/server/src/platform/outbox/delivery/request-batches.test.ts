import { verifyWebhook } from '@cardwright/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DELIVERY_KEY, DELIVERY_SECRET, deliverersOfEachTest, delivery } from '../../../testing/deliverers.ts';
import {
  deferredPromise,
  deliveriesOf,
  idOf,
  numberedNames,
  type TestOutbox,
  testOutbox,
  testReceiver,
} from '../../../testing/outbox.ts';
import { answers } from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';
import { lockStreams } from '../messages/replay-store.ts';
import type { Delivery, DeliveryOutcome } from './delivery.ts';
import { requestContent } from './request-batch.ts';

const SECOND = 1_000;

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

const { allSettled, failuresOf } = deliveriesOf(() => outbox);

const named = (names: readonly string[]) => names.map((name) => ({ name }));

/** The messages of each request in the order in which they were sent: names joined by a space. */
function requests(sent: readonly Delivery[]): string[] {
  return sent.map(({ payload }) => [...payload.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name).join(' '));
}

interface Attempt {
  notification_id: string;
  attempt: number;
  outcome: string;
  reason: string;
  next_attempt_at: Date | null;
}

const attempts = () =>
  outbox.db.sql<Attempt>(
    'select notification_id, attempt, outcome, reason, next_attempt_at from outbox_attempts order by attempt_id',
  );

describe('an endpoint that accepts several messages in a request', () => {
  it('gets all due messages in one request, in the order in which they were written, each unchanged', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 100 });
    const receiver = testReceiver();
    await outbox.publish([
      { name: 'c', payload: '{ "name":"c", "amount": 1.10 }' },
      { name: 'a' },
      { name: 'b' },
      { name: 'a2', stream: 'a' },
    ]);
    outbox.relay(receiver.deliver).kick();
    await allSettled(endpoint);
    const [first, second, ...others] = receiver.sent;
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      type: 'events',
      notificationId: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-/),
    });
    expect(first!.payload).toBe(
      `{"id":"${first!.notificationId}","type":"events","events":[{"name":"a"},{"name":"b"},{ "name":"c", "amount": 1.10 }]}`,
    );
    expect(second).toMatchObject({ type: 'authorization.approved', notificationId: idOf('a2') });
    expect(second!.payload).toBe('{"name":"a2"}');
    const states = (await outbox.messages(endpoint)).map(({ state, attempts: made }) => [state, made]);
    expect(states).toEqual(Array(4).fill(['DELIVERED', 1]));
    expect(
      (await attempts()).map(({ notification_id, attempt, reason }) => [notification_id, attempt, reason]),
    ).toEqual([
      [idOf('a'), 1, 'it was DELIVERED, with 2 more in the request'],
      [idOf('b'), 1, 'it was DELIVERED, with 2 more in the request'],
      [idOf('c'), 1, 'it was DELIVERED, with 2 more in the request'],
      [idOf('a2'), 1, 'it was DELIVERED'],
    ]);
  });

  it('gets no more messages in a request than configured, and no more concurrent requests than it has places', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 3, maxInFlight: 2 });
    const gate = deferredPromise<DeliveryOutcome>();
    const receiver = testReceiver(() => gate.promise);
    await outbox.publish(named(numberedNames('m', 8)));
    outbox.relay(receiver.deliver).kick();
    await vi.waitFor(() => expect(requests(receiver.sent)).toEqual(['m1 m2 m3', 'm4 m5 m6']), WITHIN);
    gate.release('DELIVERED');
    await allSettled(endpoint);
    expect(requests(receiver.sent).slice(2)).toEqual(['m7 m8']);
    expect(receiver.most()).toBe(2);
  });

  it('gets no more than 256 KB in a request, and a longer message separately', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 100, maxInFlight: 1 });
    const receiver = testReceiver();
    const sized = (name: string, bytes: number) => {
      return { name, payload: `{"name":"${name}","filler":"${'x'.repeat(bytes)}"}` };
    };
    await outbox.publish([sized('a', 130_000), sized('b', 300_000), sized('c', 130_000), sized('d', 10_000)]);
    outbox.relay(receiver.deliver).kick();
    await allSettled(endpoint);
    expect(requests(receiver.sent)).toEqual(['a c', 'b', 'd']);
    expect(receiver.sent.map(({ payload }) => payload.length <= 262_144)).toEqual([true, false, true]);
  });

  it('gets token notifications separately, as each has its own answer; another endpoint gets all messages separately', async () => {
    const several = await outbox.addEndpoint({ eventsPerRequest: 10, maxInFlight: 9 });
    const single = await outbox.addEndpoint({ maxInFlight: 9 });
    const receiver = testReceiver();
    await outbox.write('token-1', ['t']);
    await outbox.publish(named(['a', 'b']));
    await outbox.write('token-2', ['u']);
    outbox.relay(receiver.deliver).kick();
    await allSettled(several);
    await allSettled(single);
    const to = (endpoint: string) => requests(receiver.sent.filter(({ endpointId }) => endpointId === endpoint));
    expect(to(several).toSorted()).toEqual(['a b', 't', 'u']);
    expect(to(single).toSorted()).toEqual(['a', 'b', 't', 'u']);
  });
});

describe('a request with several messages that fails', () => {
  it('delivers none of them: each is retried separately at its own time, before the next message of its stream', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 10 });
    const receiver = testReceiver(({ parts }) => (parts === undefined ? 'DELIVERED' : 'REJECTED'));
    const times = [0, 0.5, 1];
    await outbox.publish([...named(['a', 'b', 'c']), { name: 'a2', stream: 'a' }]);
    const relay = outbox.relay(receiver.deliver, { jitter: () => times.shift() ?? 0 });
    relay.kick();
    await failuresOf(endpoint, 3);
    expect((await attempts()).map(({ outcome, reason, next_attempt_at: next }) => [outcome, reason, next])).toEqual([
      ['REJECTED', 'it was REJECTED, with 2 more in the request', new Date('2026-11-20T08:00:04.500Z')],
      ['REJECTED', 'it was REJECTED, with 2 more in the request', new Date('2026-11-20T08:00:05.000Z')],
      ['REJECTED', 'it was REJECTED, with 2 more in the request', new Date('2026-11-20T08:00:05.500Z')],
    ]);
    expect(await outbox.db.sql('select failures from webhook_endpoints')).toEqual([{ failures: 1 }]);
    outbox.clock.advance(6 * SECOND);
    relay.kick();
    await allSettled(endpoint);
    const outcomes = (await attempts()).slice(3).map(({ notification_id, reason }) => [notification_id, reason]);
    expect(outcomes.toSorted()).toEqual([
      [idOf('a'), 'it was DELIVERED'],
      [idOf('b'), 'it was DELIVERED'],
      [idOf('c'), 'it was DELIVERED'],
      [idOf('a2'), 'it was DELIVERED'],
    ]);
    expect(await outbox.db.sql('select failures, failing_since from webhook_endpoints')).toEqual([
      { failures: 0, failing_since: null },
    ]);
    expect(await outbox.db.sql('select distinct pending from outbox_streams')).toEqual([{ pending: 0 }]);
  });

  it('disables an endpoint that answers 410 once', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 10 });
    await outbox.publish(named(['a', 'b', 'c']));
    outbox.relay(testReceiver(() => 'GONE').deliver).kick();
    await failuresOf(endpoint, 3);
    await vi.waitFor(() => expect(outbox.counted).toContain('disabled'), WITHIN);
    expect(outbox.counted.filter((line) => line === 'disabled')).toHaveLength(1);
    expect(await outbox.db.sql('select state, disabled_reason from webhook_endpoints')).toEqual([
      { state: 'DISABLED', disabled_reason: 'HTTP 410: the endpoint is gone' },
    ]);
  });

  it('settles a message with a locked stream afterwards', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 10 });
    const gate = deferredPromise<DeliveryOutcome>();
    await outbox.publish(named(['a', 'b', 'c']));
    const receiver = testReceiver(() => gate.promise);
    outbox.relay(receiver.deliver).kick();
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(1), WITHIN);
    await outbox.db.database.transaction(async (tx) => {
      await lockStreams(tx, 'DEMO', endpoint, ['b']);
      gate.release('REJECTED');
      await failuresOf(endpoint, 2);
      return { commit: true, result: undefined };
    });
    await failuresOf(endpoint, 3);
    expect(new Set((await attempts()).map(({ notification_id }) => notification_id)).size).toBe(3);
  });

  it('is settled under its leases: the server that takes over sends the same request under the same id', async () => {
    const endpoint = await outbox.addEndpoint({ eventsPerRequest: 10 });
    const never = deferredPromise<DeliveryOutcome>();
    const died = testReceiver(() => never.promise);
    await outbox.publish(named(['a', 'b']));
    outbox.relay(died.deliver, { leaseMs: 400 }).kick();
    await vi.waitFor(() => expect(died.sent).toHaveLength(1), WITHIN);
    const second = deferredPromise<DeliveryOutcome>();
    const living = testReceiver(() => second.promise);
    const relay = outbox.relay(living.deliver);
    await vi.waitFor(() => {
      relay.kick();
      expect(living.sent).toHaveLength(1);
    }, WITHIN);
    const { notificationId, payload } = died.sent[0]!;
    expect(living.sent[0]).toMatchObject({ notificationId, payload });
    never.release('REJECTED');
    await vi.waitFor(async () => expect(await attempts()).toHaveLength(2), WITHIN);
    expect((await outbox.messages(endpoint)).map(({ state, failures }) => [state, failures])).toEqual([
      ['PENDING', 0],
      ['PENDING', 0],
    ]);
    second.release('DELIVERED');
    await allSettled(endpoint);
    expect(living.sent).toHaveLength(1);
  });
});

it('a message that cannot be opened does not block the others', async () => {
  const endpoint = await outbox.addEndpoint({ eventsPerRequest: 10 });
  await outbox.publish(named(['a', 'broken', 'c']));
  await outbox.db.sql(`update outbox_messages set sealed_payload = '\\x00' where notification_id = $1`, [
    idOf('broken'),
  ]);
  const receiver = testReceiver();
  outbox.relay(receiver.deliver).kick();
  await vi.waitFor(async () => {
    const states = (await outbox.messages(endpoint)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['DELIVERED', 'DELIVERED', 'PENDING']);
  }, WITHIN);
  expect(requests(receiver.sent)).toEqual(['a c']);
  expect(outbox.logs.join()).toContain('failed to process a notification');
});

describe('over HTTP', () => {
  const { deliverer, receiver } = deliverersOfEachTest();

  it('the whole body is signed, any 2xx accepts it, and its content is removed from stored answers', async () => {
    const started = await receiver();
    started.behave(answers(() => 'You sent {"name":"b"} to me'));
    const messages = ['a', 'b'].map((name) => ({ notification_id: idOf(name), type: 'limit.reached' }));
    const content = requestContent(messages, ['{"name":"a"}', '{"name":"b"}']);
    const result = await deliverer().deliver(delivery(started.url, { ...content, keys: [DELIVERY_KEY] }));
    expect(result).toMatchObject({ outcome: 'DELIVERED', answer: 'You sent [redacted] to me' });
    const [{ headers, body }] = started.received as [(typeof started.received)[0]];
    expect(verifyWebhook({ headers, body, keys: [DELIVERY_SECRET] })).toMatchObject({
      ok: true,
      id: content.notificationId,
    });
    expect(verifyWebhook({ headers, body: `${body} `, keys: [DELIVERY_SECRET] })).toMatchObject({ ok: false });
    expect(JSON.parse(body)).toEqual({
      id: content.notificationId,
      type: 'events',
      events: [{ name: 'a' }, { name: 'b' }],
    });
  });
});
