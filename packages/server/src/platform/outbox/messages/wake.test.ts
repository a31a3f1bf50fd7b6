import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, type TestOutbox, testOutbox, testReceiver } from '../../../testing/outbox.ts';
import { STATEMENT_LIMIT_MS, WITHIN } from '../../../testing/within.ts';
import { allStatements, type Database, openDatabase } from '../../storage/index.ts';
import { createEnqueue } from './enqueue.ts';

let outbox: TestOutbox;
let another: Database;
let listener: pg.Client;
let notices: number;
beforeEach(async () => {
  outbox = await testOutbox();
  const { connection } = outbox.db;
  another = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: STATEMENT_LIMIT_MS, onError: () => {} });
  listener = new pg.Client(connection);
  await listener.connect();
  await listener.query('listen cardwright_outbox');
  notices = 0;
  listener.on('notification', () => {
    notices++;
  });
});
afterEach(async () => {
  await listener.end();
  await outbox.close();
  await another.close();
});

/** In milliseconds. Longer than any test, so that a relay only acts when it is notified. */
const NEVER_MS = 1e9;

describe('a committed message', () => {
  it('is announced to other servers by at most two NOTIFY a second, because each locks all commits', async () => {
    await outbox.addEndpoint();
    const began = performance.now();
    await Promise.all(Array.from({ length: 100 }, (_, at) => outbox.write(`token-${at}`, [`m${at}`])));
    const seconds = (performance.now() - began) / 1_000;
    await vi.waitUntil(() => notices > 0, WITHIN);
    // after an answer on this connection, everything that was sent before has arrived
    await listener.query('select 1');
    expect(notices).toBeLessThanOrEqual(2 + 2 * seconds);
  });

  it('is sent by the server that wrote it, without a notification', async () => {
    const endpoint = await outbox.addEndpoint();
    const receiver = testReceiver();
    outbox.relay(receiver.deliver, { lookEveryMs: NEVER_MS });
    await outbox.write('token-1', ['a', 'b', 'c']);
    await vi.waitFor(() => expect(receiver.names()).toEqual(['a', 'b', 'c']), WITHIN);
    expect((await outbox.messages(endpoint)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('is sent by another server after a notification, even if it is the last of many', async () => {
    await outbox.addEndpoint();
    const receiver = testReceiver();
    outbox.relay(receiver.deliver, { database: another, lookEveryMs: NEVER_MS });
    for (const name of ['a', 'b', 'c']) await outbox.write('token-1', [name]);
    await vi.waitFor(() => expect(receiver.names()).toEqual(['a', 'b', 'c']), WITHIN);
  });

  it('that was rolled back or has no endpoint notifies no relay', async () => {
    let woken = 0;
    const removeListener = outbox.db.database.onWake('cardwright_outbox', () => {
      woken++;
    });
    await outbox.write('token-1', ['unwanted']);
    await outbox.addEndpoint();
    const message = { bankId: 'DEMO', stream: 's', notificationId: idOf('lost'), type: 'TE', payload: '{}' };
    const write = (commit: boolean) =>
      outbox.db.database.transaction(async (tx) => {
        await createEnqueue(outbox.vault)(tx, { ...message, at: outbox.clock.now() });
        return { commit, result: undefined };
      });
    await write(false);
    expect(woken).toBe(0);
    await write(true);
    expect(woken).toBe(1);
    removeListener();
    await outbox.write('token-1', ['after']);
    expect(woken).toBe(1);
  });
});

it('no statement sends NOTIFY within a transaction, except the separate one', () => {
  const notifying = allStatements().filter(({ text }) => /\bnotify\b|pg_notify/i.test(text));
  expect(notifying.map(({ name }) => name)).toEqual(['storage.notify']);
});
