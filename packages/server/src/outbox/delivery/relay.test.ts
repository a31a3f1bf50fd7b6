import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tx } from '../../storage/index.ts';
import { heldPromise, idOf, nameOf, type TestOutbox, testOutbox, testReceiver } from '../../testing/outbox.ts';
import { waitsForLocks } from '../../testing/waits-for-locks.ts';
import { WITHIN } from '../../testing/within.ts';
import { createEnqueue } from '../messages/enqueue.ts';
import { findSettledSince, lockStreams, putHeadsFirst, reopen } from '../messages/replay-store.ts';
import type { DeliveryOutcome } from './delivery.ts';

const SECOND = 1_000;
/** The database connections that listen for messages. */
const LISTENING = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

/** Waits until the endpoint has no pending message. */
async function allSettled(endpointId: string): Promise<void> {
  await vi.waitFor(async () => {
    const states = (await outbox.messages(endpointId)).map(({ state }) => state);
    expect(states).not.toContain('PENDING');
  }, WITHIN);
}

async function failuresOf(endpointId: string, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const failures = (await outbox.messages(endpointId)).map((message) => message.failures);
    expect(failures.reduce((sum, one) => sum + one, 0)).toBe(count);
  }, WITHIN);
}

async function setState(endpointId: string, state: string, reason: string | null = null): Promise<void> {
  await outbox.db.sql('update webhook_endpoints set state = $2, disabled_reason = $3 where endpoint_id = $1', [
    endpointId,
    state,
    reason,
  ]);
}

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);

/** One message, which gets there five seconds after its first attempt failed. */
async function deliverAtSecondAttempt(first: DeliveryOutcome): Promise<void> {
  const endpoint = await outbox.addEndpoint();
  const receiver = testReceiver((_delivery, earlier) => (earlier === 0 ? first : 'DELIVERED'));
  const relay = outbox.relay(receiver.deliver);
  await outbox.write('token-1', ['a']);
  await failuresOf(endpoint, 1);
  outbox.clock.advance(5 * SECOND);
  relay.kick();
  await allSettled(endpoint);
}

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

  it('keeps each of its attempts: time, duration, answer, and next attempt', async () => {
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
  it('is kept after every kind of failure, and a message is not sent before its predecessor is settled', async () => {
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
    const slow = heldPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'slow' ? slow.promise : 'DELIVERED',
    );
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['slow', 'after']);
    await outbox.write('token-2', numbered('x', 5));
    await vi.waitFor(() => expect(receiver.names()).toHaveLength(6), WITHIN);
    expect(receiver.names()).toEqual(['slow', 'x1', 'x2', 'x3', 'x4', 'x5']);
    slow.release('DELIVERED');
    await allSettled(endpoint);
    expect(receiver.names().at(-1)).toBe('after');
  });

  it('is kept between a message that is being settled and one that is being written', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 20 });
    const receiver = testReceiver();
    outbox.relay(receiver.deliver);
    const streams = numbered('token-', 10);
    await Promise.all(streams.map((stream) => outbox.write(stream, numbered(`${stream.slice(6)}x`, 20))));
    await vi.waitFor(async () => expect(await outbox.messages(endpoint)).toHaveLength(200), WITHIN);
    await allSettled(endpoint);
    for (const stream of streams) {
      const own = receiver.names().filter((name) => name.startsWith(`${stream.slice(6)}x`));
      expect(own).toEqual(numbered(`${stream.slice(6)}x`, 20));
    }
  });
});

describe('two transactions on one stream', () => {
  /** Runs a transaction and commits it when the test calls commit(). */
  async function openTransaction(work: (tx: Tx) => Promise<void>): Promise<{ commit(): Promise<void> }> {
    const [reached, end] = [heldPromise<void>(), heldPromise<void>()];
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
  const somebodyWaits = () =>
    vi.waitFor(async () => {
      expect(await waitsForLocks(outbox.db)).toHaveLength(1);
    }, WITHIN);

  it('a message written while the one before it is settled is not left behind', async () => {
    const endpoint = await outbox.addEndpoint();
    const gate = heldPromise<DeliveryOutcome>();
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
    await somebodyWaits();
    await writing.commit();
    await vi.waitFor(() => expect(receiver.names()).toEqual(['a', 'b']), WITHIN);
    await allSettled(endpoint);
  });

  it('a message replayed during a failing attempt is sent before that attempt is repeated', async () => {
    const endpoint = await outbox.addEndpoint();
    const gate = heldPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'b' ? gate.promise : 'DELIVERED',
    );
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await allSettled(endpoint);
    await outbox.write('token-1', ['b']);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(2), WITHIN);
    const replaying = await openTransaction(async (tx) => {
      const settled = await findSettledSince(tx, 'DEMO', endpoint, {
        since: new Date(0),
        state: undefined,
        limit: 10,
      });
      await lockStreams(tx, 'DEMO', endpoint, ['token-1']);
      await reopen(
        tx,
        'DEMO',
        settled.map(({ message_id }) => message_id),
        outbox.clock.now(),
      );
      await putHeadsFirst(tx, 'DEMO', endpoint, ['token-1'], outbox.clock.now());
    });
    gate.release('REJECTED');
    await somebodyWaits();
    await replaying.commit();
    await vi.waitFor(() => expect(receiver.names()).toEqual(['a', 'b', 'a', 'b']), WITHIN);
  });
});

describe('an endpoint', () => {
  it('never has more concurrent deliveries than its limit', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 3 });
    const gates = numbered('x', 10).map(() => heldPromise<DeliveryOutcome>());
    const receiver = testReceiver(() => gates[receiver.sent.length - 1]!.promise);
    const relay = outbox.relay(receiver.deliver);
    for (const name of numbered('x', 10)) await outbox.write(`of ${name}`, [name]);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(3), WITHIN);
    relay.kick();
    for (const [at, gate] of gates.entries()) {
      gate.release('DELIVERED');
      await vi.waitFor(() => expect(receiver.sent).toHaveLength(Math.min(10, at + 4)), WITHIN);
    }
    await allSettled(endpoint);
    expect(receiver.most()).toBe(3);
  });

  it('that never answers does not delay the others: they get all their messages meanwhile', async () => {
    const dead = await outbox.addEndpoint({ maxInFlight: 2 });
    const alive = await outbox.addEndpoint({ bankId: 'OTHR' });
    const never = heldPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ endpointId }) => (endpointId === dead ? never.promise : 'DELIVERED'));
    outbox.relay(receiver.deliver);
    for (const name of numbered('d', 30)) await outbox.write(`of ${name}`, [name]);
    for (const name of numbered('x', 30)) await outbox.write(`of ${name}`, [name], 'OTHR');
    await allSettled(alive);
    expect(receiver.sent.filter(({ endpointId }) => endpointId === alive)).toHaveLength(30);
    expect(receiver.sent.filter(({ endpointId }) => endpointId === dead)).toHaveLength(2);
    never.release('TIMED_OUT');
  });

  it.each([
    ['PAUSED', null],
    ['DISABLED', 'HTTP 410: the endpoint is gone'],
  ])('that is %s gets nothing, and gets everything in order once it is active', async (state, reason) => {
    const endpoint = await outbox.addEndpoint();
    const other = await outbox.addEndpoint();
    await setState(endpoint, state, reason);
    const receiver = testReceiver();
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a', 'b']);
    await allSettled(other);
    expect(receiver.sent.map(({ endpointId }) => endpointId)).toEqual([other, other]);
    await setState(endpoint, 'ACTIVE');
    relay.kick();
    await allSettled(endpoint);
    expect(receiver.names()).toEqual(['a', 'b', 'a', 'b']);
  });

  it('that answers 410 is disabled at once; its messages wait, and log, audit log and metric show it', async () => {
    const endpoint = await outbox.addEndpoint();
    outbox.relay(testReceiver(() => 'GONE').deliver);
    await outbox.write('token-1', ['a', 'b']);
    await vi.waitFor(() => expect(outbox.counted).toContain('disabled'), WITHIN);
    const [row] = await outbox.db.sql('select state, disabled_reason, changed_at from webhook_endpoints');
    expect(row).toEqual({
      state: 'DISABLED',
      disabled_reason: 'HTTP 410: the endpoint is gone',
      changed_at: new Date('2026-11-20T08:00:00.000Z'),
    });
    expect((await outbox.messages(endpoint)).map(({ state }) => state)).toEqual(['PENDING', 'PENDING']);
    expect(await outbox.db.sql('select bank_id, actor, operation, subject, outcome, details from audit_log')).toEqual([
      {
        bank_id: 'DEMO',
        actor: 'cardwright',
        operation: 'outbox.disable-endpoint',
        subject: `webhook-endpoint:${endpoint}`,
        outcome: 'DISABLED',
        details: { reason: 'HTTP 410: the endpoint is gone' },
      },
    ]);
    const warning = outbox.logs.map((line) => JSON.parse(line)).find(({ level }) => level >= 40 || level === 'warn');
    expect(warning).toMatchObject({
      bank: 'DEMO',
      endpoint,
      msg: expect.stringContaining('a webhook endpoint was disabled'),
    });
  });

  it('of an acquirer is shown in the acquirer’s audit log when it is disabled', async () => {
    await outbox.addEndpoint();
    await outbox.write('merchant-1', ['a']);
    await outbox.db.sql(`update webhook_endpoints set owner_kind = 'acquirer', owner_id = 'ACQ'`);
    outbox.relay(testReceiver(() => 'GONE').deliver).kick();
    await vi.waitFor(() => expect(outbox.counted).toContain('disabled'), WITHIN);
    expect(await outbox.db.sql('select bank_id, outcome, before, after from audit_log')).toEqual([
      { bank_id: 'acquirer:ACQ', outcome: 'DISABLED', before: { state: 'ACTIVE' }, after: { state: 'DISABLED' } },
    ]);
  });

  it('is disabled after five days without a delivery, not before; a delivery in between restarts the five days', async () => {
    const endpoint = await outbox.addEndpoint();
    const outcomes: Record<string, DeliveryOutcome> = { good: 'DELIVERED' };
    const receiver = testReceiver(({ notificationId }) => outcomes[nameOf(notificationId)] ?? 'UNREACHABLE');
    const relay = outbox.relay(receiver.deliver);
    const state = async () => (await outbox.db.sql('select state, failing_since from webhook_endpoints'))[0];
    const failAgain = async (at: string, count: number) => {
      outbox.clock.set(at);
      relay.kick();
      await failuresOf(endpoint, count);
    };
    await outbox.write('token-1', ['bad']);
    await failuresOf(endpoint, 1);
    expect(await state()).toEqual({ state: 'ACTIVE', failing_since: new Date('2026-11-20T08:00:00.000Z') });
    outbox.clock.set('2026-11-24T08:00:00.000Z');
    await outbox.write('token-2', ['good']);
    await failuresOf(endpoint, 2);
    await vi.waitFor(async () => expect(await state()).toEqual({ state: 'ACTIVE', failing_since: null }), WITHIN);
    await failAgain('2026-11-24T20:00:00.000Z', 3);
    await failAgain('2026-11-29T19:59:59.999Z', 4);
    expect(await state()).toEqual({ state: 'ACTIVE', failing_since: new Date('2026-11-24T20:00:00.000Z') });
    await failAgain('2026-11-30T20:00:00.000Z', 5);
    const [row] = await outbox.db.sql('select state, disabled_reason from webhook_endpoints');
    expect(row).toEqual({
      state: 'DISABLED',
      disabled_reason: 'No delivery succeeded since 2026-11-24T20:00:00.000Z; last failure: it was UNREACHABLE',
    });
  });

  it('ends its run of failures with a delivery', async () => {
    await deliverAtSecondAttempt('TIMED_OUT');
    expect(await outbox.db.sql('select failing_since from webhook_endpoints')).toEqual([{ failing_since: null }]);
  });
});

describe('a dead letter', () => {
  it('is a message that was not delivered in 30 days; the next of its stream is sent', async () => {
    const endpoint = await outbox.addEndpoint();
    const receiver = testReceiver(({ notificationId }) =>
      nameOf(notificationId) === 'bad' ? 'REJECTED' : 'DELIVERED',
    );
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['bad']);
    await failuresOf(endpoint, 1);
    // other messages were delivered meanwhile, so the endpoint is not disabled
    await outbox.db.sql('update webhook_endpoints set failing_since = null');
    outbox.clock.set('2026-12-20T07:59:29.999Z');
    relay.kick();
    await failuresOf(endpoint, 2);
    await outbox.write('token-1', ['next']);
    expect((await outbox.messages(endpoint)).map(({ state }) => state)).toEqual(['PENDING', 'PENDING']);
    outbox.clock.set('2026-12-20T07:59:59.999Z');
    relay.kick();
    await allSettled(endpoint);
    const states = (await outbox.messages(endpoint)).map(({ notification_id: id, state }) => [nameOf(id), state]);
    expect(states).toEqual([
      ['bad', 'DEAD'],
      ['next', 'DELIVERED'],
    ]);
    expect(outbox.counted).toContain('dead 1');
    expect(outbox.logs.join()).toContain('a notification was given up');
  });
});

describe('several servers', () => {
  it('send no message twice, and every stream in order', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 5 });
    const receiver = testReceiver(() => new Promise((resolve) => setImmediate(resolve, 'DELIVERED')));
    outbox.relay(receiver.deliver);
    outbox.relay(receiver.deliver);
    const streams = numbered('token-', 20);
    await Promise.all(streams.map((stream) => outbox.write(stream, numbered(`${stream.slice(6)}x`, 10))));
    await allSettled(endpoint);
    expect(receiver.sent).toHaveLength(200);
    expect(new Set(receiver.names()).size).toBe(200);
    for (const stream of streams) {
      const own = receiver.names().filter((name) => name.startsWith(`${stream.slice(6)}x`));
      expect(own).toEqual(numbered(`${stream.slice(6)}x`, 10));
    }
    const attempts = await outbox.messages(endpoint);
    expect(attempts.every((message) => message.attempts === 1)).toBe(true);
  });

  it('send the message of a server that died again, under the same id; a late answer to that server changes nothing', async () => {
    const endpoint = await outbox.addEndpoint();
    const never = heldPromise<DeliveryOutcome>();
    const died = testReceiver(() => never.promise);
    outbox.relay(died.deliver, { leaseMs: 400 });
    await outbox.write('token-1', ['a', 'b']);
    await vi.waitFor(() => expect(died.sent).toHaveLength(1), WITHIN);

    const second = heldPromise<DeliveryOutcome>();
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
    await outbox.db.sql('select pg_terminate_backend($1)', [before!.pid]);
    await vi.waitFor(async () => {
      const [now] = await outbox.db.sql<{ pid: number }>(LISTENING);
      expect(now?.pid ?? before!.pid).not.toBe(before!.pid);
    }, WITHIN);
    await outbox.write('token-1', ['a']);
    await allSettled(endpoint);
    expect(receiver.names()).toEqual(['a']);
  });

  it('polls for messages whose notice it missed, and for retries that become due', async () => {
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
    const gate = heldPromise<DeliveryOutcome>();
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
    await vi.waitFor(() => expect(outbox.logs.join()).toContain('could not process a notification'), WITHIN);
    const [broken] = await outbox.messages(endpoint);
    expect(broken).toMatchObject({ state: 'PENDING', failures: 0 });
  });
});
