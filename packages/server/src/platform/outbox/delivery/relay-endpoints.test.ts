import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deferredPromise,
  deliveriesOf,
  nameOf,
  numberedNames,
  type TestOutbox,
  testOutbox,
  testReceiver,
} from '../../../testing/outbox.ts';
import { WITHIN } from '../../../testing/within.ts';
import type { DeliveryOutcome } from './delivery.ts';

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

const { allSettled, failuresOf, deliverAtSecondAttempt } = deliveriesOf(() => outbox);

async function setState(endpointId: string, state: string, reason: string | null = null): Promise<void> {
  await outbox.db.sql('update webhook_endpoints set state = $2, disabled_reason = $3 where endpoint_id = $1', [
    endpointId,
    state,
    reason,
  ]);
}

async function leased(endpointId: string): Promise<number> {
  return (
    await outbox.db.sql('select from outbox_messages where endpoint_id = $1 and leased_by is not null', [endpointId])
  ).length;
}

describe('an endpoint', () => {
  it('never has more concurrent deliveries than its limit', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 3 });
    const gates = numberedNames('x', 10).map(() => deferredPromise<DeliveryOutcome>());
    const receiver = testReceiver(() => gates[receiver.sent.length - 1]!.promise);
    const relay = outbox.relay(receiver.deliver);
    for (const name of numberedNames('x', 10)) await outbox.write(`of ${name}`, [name]);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(3), WITHIN);
    relay.kick();
    for (const [at, gate] of gates.entries()) {
      gate.release('DELIVERED');
      await vi.waitFor(() => expect(receiver.sent).toHaveLength(Math.min(10, at + 4)), WITHIN);
    }
    await allSettled(endpoint);
    expect(receiver.most()).toBe(3);
  });

  it('that delivers gets more messages claimed than it has places; a failure releases the untried ones', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 1 });
    const gates = numberedNames('x', 3).map(() => deferredPromise<DeliveryOutcome>());
    const receiver = testReceiver(() => gates[receiver.sent.length - 1]!.promise);
    for (const name of numberedNames('x', 6)) await outbox.write(`of ${name}`, [name]);
    outbox.relay(receiver.deliver);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(1), WITHIN);
    gates[0]!.release('DELIVERED');
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(2), WITHIN);
    // one in progress, and three that wait for its place
    await vi.waitFor(async () => expect(await leased(endpoint)).toBe(4), WITHIN);
    gates[1]!.release('UNREACHABLE');
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(3), WITHIN);
    await vi.waitFor(async () => expect(await leased(endpoint)).toBe(1), WITHIN);
    const tried = (await outbox.messages(endpoint)).map(({ attempts }) => attempts);
    expect(tried.toSorted()).toEqual([0, 0, 0, 1, 1, 1]);
    expect(receiver.most()).toBe(1);
    gates[2]!.release('UNREACHABLE');
    await failuresOf(endpoint, 2);
  });

  it('has its unsent messages released when the server stops', async () => {
    const endpoint = await outbox.addEndpoint({ maxInFlight: 1 });
    const gates = numberedNames('x', 2).map(() => deferredPromise<DeliveryOutcome>());
    const receiver = testReceiver(() => gates[receiver.sent.length - 1]!.promise);
    for (const name of numberedNames('x', 4)) await outbox.write(`of ${name}`, [name]);
    const relay = outbox.relay(receiver.deliver);
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(1), WITHIN);
    gates[0]!.release('DELIVERED');
    await vi.waitFor(async () => expect(await leased(endpoint)).toBe(3), WITHIN);
    const stopped = relay.stop();
    await vi.waitFor(async () => expect(await leased(endpoint)).toBe(1), WITHIN);
    gates[1]!.release('DELIVERED');
    expect(await stopped).toBe(0);
    expect((await outbox.messages(endpoint)).map(({ state, attempts }) => `${state} ${attempts}`).toSorted()).toEqual([
      'DELIVERED 1',
      'DELIVERED 1',
      'PENDING 0',
      'PENDING 0',
    ]);
  });

  it('that never answers does not delay the others, which get all their messages meanwhile', async () => {
    const dead = await outbox.addEndpoint({ maxInFlight: 2 });
    const alive = await outbox.addEndpoint({ bankId: 'OTHR' });
    const never = deferredPromise<DeliveryOutcome>();
    const receiver = testReceiver(({ endpointId }) => (endpointId === dead ? never.promise : 'DELIVERED'));
    outbox.relay(receiver.deliver);
    for (const name of numberedNames('d', 30)) await outbox.write(`of ${name}`, [name]);
    for (const name of numberedNames('x', 30)) await outbox.write(`of ${name}`, [name], 'OTHR');
    await allSettled(alive);
    expect(receiver.sent.filter(({ endpointId }) => endpointId === alive)).toHaveLength(30);
    expect(receiver.sent.filter(({ endpointId }) => endpointId === dead)).toHaveLength(2);
    never.release('TIMED_OUT');
  });

  it.each([
    ['PAUSED', null],
    ['DISABLED', 'HTTP 410: the endpoint is gone'],
  ])('that is %s gets no message, and gets all in order once it is active', async (state, reason) => {
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

  it('that answers 410 is disabled at once; its messages wait, and the log, the audit log and a metric record it', async () => {
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
      msg: expect.stringContaining('webhook endpoint disabled'),
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

  it('is disabled after five days without a delivery, and not before; a delivery in between restarts the five days', async () => {
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
    // other messages were delivered in between, so the endpoint is not disabled
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
    expect(outbox.logs.join()).toContain('gave up a notification');
  });
});
