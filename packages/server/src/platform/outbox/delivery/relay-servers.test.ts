import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deferredPromise,
  deliveriesOf,
  idOf,
  nameOf,
  numberedNames,
  type TestOutbox,
  testOutbox,
  testReceiver,
} from '../../../testing/outbox.ts';
import { WITHIN } from '../../../testing/within.ts';
import type { DeliveryOutcome } from './delivery.ts';

const SECOND = 1_000;
/** The database connections that listen for messages. */
const LISTENING = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

const { allSettled, failuresOf } = deliveriesOf(() => outbox);

describe('several servers', () => {
  it('send no message twice, and every stream in order', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 5 });
    const receiver = testReceiver(() => new Promise((resolve) => setImmediate(resolve, 'DELIVERED')));
    outbox.relay(receiver.deliver);
    outbox.relay(receiver.deliver);
    const streams = numberedNames('token-', 20);
    await Promise.all(streams.map((stream) => outbox.write(stream, numberedNames(`${stream.slice(6)}x`, 10))));
    await allSettled(endpoint);
    expect(receiver.sent).toHaveLength(200);
    expect(new Set(receiver.names()).size).toBe(200);
    for (const stream of streams) {
      const own = receiver.names().filter((name) => name.startsWith(`${stream.slice(6)}x`));
      expect(own).toEqual(numberedNames(`${stream.slice(6)}x`, 10));
    }
    const attempts = await outbox.messages(endpoint);
    expect(attempts.every((message) => message.attempts === 1)).toBe(true);
  });

  it('send the message of a dead server again under the same id, and a late answer to that server changes nothing', async () => {
    const endpoint = await outbox.addEndpoint();
    const never = deferredPromise<DeliveryOutcome>();
    const died = testReceiver(() => never.promise);
    outbox.relay(died.deliver, { leaseMs: 400 });
    await outbox.write('token-1', ['a', 'b']);
    await vi.waitFor(() => expect(died.sent).toHaveLength(1), WITHIN);

    const second = deferredPromise<DeliveryOutcome>();
    const living = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'a' ? second.promise : 'DELIVERED',
    );
    const relay = outbox.relay(living.deliver);
    await vi.waitFor(() => {
      relay.kick();
      expect(living.sent).toHaveLength(1);
    }, WITHIN);
    expect(living.sent[0]!.notificationId).toBe(idOf('a'));
    never.release('REJECTED');
    await vi.waitFor(async () => expect(await outbox.db.sql('select from outbox_attempts')).toHaveLength(1), WITHIN);
    const [first] = await outbox.messages(endpoint);
    expect(first).toMatchObject({ state: 'PENDING', attempts: 2, failures: 0 });
    second.release('DELIVERED');
    await allSettled(endpoint);
    expect([...died.names(), ...living.names()]).toEqual(['a', 'a', 'b']);
  });
});

describe('a relay', () => {
  it('is notified of messages again after its database connection was lost', async () => {
    const endpoint = await outbox.addEndpoint();
    const receiver = testReceiver();
    outbox.relay(receiver.deliver);
    await vi.waitFor(async () => expect(await outbox.db.sql(LISTENING)).toHaveLength(1), WITHIN);
    const [before] = await outbox.db.sql<{ pid: number }>(LISTENING);
    await outbox.db.sql('select pg_terminate_backend($1::int)', [before!.pid]);
    await vi.waitFor(async () => {
      const [now] = await outbox.db.sql<{ pid: number }>(LISTENING);
      expect(now?.pid ?? before!.pid).not.toBe(before!.pid);
    }, WITHIN);
    await outbox.write('token-1', ['a']);
    await allSettled(endpoint);
    expect(receiver.names()).toEqual(['a']);
  });

  it('polls for messages whose notification it missed, and for retries that become due', async () => {
    const endpoint = await outbox.addEndpoint();
    await outbox.write('token-1', ['a']);
    const receiver = testReceiver((_delivery, earlier) => (earlier === 0 ? 'UNREACHABLE' : 'DELIVERED'));
    outbox.relay(receiver.deliver, { lookEveryMs: 20 });
    await failuresOf(endpoint, 1);
    outbox.clock.advance(5 * SECOND);
    await allSettled(endpoint);
    expect(receiver.names()).toEqual(['a', 'a']);
  });

  it('that is stopped claims nothing more, and settles running deliveries', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 1 });
    const gate = deferredPromise<DeliveryOutcome>();
    const receiver = testReceiver(() => gate.promise);
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a', 'b']);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(1), WITHIN);
    let isStopped = false;
    const stopped = relay.stop().then((left) => {
      isStopped = true;
      return left;
    });
    await vi.waitFor(async () => expect(await outbox.db.sql(LISTENING)).toEqual([]), WITHIN);
    expect(isStopped).toBe(false);
    gate.release('DELIVERED');
    expect(await stopped).toBe(0);
    relay.kick();
    const states = (await outbox.messages(endpoint)).map(({ state }) => state);
    expect(states).toEqual(['DELIVERED', 'PENDING']);
    expect(receiver.names()).toEqual(['a']);
  });

  it('leaves a message that it cannot process until its lease ends, and continues with the others', async () => {
    const endpoint = await outbox.addEndpoint();
    const receiver = testReceiver();
    await outbox.write('token-1', ['broken']);
    await outbox.db.sql(`update outbox_messages set sealed_payload = '\\x00'`);
    await outbox.write('token-2', ['fine']);
    outbox.relay(receiver.deliver);
    await vi.waitFor(() => expect(receiver.names()).toEqual(['fine']), WITHIN);
    await vi.waitFor(() => expect(outbox.logs.join()).toContain('failed to process a notification'), WITHIN);
    const [broken] = await outbox.messages(endpoint);
    expect(broken).toMatchObject({ state: 'PENDING', failures: 0 });
  });
});
