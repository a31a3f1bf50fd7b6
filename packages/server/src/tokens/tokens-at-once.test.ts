import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type IssuedCard, issueCard } from '../testing/issued-cards.ts';
import { lockAccountOf } from '../testing/lock-account.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { provision } from '../testing/tokens.ts';
import { waitsForLocks } from '../testing/waits-for-locks.ts';
import { WITHIN } from '../testing/within.ts';

const FLOWS = 60;

let server: TestServer;
let card: IssuedCard;
beforeAll(async () => {
  server = await testServer();
  card = await issueCard(server);
});
afterAll(() => server?.close());

it('sixty at once on one card wait for each other, also those that wait for a connection, and all of them are done', async () => {
  const holder = new pg.Client(server.db.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    await lockAccountOf(holder, card.accountNumber);
    const flows = Promise.all(Array.from({ length: FLOWS }, () => provision(server, card.exid)));
    const longest = async () => Math.max(0, ...(await waitsForLocks(server.db)));
    // longer than connecting to a database may take
    await vi.waitUntil(async () => (await longest()) > 6, WITHIN);
    await holder.query('commit');
    const answers = await flows;
    expect(answers.map(({ status, text }) => (status === 200 ? 'done' : text))).toEqual(Array(FLOWS).fill('done'));
    expect(new Set(answers.map(({ json }) => json.token_reference)).size).toBe(FLOWS);
  } finally {
    await holder.end();
  }
});
