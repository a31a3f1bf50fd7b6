import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitsForLocks } from '../../../testing/database/waits-for-locks.ts';
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
import { lockStreams } from '../messages/replay-store.ts';
import type { DeliveryOutcome } from './delivery.ts';

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

const { allSettled } = deliveriesOf(() => outbox);

const NAMES = numberedNames('m', 6);

/** Sends six messages of six streams, each with another message behind it, which are answered at the same time. */
async function answerAtOnce(lock?: (endpoint: string) => Promise<void>) {
  const endpoint = await outbox.addEndpoint({ maxInFlight: 6 });
  const gate = deferredPromise<DeliveryOutcome>();
  const receiver = testReceiver(({ notificationId }) =>
    NAMES.includes(nameOf(notificationId)) ? gate.promise : 'DELIVERED',
  );
  outbox.relay(receiver.deliver);
  for (const name of NAMES) await outbox.write(`token-${name}`, [name, `${name}b`]);
  await vi.waitFor(() => expect(receiver.sent).toHaveLength(6), WITHIN);
  await lock?.(endpoint);
  gate.release('DELIVERED');
  return { endpoint, receiver };
}

const behind = (name: string) => `${name}b`;

it('deliveries that end together are settled in one transaction, with their attempts, and the next ones are sent', async () => {
  const { endpoint, receiver } = await answerAtOnce();
  await allSettled(endpoint);
  expect(receiver.names().slice(6).sort()).toEqual(NAMES.map(behind));
  const attempts = await outbox.db.sql<{ made_by: string; attempts: number }>(
    `select xmin::text as made_by, count(*)::int as attempts from outbox_attempts
      where attempt = 1 and outcome = 'DELIVERED' and reason = 'it was DELIVERED' and http_status = 200
      group by 1 order by min(attempt_id)`,
  );
  expect(attempts[0]!.attempts).toBe(6);
  expect(attempts.reduce((sum, each) => sum + each.attempts, 0)).toBe(12);
  expect(await outbox.db.sql('select distinct pending from outbox_streams')).toEqual([{ pending: 0 }]);
  expect((await outbox.messages(endpoint)).map(({ state, attempts: made }) => [state, made])).toEqual(
    Array(12).fill(['DELIVERED', 1]),
  );
});

it('a message with a locked stream does not block others, and is settled afterwards', async () => {
  const unlock = deferredPromise<void>();
  let locking: Promise<unknown> = Promise.resolve();
  const { endpoint, receiver } = await answerAtOnce(async (endpointId) => {
    const locked = deferredPromise<void>();
    locking = outbox.db.database.transaction(async (tx) => {
      await lockStreams(tx, 'DEMO', endpointId, ['token-m3']);
      locked.release();
      await unlock.promise;
      return { commit: true, result: undefined };
    });
    await locked.promise;
  });
  const others = NAMES.filter((name) => name !== 'm3').map(behind);
  await vi.waitFor(() => expect(receiver.names().slice(6).sort()).toEqual(others), WITHIN);
  await vi.waitFor(async () => expect(await waitsForLocks(outbox.db)).toHaveLength(1), WITHIN);
  unlock.release();
  await locking;
  await allSettled(endpoint);
  expect(receiver.names().at(-1)).toBe('m3b');
});

it('a message that the database refuses does not block others', async () => {
  await outbox.db.sql(`alter table outbox_attempts add check (notification_id not like '%6d33')`);
  const { endpoint, receiver } = await answerAtOnce();
  const others = NAMES.filter((name) => name !== 'm3').map(behind);
  await vi.waitFor(() => expect(receiver.names().slice(6).sort()).toEqual(others), WITHIN);
  await vi.waitFor(() => expect(outbox.logs.join()).toContain('failed to process a notification'), WITHIN);
  await vi.waitFor(async () => {
    const pending = (await outbox.messages(endpoint)).filter(({ state }) => state === 'PENDING');
    expect(pending.map(({ stream, sequence }) => `${stream} ${sequence}`)).toEqual(['token-m3 1', 'token-m3 2']);
  }, WITHIN);
});
