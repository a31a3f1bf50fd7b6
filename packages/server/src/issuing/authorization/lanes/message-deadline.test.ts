import { connect } from 'node:net';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorize, balances, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { lockAccountOf } from '../../../testing/database/lock-account.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

const DEADLINE_MS = 3_000;
/** This time and that of the commit are each shorter than the deadline, and longer together. */
const HEAD_BEFORE_BODY_MS = 2_000;
const COMMIT_S = 2;

describe('a message whose deadline passes', () => {
  const server = fileServer({ CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: String(DEADLINE_MS) });
  let port: number;
  beforeAll(async () => {
    await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = server.server.app.server.address() as { port: number });
  });

  it('while its account is locked gets 91, is not stored, and is decided when it is repeated', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const other = new pg.Client(server.db.connection);
    await other.connect();
    await other.query('begin');
    await lockAccountOf(other, card.accountNumber);
    const message = ecommerceMessage(card);
    const answer = await authorize(server, message);
    expect(answer.status).toBe(503);
    expect(answer.json.Action_Code).toBe('91');
    expect(answer.headers.outcome).toBeUndefined();
    await other.query('rollback');
    await other.end();
    expect(await balances(server, card.accountNumber)).toBe('100.00 0.00 100.00');
    const again = await authorize(server, message);
    expect(again.json.Action_Code).toBe('00');
    expect(again.headers['idempotent-replayed']).toBeUndefined();
  });

  it('while it is being stored gets 91 with an unknown outcome; its deadline counts from its first byte', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await server.db.sql(`
      create function wait_in_commit() returns trigger language plpgsql as
        'begin perform pg_sleep(${COMMIT_S}); return null; end'`);
    await server.db.sql(`
      create constraint trigger slow after insert on authorizations deferrable initially deferred
         for each row execute function wait_in_commit()`);
    const message = ecommerceMessage(card);
    const answer = await sendSlowly(port, await server.token('demo-network'), JSON.stringify(message));
    expect(answer).toMatch(/^HTTP\/1\.1 504 /m);
    expect(answer).toMatch(/^outcome: unknown\r$/m);
    expect(answer).toContain('"Action_Code":"91"');
    await expect.poll(() => balances(server, card.accountNumber), WITHIN).toBe('75.00 25.00 100.00');
    await server.db.sql('drop function wait_in_commit cascade');
    const again = await authorize(server, message);
    expect(again.json.Action_Code).toBe('00');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers.outcome).toBeUndefined();
  });
});

/** Sends half of the head and the rest after a pause, on a connection that has served another request. */
function sendSlowly(port: number, token: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    socket.once('data', () => {
      socket.write('POST /V2/authorizations/Ecommerce HTTP/1.1\r\nHost: x\r\nConnection: close\r\n');
      setTimeout(() => {
        const type = 'Content-Type: application/json\r\n';
        socket.write(
          `${type}Authorization: Bearer ${token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }, HEAD_BEFORE_BODY_MS);
    });
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
}
