import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import './server.ts';
import { createSealer, writeAuditOnly } from '../../platform/audit/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { deleteOldRequests, keyedAnswerContext } from '../../platform/operation/index.ts';
import { deleteOldMessages } from '../../platform/outbox/index.ts';
import { allStatements, ensurePartitions } from '../../platform/storage/index.ts';
import { HashingKey, openVault, SealingKey, type Vault } from '../../platform/vault/index.ts';
import { ofOnePostgres } from '../../testing/database/of-one-postgres.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { testClock } from '../../testing/test-clock.ts';
import { beginRotation, drainRotation, readRotations } from '../keys/index.ts';

const clock = testClock('2026-11-20T08:00:00.000Z');
const OLD = "timestamptz '2026-01-01'";
let vault: Vault;
const db = fileResource(() => testDatabase());
beforeAll(async () => {
  const client = await db.database.connect({ asOwner: true });
  await ensurePartitions(client, clock.now());
  await client.end();
  vault = await openVault(db.database, {
    path: undefined,
    masters: new Map([[1, new SealingKey(randomBytes(32))]]),
    lookups: new Map([[1, new HashingKey(randomBytes(32))]]),
  });
});

/** Records how many rows are left at each yield to traffic. */
function watching(text: string) {
  const left: number[] = [];
  const throttle = async () => {
    left.push(
      requireValue((await db.sql<{ rows: number }>(`select count(*)::int as rows from ${text}`))[0], 'a count').rows,
    );
  };
  return { left, throttle };
}

it('old message ids and idempotency keys are deleted a few at a time, and no younger ones', async () => {
  await db.sql(
    `insert into message_claims (bank_id, src_application, msg_id, operation, content_hash, content_version, answer, claimed_at)
     select 'DEMO', 'IB', 'M' || n, 'clients.create-client', '\\x00', 1, '{}', case when n > 450 then now() else ${OLD} end
       from generate_series(1, 451) as n`,
  );
  await db.sql(
    `insert into idempotency_keys (bank_id, key_hash, content_hash, content_version, sealed_answer, key_version, claimed_at)
     select 'DEMO', decode(lpad(to_hex(n), 16, '0'), 'hex'), '\\x00', 1, '\\x00', 1, case when n > 450 then now() else ${OLD} end
       from generate_series(1, 451) as n`,
  );
  const rows = '(select 1 from message_claims union all select 1 from idempotency_keys) as both_of_them';
  const { left, throttle } = watching(rows);
  await deleteOldRequests({ database: db.database, throttle }, 'DEMO', new Date());
  expect(left).toEqual([702, 502, 252, 52]);
  await throttle();
  expect(left.at(-1)).toBe(2);
  await db.sql('delete from idempotency_keys');
});

it('old events are deleted a few at a time', async () => {
  await db.sql(
    `insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
     select 'DEMO', 'DEMO', gen_random_uuid(), 'token:1', 'TC', '\\x00', 1, ${OLD} from generate_series(1, 450)`,
  );
  const { left, throttle } = watching('outbox_events');
  await deleteOldMessages({ database: db.database, throttle }, 'DEMO', 90, clock.now());
  expect(left).toEqual([250, 50]);
});

it('sealed values are sealed again a few at a time when their key is replaced', async () => {
  for (let row = 0; row < 120; row++) {
    const hash = randomBytes(32);
    const { sealed, keyVersion } = vault.seal(keyedAnswerContext('DEMO', hash), '{}');
    await db.sql(
      `insert into idempotency_keys (bank_id, key_hash, content_hash, content_version, sealed_answer, key_version, claimed_at)
       values ('DEMO', $1, '\\x00', 1, $2, $3, now())`,
      [hash, sealed, keyVersion],
    );
  }
  const by = { actor: 'operator:test', requestId: 'RUN-1', now: () => clock.now() };
  await beginRotation({ database: db.database, vault, by }, 'DATA');
  const { left, throttle } = watching('idempotency_keys where key_version = 1');
  const { signal } = new AbortController();
  const isDone = async () => (await readRotations(db.database)).every(({ state }) => state === 'DONE');
  while (!(await isDone())) await drainRotation({ database: db.database, vault, by }, { pauseMs: 0, throttle, signal });
  expect(left).toEqual([70, 20]);
});

it('rows of the audit log are sealed a few at a time', async () => {
  const entry = { actor: 'demo-bank', operation: 'cards.create-card', outcome: 'created', requestId: 'R' };
  for (let row = 0; row < 250; row++) {
    await writeAuditOnly(db.database, 'DEMO', clock.now(), { ...entry, subject: `card:${row}` });
  }
  const { left, throttle } = watching(`audit_queue where bank_id = 'DEMO'`);
  await createSealer({ database: db.database, clock, keys: vault, throttle }).seal();
  expect(left).toEqual([150, 50]);
});

ofOnePostgres('query plans of Citus describe the work of the nodes differently', () => {
  it.each([
    ['operation.delete-old-claims', 'message_claims c'],
    ['operation.delete-old-keys', 'idempotency_keys k'],
    ['outbox.delete-events', 'outbox_events v'],
    ['outbox.delete-settled-messages', 'outbox_messages m'],
    ['outbox.delete-messages-of-endpoint', 'outbox_messages m'],
    ['receiver.delete-old-notifications', 'received_notifications n'],
    ['receiver.delete-expired-activations', 'received_activations a'],
    ['people.delete-sessions', 'sessions s'],
  ])('%s accesses only the rows that it found, whatever the size of the table', async (name, table) => {
    const text = allStatements().find((one) => one.name === name)?.text;
    const client = new pg.Client(db.connection);
    await client.connect();
    await client.query(
      `set enable_seqscan = off; set enable_indexscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan; prepare deleting as ${text}`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>('explain execute deleting (null, null, null)');
    await client.end();
    const plan = rows.map((row) => row['QUERY PLAN'].replace(/ +\(cost=.*/, ''));
    expect(plan).toContain(`  ->  Tid Scan on ${table}`);
  });
});
