import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Behave,
  deferredPromise,
  idOf,
  nameOf,
  type TestOutbox,
  testOutbox,
  testReceiver,
} from '../../../testing/outbox.ts';
import { WITHIN } from '../../../testing/within.ts';
import { NO_THROTTLE } from '../../kernel/concurrency/background-throttle.ts';
import { NO_SUBSCRIPTIONS } from '../../operation/index.ts';
import { expireOverdue } from '../index.ts';
import type { DeliveryOutcome } from './delivery.ts';

const MINUTE = 60_000;

let outbox: TestOutbox;
let failing: string;
let watching: string;
beforeEach(async () => {
  outbox = await testOutbox();
  failing = await outbox.addEndpoint();
  watching = await outbox.addEndpoint();
  await subscribe(watching, 'endpoint.failing', 'endpoint.disabled', 'message.dead');
});
afterEach(() => outbox?.close());

const subscribe = (endpointId: string, ...events: string[]) =>
  outbox.db.sql('update webhook_endpoints set events = $2 where endpoint_id = $1', [endpointId, events]);

/** The events that one endpoint received, without ids. */
function notificationsOf(receiver: ReturnType<typeof testReceiver>, endpointId: string) {
  return receiver.sent
    .filter((sent) => sent.endpointId === endpointId)
    .map(({ payload }) => JSON.parse(payload) as Record<string, string>)
    .map(({ id: _id, ...rest }) => rest);
}

/** A receiver with this outcome for the failing endpoint. */
const receiverWith = (behave: Behave) =>
  testReceiver((delivery, earlier) => (delivery.endpointId === failing ? behave(delivery, earlier) : 'DELIVERED'));

const attempts = (count: number) =>
  vi.waitFor(async () => {
    const found = await outbox.db.sql('select from outbox_attempts where endpoint_id = $1', [failing]);
    expect(found).toHaveLength(count);
  }, WITHIN);

describe('an endpoint that fails', () => {
  it('ten times in a row over ten minutes is reported once to another endpoint that subscribes to it', async () => {
    const receiver = receiverWith(() => 'UNREACHABLE');
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    for (let count = 1; count <= 12; count++) {
      await attempts(count);
      if (count < 10) expect(notificationsOf(receiver, watching)).toEqual([]);
      outbox.clock.advance(9 * 60 * MINUTE);
      relay.kick();
    }
    await vi.waitFor(() => expect(notificationsOf(receiver, watching)).toHaveLength(1), WITHIN);
    expect(notificationsOf(receiver, watching)[0]).toMatchObject({
      type: 'endpoint.failing',
      endpointId: failing,
      reason: '10 attempts in a row failed; the last one: it was UNREACHABLE',
    });
  });

  it('ten times within ten minutes is not reported yet', async () => {
    const receiver = receiverWith(() => 'UNREACHABLE');
    outbox.relay(receiver.deliver);
    for (let count = 1; count <= 10; count++) await outbox.write(`token-${count}`, [`m${count}`]);
    await attempts(10);
    expect(notificationsOf(receiver, watching)).toEqual([]);
    const states = await outbox.db.sql('select failures, failing_told from webhook_endpoints where endpoint_id = $1', [
      failing,
    ]);
    expect(states).toEqual([{ failures: 10, failing_told: false }]);
  });

  it('and delivers in between starts the count again', async () => {
    const receiver = receiverWith((_delivery, earlier) => (earlier === 0 ? 'REJECTED' : 'DELIVERED'));
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await attempts(1);
    outbox.clock.advance(MINUTE);
    relay.kick();
    await attempts(2);
    const counted = 'select failures, failing_since from webhook_endpoints where endpoint_id = $1';
    await vi.waitFor(async () => {
      expect(await outbox.db.sql(counted, [failing])).toEqual([{ failures: 0, failing_since: null }]);
    }, WITHIN);
  });

  it('does not count an attempt that began before a delivery and failed after it', async () => {
    const delayed = deferredPromise<DeliveryOutcome>();
    const receiver = receiverWith(({ notificationId }, earlier) => {
      if (nameOf(notificationId) === 'good') return 'DELIVERED';
      return earlier === 0 ? 'UNREACHABLE' : delayed.promise;
    });
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['bad']);
    await attempts(1);
    outbox.clock.advance(MINUTE);
    relay.kick();
    await vi.waitFor(() => expect(receiver.names().filter((name) => name === 'bad')).toHaveLength(2), WITHIN);
    await outbox.write('token-2', ['good']);
    await attempts(2);
    delayed.release('UNREACHABLE');
    await attempts(3);
    const counted = 'select failures, failing_since from webhook_endpoints where endpoint_id = $1';
    expect(await outbox.db.sql(counted, [failing])).toEqual([{ failures: 0, failing_since: null }]);
  });

  it('with 410 is reported as disabled to the other subscribed endpoints of its bank, never to itself', async () => {
    await subscribe(failing, 'TE', 'endpoint.disabled');
    const others = await outbox.addEndpoint({ bankId: 'OTHR' });
    await subscribe(others, 'endpoint.disabled');
    const receiver = receiverWith(() => 'GONE');
    outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await vi.waitFor(() => expect(notificationsOf(receiver, watching)).toHaveLength(1), WITHIN);
    expect(notificationsOf(receiver, watching)).toEqual([
      {
        type: 'endpoint.disabled',
        timestamp: '2026-11-20T08:00:00.000Z',
        endpointId: failing,
        reason: 'HTTP 410: the endpoint is gone',
      },
    ]);
    expect(notificationsOf(receiver, others)).toEqual([]);
    const waiting = await outbox.db.sql('select type from outbox_messages where endpoint_id = $1', [failing]);
    expect(waiting).toEqual([{ type: 'TE' }]);
  });
});

describe('a message that is dead', () => {
  it('after its last attempt is reported with its id and type', async () => {
    const receiver = receiverWith(() => 'REJECTED');
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await attempts(1);
    outbox.clock.advance(30 * 24 * 60 * MINUTE);
    relay.kick();
    await vi.waitFor(() => {
      expect(notificationsOf(receiver, watching)).toContainEqual({
        type: 'message.dead',
        timestamp: '2026-12-20T08:00:00.000Z',
        endpointId: failing,
        reason: 'it was REJECTED',
        notificationId: idOf('a'),
        notificationType: 'TE',
      });
    }, WITHIN);
  });

  it('is not reported by a server whose lease another one took over during the attempt', async () => {
    const delayed = deferredPromise<DeliveryOutcome>();
    const receiver = receiverWith((_delivery, earlier) => (earlier === 0 ? 'REJECTED' : delayed.promise));
    const relay = outbox.relay(receiver.deliver);
    await outbox.write('token-1', ['a']);
    await attempts(1);
    outbox.clock.advance(30 * 24 * 60 * MINUTE);
    relay.kick();
    await vi.waitFor(() => expect(receiver.sent).toHaveLength(2), WITHIN);
    await outbox.db.sql(`update outbox_messages set leased_by = 'another-server', attempts = attempts + 1`);
    delayed.release('REJECTED');
    await attempts(2);
    expect(await outbox.db.sql('select state from outbox_messages where endpoint_id = $1', [failing])).toEqual([
      { state: 'PENDING' },
    ]);
    expect(await outbox.db.sql(`select from outbox_events where type = 'message.dead'`)).toEqual([]);
    expect(outbox.counted).not.toContain('dead 1');
  });

  it('because it waited for 30 days is also reported, but not if it is an operational event', async () => {
    await outbox.db.sql(`update webhook_endpoints set state = 'PAUSED'`);
    await outbox.write('token-1', ['a', 'b']);
    outbox.clock.advance(30 * 24 * 60 * MINUTE);
    const maskCardNumbers = (text: string) => text;
    const deps = {
      database: outbox.db.database,
      maskCardNumbers,
      changes: NO_SUBSCRIPTIONS,
      vault: outbox.vault,
      throttle: NO_THROTTLE,
    };
    expect(await expireOverdue(deps, 'DEMO', outbox.clock.now())).toBe(2);
    const ofWatching = () =>
      outbox.db.sql('select type, state from outbox_messages where endpoint_id = $1', [watching]);
    expect(await ofWatching()).toEqual([
      { type: 'message.dead', state: 'PENDING' },
      { type: 'message.dead', state: 'PENDING' },
    ]);
    outbox.clock.advance(30 * 24 * 60 * MINUTE);
    await subscribe(failing, 'message.dead');
    expect(await expireOverdue(deps, 'DEMO', outbox.clock.now())).toBe(2);
    expect((await outbox.db.sql(`select from outbox_messages where state = 'PENDING'`)).length).toBe(0);
  });
});

it('operational events are only sent to endpoints that subscribe to them', async () => {
  const receiver = receiverWith(() => 'GONE');
  outbox.relay(receiver.deliver);
  await subscribe(watching, 'AC', 'TC', 'TD', 'TE');
  await outbox.write('token-1', ['a']);
  await vi.waitFor(async () => {
    const [row] = await outbox.db.sql<{ state: string }>('select state from webhook_endpoints where endpoint_id = $1', [
      failing,
    ]);
    expect(row!.state).toBe('DISABLED');
  }, WITHIN);
  const types = await outbox.db.sql('select distinct type from outbox_messages');
  expect(types).toEqual([{ type: 'TE' }]);
  expect(await outbox.db.sql(`select type from outbox_events where type = 'endpoint.disabled'`)).toHaveLength(1);
});
