import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitsForLocks } from '../../../testing/database/waits-for-locks.ts';
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
import type { Tx } from '../../storage/index.ts';
import { createEnqueue } from '../messages/enqueue.ts';
import { findFinalMessagesSince, lockStreams, reopen, updateHeadsFirst } from '../messages/replay-store.ts';
import type { DeliveryOutcome } from './delivery.ts';

const SECOND = 1_000;

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

const { allSettled, failuresOf, deliverAtSecondAttempt } = deliveriesOf(() => outbox);

describe('a message', () => {
  it('is sent when its transaction is committed, to every endpoint of its bank and to no other, unchanged', async () => {
    const endpoints = [await outbox.addEndpoint(), await outbox.addEndpoint()];
    await outbox.addEndpoint({ bankId: 'OTHR' });
    const receiver = testReceiver();
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    for (const endpoint of endpoints) await allSettled(endpoint);
    expect(receiver.sent).toHaveLength(2);
    expect(receiver.sent.map(({ endpointId }) => endpointId).sort()).toEqual(endpoints.sort());
    expect(receiver.sent[0]).toMatchObject({ bankId: 'DEMO', notificationId: idOf('a'), type: 'TE' });
    expect(receiver.sent[0]).toMatchObject({ payload: '{"name":"a"}', maxInFlight: 4, oauth: undefined });
    expect(receiver.sent[0]!.keys).toEqual([{ keyId: expect.any(String), kind: 'hmac', secret: expect.any(Buffer) }]);
    expect(receiver.sent[0]!.keys[0]!.secret).toHaveLength(32);
  });

  it('is neither stored nor sent when its transaction is rolled back', async () => {
    const endpoint = await outbox.addEndpoint();
    const receiver = testReceiver();
    outbox.relay(receiver.deliver);
    const message = { bankId: 'DEMO', stream: 's', notificationId: idOf('lost'), type: 'TE', payload: '{}' };
    await outbox.db.database.transaction(async (tx) => {
      await createEnqueue(outbox.vault)(tx, { ...message, at: outbox.clock.now() });
      return { commit: false, result: undefined };
    });
    await outbox.write('s', ['kept']);
    await allSettled(endpoint);
    expect(receiver.names()).toEqual(['kept']);
    expect((await outbox.messages(endpoint)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('is sealed in the database: neither payload nor answer can be read there', async () => {
    const endpoint = await outbox.addEndpoint();
    outbox.relay(testReceiver().deliver);
    await outbox.write('token-1', ['a']);
    await allSettled(endpoint);
    for (const table of ['outbox_messages', 'outbox_attempts', 'webhook_keys']) {
      const rows = await outbox.db.sql<{ row: string }>(`select t::text as row from ${table} t`);
      const bytes = rows.map(({ row }) => row).join();
      expect(rows.length).toBeGreaterThan(0);
      for (const clear of ['"name"', 'answer DELIVERED', 'whsec_']) {
        expect(bytes).not.toContain(clear);
        expect(bytes).not.toContain(Buffer.from(clear).toString('hex'));
      }
    }
  });

  it('stores each of its attempts: time, duration, answer, and next attempt', async () => {
    await deliverAtSecondAttempt('REJECTED');
    const attempts = await outbox.db.sql(
      `select attempt, outcome, reason, http_status, duration_ms, at, next_attempt_at from outbox_attempts order by at`,
    );
    expect(attempts).toEqual([
      {
        attempt: 1,
        outcome: 'REJECTED',
        reason: 'it was REJECTED',
        http_status: 200,
        duration_ms: 7,
        at: new Date('2026-11-20T08:00:00.000Z'),
        next_attempt_at: new Date('2026-11-20T08:00:05.000Z'),
      },
      {
        attempt: 2,
        outcome: 'DELIVERED',
        reason: 'it was DELIVERED',
        http_status: 200,
        duration_ms: 7,
        at: new Date('2026-11-20T08:00:05.000Z'),
        next_attempt_at: null,
      },
    ]);
    expect(outbox.counted).toEqual(['first attempt after 0 s', 'REJECTED', 'DELIVERED']);
  });
});

describe('the order of a stream', () => {
  it('is preserved after every kind of failure, and a message is not sent before its predecessor is settled', async () => {
    const endpoint = await outbox.addEndpoint();
    const receiver = testReceiver(({ notificationId }, earlier) =>
      earlier < (nameOf(notificationId) === 'b' ? 3 : 1) ? 'UNREACHABLE' : 'DELIVERED',
    );
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a', 'b', 'c']);
    for (const failures of [1, 2, 3, 4, 5]) {
      await failuresOf(endpoint, failures);
      outbox.clock.advance(10 * 60 * SECOND);
      relay.kick();
    }
    await allSettled(endpoint);
    expect(receiver.names()).toEqual(['a', 'a', 'b', 'b', 'b', 'b', 'c', 'c']);
    expect(receiver.most()).toBe(1);
  });

  it('does not delay other streams', async () => {
    const endpoint = await outbox.addEndpoint();
    const slow = deferredPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'slow' ? slow.promise : 'DELIVERED',
    );
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['slow', 'after']);
    await outbox.write('token-2', numberedNames('x', 5));
    await vi.waitFor(() => expect(receiver.names()).toHaveLength(6), WITHIN);
    expect(receiver.names()).toEqual(['slow', 'x1', 'x2', 'x3', 'x4', 'x5']);
    slow.release('DELIVERED');
    await allSettled(endpoint);
    expect(receiver.names().at(-1)).toBe('after');
  });

  it('is preserved between a message that is being settled and one that is being written', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 20 });
    const receiver = testReceiver();
    outbox.relay(receiver.deliver);
    const streams = numberedNames('token-', 10);
    await Promise.all(streams.map((stream) => outbox.write(stream, numberedNames(`${stream.slice(6)}x`, 20))));
    await vi.waitFor(async () => expect(await outbox.messages(endpoint)).toHaveLength(200), WITHIN);
    await allSettled(endpoint);
    for (const stream of streams) {
      const own = receiver.names().filter((name) => name.startsWith(`${stream.slice(6)}x`));
      expect(own).toEqual(numberedNames(`${stream.slice(6)}x`, 20));
    }
  });
});

describe('two transactions on one stream', () => {
  /** Runs a transaction and commits it when the test calls commit(). */
  async function openTransaction(work: (tx: Tx) => Promise<void>): Promise<{ commit(): Promise<void> }> {
    const [reached, end] = [deferredPromise<void>(), deferredPromise<void>()];
    const done = outbox.db.database.transaction(async (tx) => {
      await work(tx);
      reached.release();
      await end.promise;
      return { commit: true, result: undefined };
    });
    await reached.promise;
    return {
      commit: async () => {
        end.release();
        await done;
      },
    };
  }

  /** Waits until a statement waits for a lock of another transaction. */
  const isAwaited = () =>
    vi.waitFor(async () => {
      expect(await waitsForLocks(outbox.db)).toHaveLength(1);
    }, WITHIN);

  it('a message that is written while the one before it is settled is sent', async () => {
    const endpoint = await outbox.addEndpoint();
    const gate = deferredPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'a' ? gate.promise : 'DELIVERED',
    );
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(1), WITHIN);
    const message = { bankId: 'DEMO', stream: 'token-1', notificationId: idOf('b'), type: 'TE', payload: '{}' };
    const writing = await openTransaction((tx) =>
      createEnqueue(outbox.vault)(tx, { ...message, at: outbox.clock.now() }),
    );
    gate.release('DELIVERED');
    await isAwaited();
    await writing.commit();
    await vi.waitFor(() => expect(receiver.names()).toEqual(['a', 'b']), WITHIN);
    await allSettled(endpoint);
  });

  it('a message replayed during a failing attempt is sent before that attempt is repeated', async () => {
    const endpoint = await outbox.addEndpoint();
    const gate = deferredPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'b' ? gate.promise : 'DELIVERED',
    );
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await allSettled(endpoint);
    await outbox.write('token-1', ['b']);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(2), WITHIN);
    const replaying = await openTransaction(async (tx) => {
      const messages = await findFinalMessagesSince(tx, 'DEMO', endpoint, {
        since: new Date(0),
        state: undefined,
        limit: 10,
      });
      await lockStreams(tx, 'DEMO', endpoint, ['token-1']);
      await reopen(
        tx,
        'DEMO',
        messages.map(({ message_id }) => message_id),
        outbox.clock.now(),
      );
      await updateHeadsFirst(tx, 'DEMO', endpoint, ['token-1'], outbox.clock.now());
    });
    gate.release('REJECTED');
    await isAwaited();
    await replaying.commit();
    await vi.waitFor(() => expect(receiver.names()).toEqual(['a', 'b', 'a', 'b']), WITHIN);
  });
});
