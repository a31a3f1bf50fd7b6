import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandDeps, rowsByContentKey, waitForRotation } from '../../testing/callers/keys.ts';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { act, activationCodeOf, newToken, queueNotifications } from '../../testing/cards/tokens.ts';
import { merchantBody, newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { beginRotation, destroyUnusedContentKeys, type KeyDeps } from './index.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let deps: KeyDeps;
beforeEach(async () => {
  server = await testServer();
  deps = await commandDeps(server);
  // repeats of the sandbox's merchant and token are recognized for 400 days
  for (const change of [
    `update onboarding_requests set received_at = (received_at at time zone 'UTC' - interval '400 days') at time zone 'UTC'`,
    `update tokens set created_at = (created_at at time zone 'UTC' - interval '400 days') at time zone 'UTC', changed_at = (changed_at at time zone 'UTC' - interval '400 days') at time zone 'UTC'`,
  ]) {
    await server.db.sql(change);
  }
});
afterEach(() => server?.close());

async function rotate(): Promise<void> {
  await beginRotation(deps, 'CONTENT');
  await waitForRotation(server.db, server.server);
}

/** Deletes what the periodic jobs delete after 90 days. Otherwise, an earlier search finds the key in use for another day. */
async function deleteRequests(): Promise<void> {
  for (const table of ['message_claims', 'idempotency_keys', 'received_notifications'])
    await server.db.sql(`delete from ${table}`);
}

/** Runs the jobs of a server some days later. */
async function daysLater(days: number): Promise<void> {
  server.clock.advance(days * DAY_MS);
  await server.server.periodicJobs.runDue();
  await server.server.keyRefresh.continueRotations();
}

function states(): Promise<unknown> {
  return server.db.sql(
    `select key_version as version, state, wrapped_key is null as "isDestroyed" from service_keys order by key_version`,
  );
}

/** Waits for the expected states, because the server itself may be searching. */
const become = (expected: unknown[]) => vi.waitFor(async () => expect(await states()).toMatchObject(expected), WITHIN);

describe('a content key that was replaced', () => {
  it('is destroyed on every server when no row needs it any more, and the audit log records it', async () => {
    await rotate();
    expect(Object.keys(await rowsByContentKey(server.db))).toContain('1');
    await deleteRequests();
    const versions = [
      { version: 1, state: 'RETIRING', isDestroyed: false },
      { version: 2, state: 'ACTIVE', isDestroyed: false },
    ];
    await daysLater(90);
    expect(await states()).toEqual(versions);
    expect(await destroyUnusedContentKeys(deps)).toEqual([]);
    await daysLater(2);
    await become([{ version: 1, state: 'RETIRED', isDestroyed: true }, versions[1]]);
    await deps.vault.ring.refresh();
    expect([...deps.vault.ring.now().contents.keys()]).toEqual([2]);
    expect(
      await server.db.sql(
        `select actor, subject, before, after from audit_log
          where bank_id = '-' and operation = 'keys.rotate' and outcome = 'DESTROYED'`,
      ),
    ).toEqual([{ actor: 'cardwright', subject: 'content-key:1', before: { 1: 'RETIRING' }, after: { 1: 'RETIRED' } }]);
    // a master key can still be rotated, and a server can start
    await beginRotation(deps, 'MASTER');
    await waitForRotation(server.db, server.server);
    await commandDeps(server);
  });

  it('stays while a request that it hashed can be repeated; without the key, such a request is refused', async () => {
    const request = requestOf([merchantBody(newId('M'))]);
    expect((await onboard(server, request)).status).toBe(202);
    await rotate();
    await deleteRequests();
    await daysLater(399);
    expect(await states()).toMatchObject([{ state: 'RETIRING' }, { state: 'ACTIVE' }]);
    await daysLater(3);
    await become([{ state: 'RETIRED' }, { state: 'ACTIVE' }]);
    server.clock.set('2026-11-20T08:00:00.000Z');
    const late = await onboard(server, request);
    expect([late.status, late.json.error_code]).toEqual([409, '407']);
  });

  it('stays while an activation with it can be repeated, however old the token is', async () => {
    await queueNotifications(server);
    const { exid } = await issueCard(server);
    const reference = await newToken(server, exid, { activation: 'CODE', activation_pref: 'SMS' });
    await server.db.sql(
      `update tokens set created_at = (created_at at time zone 'UTC' - interval '400 days') at time zone 'UTC' where token_id = (
         select token_id from token_directory where reference = $1)`,
      [reference],
    );
    const activation_code = await activationCodeOf(server, reference);
    expect((await act(server, reference, 'activate', { activation_code })).status).toBe(200);
    await rotate();
    await deleteRequests();
    await daysLater(399);
    expect(await states()).toMatchObject([{ state: 'RETIRING' }, { state: 'ACTIVE' }]);
    await daysLater(3);
    await become([{ state: 'RETIRED' }, { state: 'ACTIVE' }]);
  });

  it('is searched for once a day, even after a failed search, and not by a server that stops', async () => {
    await rotate();
    await deleteRequests();
    const failed = () => server.logs.filter((line) => line.includes('failed to refresh the keys')).length;
    const before = failed();
    await server.db.sql('alter table message_claims rename to message_claims_elsewhere');
    await server.server.periodicJobs.prepareFor(new Date(server.clock.now().getTime() + 93 * DAY_MS));
    server.clock.advance(92 * DAY_MS);
    let thrown = 0;
    for (let time = 0; time < 3; time++) await server.server.keyRefresh.continueRotations().catch(() => thrown++);
    // either the test or the server throws, once
    await vi.waitFor(() => expect(thrown + failed() - before).toBe(1), WITHIN);
    await server.db.sql('alter table message_claims_elsewhere rename to message_claims');
    expect(await destroyUnusedContentKeys(deps, AbortSignal.abort())).toEqual([]);
    server.clock.advance(DAY_MS);
    await server.server.keyRefresh.continueRotations();
    await become([{ state: 'RETIRED' }, { state: 'ACTIVE' }]);
  });

  it('stays during a rotation, because a server may still write under it', async () => {
    await rotate();
    server.clock.advance(92 * DAY_MS);
    await server.server.periodicJobs.runDue();
    await beginRotation(deps, 'CONTENT');
    expect(await destroyUnusedContentKeys(deps)).toEqual([]);
    await waitForRotation(server.db, server.server);
    await destroyUnusedContentKeys(deps);
    await become([{ state: 'RETIRED' }, { state: 'RETIRING' }, { state: 'ACTIVE' }]);
  });
});
