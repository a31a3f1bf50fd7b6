import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/http/request-log.ts';
import { NO_THROTTLE } from '../../platform/kernel/concurrency/background-throttle.ts';
import { anotherServer } from '../../testing/another-server.ts';
import { commandDeps, holdTable, rowsByDataKey, startTraffic, waitForRotation } from '../../testing/callers/keys.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { registerWebhook, webhooks } from '../../testing/webhooks.ts';
import { WITHIN } from '../../testing/within.ts';
import { beginRotation, drainRotation, readKeyStatus, readRotations, startKeyRefresh, stopRotations } from './index.ts';

const MESSAGES = 450;
const ATTEMPTS = 210;
const RECEIVED = 130;
const NO_SIGNAL = new AbortController().signal;

describe('rotation of the data key', () => {
  let cards: IssuedCard[];
  let endpoint: { id: string; secret: string };

  const server = fileServer();
  const second = fileResource(() => anotherServer(server));
  const deps = fileResource(() => commandDeps(server));
  beforeAll(async () => {
    cards = [];
    for (let at = 0; at < 5; at++) cards.push(await issueCard(server, { available: '1000000.00' }));
    endpoint = await registerWebhook(server);
    const oauth = { token_url: 'http://127.0.0.1:9/token', client_id: 'us', client_secret: 'their-secret' };
    expect((await webhooks(server, `/${endpoint.id}`, { method: 'PATCH', body: { oauth } })).status).toBe(200);
    await fill();
  });

  /** Creates rows of every sealed kind. Some kinds fill more than one batch. */
  async function fill(): Promise<void> {
    const { vault } = deps;
    const sealedAll = (contexts: string[]) =>
      contexts.map((context) => vault.seal(context, `text of ${context}`).sealed);
    const ids = Array.from({ length: MESSAGES }, () => randomUUID());
    await server.db.sql(
      `insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
         key_version, state, created_at, pending_since)
       select 'DEMO', 'filled', 'S', n, id, 'TC', sealed, $3, 'DELIVERED', now(), now()
         from unnest($1::text[], $2::bytea[]) with ordinality as m (id, sealed, n)`,
      [ids, sealedAll(ids.map((id) => `notification:DEMO:${id}`)), vault.ring.now().sealing],
    );
    await server.db.sql(
      `insert into outbox_attempts (bank_id, endpoint_id, notification_id, type, attempt, outcome, reason, duration_ms,
         sealed_answer, key_version, at)
       select 'DEMO', 'filled', 'N', 'TC', 1, 'DELIVERED', '', 1, sealed, $2, '2026-11-20T08:00:00.123456Z'
         from unnest($1::bytea[]) as sealed`,
      [sealedAll(Array.from({ length: ATTEMPTS }, () => 'attempt:DEMO:filled')), vault.ring.now().sealing],
    );
    const received = ids.slice(0, RECEIVED);
    await server.db.sql(
      `insert into received_notifications (bank_id, notification_id, type, content_hash, content_version, sealed_payload,
         key_version, answer, authenticated_by, received_at)
       select 'DEMO', id, 'TC', '', 1, sealed, $3, '{}', 'BEARER', now() from unnest($1::text[], $2::bytea[]) as r (id, sealed)`,
      [received, sealedAll(received.map((id) => `received:DEMO:${id}`)), vault.ring.now().sealing],
    );
    await server.db.sql(
      `insert into receiver_keys (bank_id, key_mark, source, sealed_key, key_version, content_version)
       values ('DEMO', $1, 'SANDBOX', $2, $3, 1)`,
      [
        Buffer.from('c0ffee', 'hex'),
        vault.seal('receiver-key:DEMO:c0ffee', 'text of receiver-key').sealed,
        vault.ring.now().sealing,
      ],
    );
  }

  /** Checks that a newly opened vault opens every sealed text of the test. */
  async function everythingOpens(): Promise<void> {
    const { vault } = await commandDeps(server);
    const all = async (text: string) =>
      server.db
        .sql<{ context: string; sealed: Buffer; version: number }>(text)
        .then((rows) =>
          rows.map(
            ({ context, sealed, version }) =>
              vault.open(context, { sealed, keyVersion: version }) === `text of ${context}`,
          ),
        );
    const messages = await all(
      `select 'notification:DEMO:' || notification_id as context, sealed_payload as sealed, key_version as version
         from outbox_messages where endpoint_id = 'filled'`,
    );
    const attempts = await all(
      `select 'attempt:DEMO:filled' as context, sealed_answer as sealed, key_version as version
         from outbox_attempts where endpoint_id = 'filled'`,
    );
    const received = await all(
      `select 'received:DEMO:' || notification_id as context, sealed_payload as sealed, key_version as version
         from received_notifications where answer = '{}'`,
    );
    expect([messages.length, attempts.length, received.length]).toEqual([MESSAGES, ATTEMPTS, RECEIVED]);
    expect([...messages, ...attempts, ...received].every(Boolean)).toBe(true);
    const [secret] = await server.db.sql<{ sealed_oauth_secret: Buffer; oauth_key_version: number }>(
      'select sealed_oauth_secret, oauth_key_version from webhook_endpoints where endpoint_id = $1',
      [endpoint.id],
    );
    const sealed = { sealed: secret!.sealed_oauth_secret, keyVersion: secret!.oauth_key_version };
    expect(vault.open(`webhook-oauth:DEMO:${endpoint.id}`, sealed)).toContain('their-secret');
  }

  async function cardsAreFound(): Promise<void> {
    for (const card of cards) {
      expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
      const first5 = `${card.cardNumber.slice(0, 5)}XXXXXX${card.cardNumber.slice(-5)}`;
      const settings = await server.envelope('card-settings.get-settings', { accountNumber: first5 });
      expect(settings.exception.error_code).toMatch(/^(000|310)$/);
    }
  }

  it('during traffic on two servers causes no failure, leaves no row under the old key, and is in the audit log step by step', async () => {
    const before = await rowsByDataKey(server.db);
    expect(Object.keys(before)).toEqual(['1']);
    const traffic = await startTraffic(server, cards, second);
    await vi.waitFor(() => expect(traffic.done.provisioned).toBeGreaterThan(2), WITHIN);
    expect(await beginRotation(deps, 'DATA')).toBe(2);
    await waitForRotation(server.db, server.server, second);
    const at = { ...traffic.done };
    await vi.waitFor(() => expect(traffic.done.provisioned).toBeGreaterThan(at.provisioned), WITHIN);
    await traffic.stop();

    expect(traffic.wrong).toEqual([]);
    expect(traffic.done.authorized).toBeGreaterThan(10);
    const after = await rowsByDataKey(server.db);
    expect(Object.keys(after)).toEqual(['2']);
    expect(after['2']).toBeGreaterThan(before['1']! + traffic.done.created);
    await everythingOpens();
    await cardsAreFound();
    expect(await server.db.sql('select key_version, state from data_keys order by 1')).toEqual([
      { key_version: 1, state: 'RETIRED' },
      { key_version: 2, state: 'ACTIVE' },
    ]);
    const rows = await server.db.sql(
      `select actor, subject, outcome, before, after from audit_log
        where bank_id = '-' and operation = 'keys.rotate' order by audit_id`,
    );
    const about = { actor: 'cardwright', subject: 'data-key:2' };
    expect(rows).toEqual([
      { ...about, actor: 'operator:test', outcome: 'BEGUN', before: null, after: { 2: 'NEW' } },
      {
        ...{ ...about, outcome: 'IN_FORCE' },
        ...{ before: { 1: 'ACTIVE', 2: 'NEW' }, after: { 1: 'RETIRING', 2: 'ACTIVE' } },
      },
      { ...about, outcome: 'DONE', before: { 1: 'RETIRING' }, after: { 1: 'RETIRED' } },
    ]);
  });

  it('can be stopped in the middle, and continues from there', async () => {
    const next = await beginRotation(deps, 'DATA');
    await expect(beginRotation(deps, 'DATA')).rejects.toThrow(`a rotation to data key ${next} is not finished yet`);
    // simulates another server that works on this table
    const busy = await holdTable(server.db, 'outbox_messages');
    await vi.waitFor(async () => {
      await Promise.all([server.server.keyRefresh.refresh(), second.keyRefresh.refresh()]);
      await drainRotation(deps, { pauseMs: 0, throttle: NO_THROTTLE, signal: NO_SIGNAL });
      expect((await server.db.sql('select 1 from outbox_attempts where key_version <> $1', [next])).length).toBe(0);
    }, WITHIN);
    expect(await stopRotations(deps, true)).toEqual([`data-key:${next}`]);
    await busy.release();
    const stopped = await rowsByDataKey(server.db);
    expect(stopped[next - 1]).toBeGreaterThanOrEqual(MESSAGES);
    expect(stopped[next]).toBeGreaterThanOrEqual(ATTEMPTS + RECEIVED);
    for (let turn = 0; turn < 3; turn++) {
      await server.server.keyRefresh.continueRotations();
      await drainRotation(deps, { pauseMs: 0, throttle: NO_THROTTLE, signal: NO_SIGNAL });
    }
    expect(await rowsByDataKey(server.db)).toEqual(stopped);
    await expect(beginRotation(deps, 'DATA')).rejects.toThrow('it is stopped: run "cardwright keys rotate --resume"');
    await everythingOpens();
    expect(await stopRotations(deps, false)).toEqual([`data-key:${next}`]);
    await waitForRotation(server.db, server.server, second);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
    await everythingOpens();
    const rows = await server.db.sql<{ outcome: string }>(
      `select outcome from audit_log where bank_id = '-' and subject = $1 order by audit_id`,
      [`data-key:${next}`],
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['BEGUN', 'IN_FORCE', 'STOPPED', 'RESUMED', 'DONE']);
  });

  it('is not damaged by a failed batch: the next one starts at the same place', async () => {
    const next = await beginRotation(deps, 'DATA');
    await server.db.sql(`alter table outbox_messages add constraint broken check (key_version <> ${next}) not valid`);
    await vi.waitFor(async () => {
      await Promise.all([server.server.keyRefresh.refresh(), second.keyRefresh.refresh()]);
      await expect(drainRotation(deps, { pauseMs: 0, throttle: NO_THROTTLE, signal: NO_SIGNAL })).rejects.toThrow(
        'broken',
      );
    }, WITHIN);
    expect(
      await server.db.sql(
        `select rows_done, reached from key_rotation_tables where key_version = $1 and table_name = 'outbox_messages'`,
        [next],
      ),
    ).toEqual([{ rows_done: '0', reached: null }]);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next - 1), String(next)]);
    await server.db.sql('alter table outbox_messages drop constraint broken');
    await waitForRotation(server.db, server.server, second);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
    await everythingOpens();
  });

  it('skips a locked row, and returns to it', async () => {
    const client = await server.db.database.connect({});
    await client.query('begin');
    const { rows } = await client.query(
      `select message_id from outbox_messages where bank_id = 'DEMO' and endpoint_id = 'filled' order by message_id limit 3 for update`,
    );
    expect(rows).toHaveLength(3);
    const next = await beginRotation(deps, 'DATA');
    await vi.waitFor(async () => {
      await Promise.all([server.server.keyRefresh.refresh(), second.keyRefresh.refresh()]);
      await drainRotation(deps, { pauseMs: 0, throttle: NO_THROTTLE, signal: NO_SIGNAL });
      expect((await rowsByDataKey(server.db))[next - 1]).toBe(3);
    }, WITHIN);
    expect((await readRotations(server.db.database)).at(-1)).toMatchObject({ key_version: next, state: 'RUNNING' });
    await client.query('rollback');
    await client.end();
    await waitForRotation(server.db, server.server, second);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
    await everythingOpens();
  });

  it('waits for a server that still seals under the old key, and reseals its rows', async () => {
    const next = await beginRotation(deps, 'DATA');
    // a server that has not reported the new key, for example because it was suspended
    const report = (version: number) =>
      server.db.sql(
        `insert into key_holders (holder_id, name, master_versions, lookup_versions, data_versions, sealing_version, seen_at)
         values ('slow', 'slow 1', '{1}', '{1}', array[$2 - 1, $2]::int[], $1, clock_timestamp())
         on conflict (holder_id) do update set sealing_version = $1, seen_at = clock_timestamp()`,
        [version, next],
      );
    await report(next - 1);
    await vi.waitFor(async () => {
      await report(next - 1);
      await Promise.all([server.server.keyRefresh.refresh(), second.keyRefresh.refresh()]);
      await server.server.keyRefresh.continueRotations();
      expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
    }, WITHIN);
    expect((await readKeyStatus(server.db.database)).rotations.at(-1)).toMatchObject({
      state: 'RUNNING',
      waitsFor: ['slow 1'],
    });
    // the server writes one more row under the old key
    const old = deps.vault.ring.dataKey(next - 1).seal(Buffer.from('late'), 'text:notification:DEMO:late');
    await server.db.sql(
      `insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
         key_version, state, created_at, pending_since)
       values ('DEMO', 'late', 'S', 1, 'late', 'TC', $1, $2, 'DELIVERED', now(), now())`,
      [old, next - 1],
    );
    await report(next);
    await waitForRotation(server.db, server.server, second);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
    const [row] = await server.db.sql<{ sealed_payload: Buffer }>(
      `select sealed_payload from outbox_messages where endpoint_id = 'late'`,
    );
    expect(deps.vault.ring.dataKey(next).open(row!.sealed_payload, 'text:notification:DEMO:late').toString()).toBe(
      'late',
    );
    await server.db.sql(`delete from key_holders where holder_id = 'slow'`);
  });

  it('is reopened by a server that was suspended meanwhile, so that its late rows are resealed too', async () => {
    const sleeper = await commandDeps(server);
    const next = await beginRotation(deps, 'DATA');
    await waitForRotation(server.db, server.server, second);
    const { keyVersion, sealed } = sleeper.vault.seal('notification:DEMO:asleep', 'asleep');
    expect(keyVersion).toBe(next - 1);
    await server.db.sql(
      `insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
         key_version, state, created_at, pending_since)
       values ('DEMO', 'asleep', 'S', 1, 'asleep', 'TC', $1, $2, 'DELIVERED', now(), now())`,
      [sealed, keyVersion],
    );
    // the server's next key refresh
    const refreshing = await startKeyRefresh({
      ...sleeper,
      clock: server.clock,
      logger: createLogger('silent'),
      throttle: NO_THROTTLE,
    });
    await waitForRotation(server.db, server.server, second);
    await refreshing.stop();
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
  });

  it('has a status that counts rows by key and table, without any key', async () => {
    const active = await beginRotation(deps, 'DATA');
    await waitForRotation(server.db, server.server, second);
    const status = await readKeyStatus(server.db.database);
    const data = status.keys.filter(({ kind }) => kind === 'DATA');
    expect(data.map(({ version, state }) => [version, state])).toEqual([
      ...Array.from({ length: active - 1 }, (_, at) => [at + 1, 'RETIRED']),
      [active, 'ACTIVE'],
    ]);
    expect(data.at(-1)!.rows.find(({ table }) => table === 'outbox_attempts')!.rows).toBeGreaterThanOrEqual(
      BigInt(ATTEMPTS),
    );
    expect(status.servers).toHaveLength(2);
    const statusText = JSON.stringify(status, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    expect(statusText).not.toMatch(/wrapped|"bytes"|"mark"/);
  });
});
