import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ofOnePostgres } from '../../../testing/database/of-one-postgres.ts';
import { nameOf, type TestOutbox, testOutbox, testReceiver } from '../../../testing/outbox.ts';
import { WITHIN } from '../../../testing/within.ts';
import { NO_THROTTLE } from '../../kernel/concurrency/background-throttle.ts';
import { NO_SUBSCRIPTIONS } from '../../operation/index.ts';
import { allStatements } from '../../storage/index.ts';
import { deleteOldMessages, expireOverdue, readPendingOfBanks } from '../index.ts';
import { abandonMessages } from './message-retention-store.ts';

let outbox: TestOutbox;
beforeEach(async () => {
  outbox = await testOutbox();
});
afterEach(() => outbox?.close());

const work = () => ({
  database: outbox.db.database,
  maskCardNumbers: (text: string) => text,
  changes: NO_SUBSCRIPTIONS,
  vault: outbox.vault,
  throttle: NO_THROTTLE,
});

async function states(endpointId: string): Promise<[string, string][]> {
  return (await outbox.messages(endpointId)).map(({ notification_id: id, state }) => [nameOf(id), state]);
}

it('a message that waits 30 days for a paused endpoint becomes dead, and a newer one is sent once the endpoint is active', async () => {
  const endpoint = await outbox.addEndpoint();
  await outbox.db.sql(`update webhook_endpoints set state = 'PAUSED'`);
  await outbox.write('token-1', ['old-1', 'old-2']);
  await outbox.write('token-2', ['old-3']);
  outbox.clock.set('2026-11-20T08:00:00.001Z');
  await outbox.write('token-1', ['young']);
  outbox.clock.set('2026-12-20T08:00:00.000Z');
  expect(await readPendingOfBanks(outbox.db.database, ['DEMO', 'OTHR'])).toEqual([
    { bankId: 'DEMO', endpointId: endpoint, messages: 4, since: new Date('2026-11-20T08:00:00.000Z') },
  ]);
  expect(await expireOverdue(work(), 'OTHR', outbox.clock.now())).toBe(0);
  expect(await expireOverdue(work(), 'DEMO', outbox.clock.now())).toBe(3);
  expect(await states(endpoint)).toEqual([
    ['old-1', 'DEAD'],
    ['old-2', 'DEAD'],
    ['old-3', 'DEAD'],
    ['young', 'PENDING'],
  ]);
  const since = new Date('2026-11-20T08:00:00.001Z');
  expect(await readPendingOfBanks(outbox.db.database, ['DEMO', 'OTHR'])).toEqual([
    { bankId: 'DEMO', endpointId: endpoint, messages: 1, since },
  ]);
  await outbox.db.sql(`update webhook_endpoints set state = 'ACTIVE'`);
  const receiver = testReceiver();
  outbox.relay(receiver.deliver);
  await vi.waitFor(() => expect(receiver.names()).toEqual(['young']), WITHIN);
});

it('a message that is being sent does not become dead', async () => {
  const endpoint = await outbox.addEndpoint();
  await outbox.write('token-1', ['a']);
  await outbox.db.sql(`update outbox_messages set leased_until = now() + interval '1 minute', leased_by = 'other'`);
  outbox.clock.set('2026-12-20T08:00:00.000Z');
  expect(await expireOverdue(work(), 'DEMO', outbox.clock.now())).toBe(0);
  // even if it is claimed after it was found to be overdue
  const stream = { endpointId: endpoint, stream: 'token-1' };
  expect(
    await abandonMessages(outbox.db.database, 'DEMO', stream, outbox.clock.now(), outbox.clock.now(), 100),
  ).toEqual([]);
  expect(await states(endpoint)).toEqual([['a', 'PENDING']]);
});

it('settled messages and their attempts are deleted after the configured days; pending and newer ones stay', async () => {
  const endpoint = await outbox.addEndpoint();
  const others = await outbox.addEndpoint({ bankId: 'OTHR' });
  const receiver = testReceiver(({ notificationId }) =>
    nameOf(notificationId).startsWith('bad') ? 'REJECTED' : 'DELIVERED',
  );
  outbox.relay(receiver.deliver);
  const settle = async (endpointId: string, count: number) => {
    const attemptsPlan = `select from outbox_attempts where endpoint_id = '${endpointId}'`;
    await vi.waitFor(async () => expect(await outbox.db.sql(attemptsPlan)).toHaveLength(count), WITHIN);
  };
  await outbox.write('token-1', ['good']);
  await outbox.write('token-2', ['bad']);
  await outbox.write('token-1', ['theirs'], 'OTHR');
  await settle(endpoint, 2);
  await settle(others, 1);
  outbox.clock.set('2026-11-20T08:00:00.001Z');
  await outbox.write('token-1', ['young']);
  await settle(endpoint, 3);
  const delete90 = (now: string) => deleteOldMessages(work(), 'DEMO', 90, new Date(now));
  await delete90('2027-02-18T08:00:00.000Z');
  expect(await states(endpoint)).toHaveLength(3);
  await delete90('2027-02-18T08:00:00.001Z');
  expect(await states(endpoint)).toEqual([
    ['bad', 'PENDING'],
    ['young', 'DELIVERED'],
  ]);
  expect(await states(others)).toEqual([['theirs', 'DELIVERED']]);
  const attempts = await outbox.db.sql<{ notification_id: string }>(
    'select notification_id from outbox_attempts order by attempt_id',
  );
  expect(attempts.map(({ notification_id: id }) => nameOf(id)).sort()).toEqual(['theirs', 'young']);
});

ofOnePostgres('the tests check query plans of PostgreSQL', () => {
  it('old events are found by their time, so their deletion reads no newer ones', async () => {
    await outbox.db.sql(
      `insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
     select 'DEMO', 'DEMO', 'n' || n, 's', 'TE', convert_to(repeat('x', 900), 'UTF8'), 1,
            timestamptz '2026-11-20' + n * interval '1 second'
       from generate_series(1, 5000) n`,
    );
    await outbox.db.sql('analyze outbox_events');
    const { text } = allStatements().find(({ name }) => name === 'outbox.delete-events')!;
    const client = await outbox.db.database.connect({});
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare deleting as ${text}`);
      const statement = `execute deleting ('DEMO', '2026-11-20T00:00:02Z', 1000)`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) ${statement}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('created_at <');
      expect(plan).not.toContain('Rows Removed by Filter');
      expect(plan).not.toContain('Seq Scan');
    } finally {
      await client.end();
    }
  });
});
