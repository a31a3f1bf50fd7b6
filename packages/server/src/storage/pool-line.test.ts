import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './index.ts';

const LONGEST_MS = 3_000;
const NOTHING = async () => ({ commit: false, result: undefined });

let db: TestDatabase;
let database: Database;
beforeEach(async () => {
  db = await testDatabase();
  const { connection } = db;
  database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: LONGEST_MS, onError: () => {} });
});
afterEach(async () => {
  await database?.close();
  await db?.close();
});

/** Takes the only connection until told to give it back. */
async function takeConnection(): Promise<() => void> {
  let giveBack = () => {};
  await new Promise<void>((resolve) => {
    void database.transaction(() => {
      resolve();
      return new Promise<Awaited<ReturnType<typeof NOTHING>>>((done) => {
        giveBack = () => done({ commit: false, result: undefined });
      });
    });
  });
  return giveBack;
}

describe('whoever waits for a connection of the pool', () => {
  it('gets it when its turn comes, in a burst', async () => {
    const giveBack = await takeConnection();
    const waiting = Array.from({ length: 20 }, () => database.transaction(NOTHING));
    giveBack();
    expect(await Promise.all(waiting)).toHaveLength(20);
  });

  it('is refused soon where the line has not ended for long, sooner than those who came first', async () => {
    const giveBack = await takeConnection();
    const refused: number[] = [];
    const began = performance.now();
    const note = (at: number) => () => void refused.push(at);
    const waiting: Promise<unknown>[] = [];
    while (refused.length === 0) {
      waiting.push(database.transaction(NOTHING).catch(note(performance.now() - began)));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    giveBack();
    await Promise.all(waiting);
    // the first one to be refused is one that came late
    expect(refused[0]).toBeGreaterThan(LONGEST_MS / 2);
    await database.transaction(NOTHING);
  });
});
