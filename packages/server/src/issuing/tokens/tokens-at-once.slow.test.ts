import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { act, newToken, provision, readState, TOKEN_REASON } from '../../testing/cards/tokens.ts';
import { lockAccountOf } from '../../testing/database/lock-account.ts';
import { waitsForLocks } from '../../testing/database/waits-for-locks.ts';
import { type Answer, type TestServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

/** Sends four requests, one after the other. */
async function useToken(server: TestServer, card: IssuedCard): Promise<Answer[]> {
  const made = await provision(server, card.exid);
  const answers = [made];
  for (const action of ['suspend', 'resume', 'delete'] as const) {
    answers.push(await act(server, String(made.json.token_reference), action));
  }
  return answers;
}

function read(server: TestServer, card: IssuedCard): Promise<Answer> {
  return server.request({ method: 'GET', url: `/V2/accounts/${card.accountNumber}`, as: 'demo-bank' });
}

async function readUntil(done: Promise<unknown>, reading: () => Promise<Answer>): Promise<Answer[]> {
  let isDone = false;
  const answers: Answer[] = [];
  const end = done.finally(() => {
    isDone = true;
  });
  while (!isDone) answers.push(await reading());
  await end;
  return answers;
}

/** The number of requests that wait for a lock without a connection, in all workers. */
async function countWaiting({ workers }: TestServer): Promise<number> {
  const counts = workers.map(async ({ app, operatorApp }) => {
    const { body } = await (operatorApp ?? app).inject({ url: '/metrics' });
    return Number(/^cardwright_database_pool\{.*state="waiting_for_lock".*\} (\d+)$/m.exec(body)?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const outcomesOf = (answers: readonly Answer[]) =>
  new Set(answers.map(({ status, text }) => (status === 200 ? 'done' : text)));

/** Sends requests of many flows about one card. Another session locks the card's account until all of them wait. */
async function expectNoFailure(server: TestServer, flowCount: number): Promise<void> {
  const [card, other] = [await issueCard(server), await issueCard(server)];
  const holder = new pg.Client(server.db.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    await lockAccountOf(holder, card.accountNumber);
    const flows = Promise.all(Array.from({ length: flowCount }, () => useToken(server, card)));
    await vi.waitUntil(async () => (await countWaiting(server)) === flowCount - server.workers.length, WITHIN);
    expect(await waitsForLocks(server.db)).toHaveLength(server.workers.length);
    const reads = Array.from({ length: flowCount }, () => read(server, other));
    expect(outcomesOf(await Promise.all(reads))).toEqual(new Set(['done']));
    await holder.query('commit');
    const otherReads = readUntil(flows, () => read(server, other));
    const answers = (await flows).flat();
    expect(answers).toHaveLength(4 * flowCount);
    expect(outcomesOf(answers)).toEqual(new Set(['done']));
    expect(outcomesOf(await otherReads)).toEqual(new Set(['done']));
    expect(new Set(answers.map(({ json }) => json.token_reference)).size).toBe(flowCount);
  } finally {
    await holder.end();
  }
}

it.each([
  { workers: 1, flows: 60 },
  { workers: 2, flows: 24 },
])(
  '$flows at once on one card wait for each other and leave the connections of $workers servers to other requests',
  async ({ workers, flows }) => {
    const server = await testServer({}, { workers });
    try {
      await expectNoFailure(server, flows);
    } finally {
      await server.close();
    }
  },
);

it('a request whose caller disconnects while it waits is not carried out', async () => {
  const server = await testServer();
  const holder = new pg.Client(server.db.connection);
  await holder.connect();
  try {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    const url = await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await server.token('demo-bank')}`, 'content-type': 'application/json' };
    await holder.query('begin');
    await lockAccountOf(holder, card.accountNumber);
    const first = act(server, reference, 'suspend');
    await vi.waitUntil(async () => (await waitsForLocks(server.db)).length === 1, WITHIN);
    const leaving = new AbortController();
    const body = JSON.stringify(TOKEN_REASON);
    const request = { method: 'POST', headers, body, signal: leaving.signal };
    const left = expect(fetch(`${url}/V2/tokens/${reference}/resume`, request)).rejects.toThrow('aborted');
    await vi.waitUntil(async () => (await countWaiting(server)) === 1, WITHIN);
    leaving.abort();
    await left;
    await vi.waitUntil(async () => (await countWaiting(server)) === 0, WITHIN);
    await holder.query('commit');
    expect(outcomesOf([await first])).toEqual(new Set(['done']));
    expect(await readState(server, reference)).toBe('SUSPENDED');
  } finally {
    await holder.end();
    await server.close();
  }
});
