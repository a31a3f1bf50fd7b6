import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { WITHIN } from '../../testing/within.ts';
import { ClientDisconnected } from '../kernel/concurrency/client-disconnected.ts';
import type { Statement, Tx } from './index.ts';

// not registered, because the database in which all registered statements are planned has no such table
const insert: Statement = { name: 'test.insert-row', text: 'insert into ended (bank_id, word) values ($1, $2)' };
const readWords: Statement = { name: 'test.read-words', text: 'select word from ended where bank_id = $1' };
const refused: Statement = { name: 'test.refuse', text: 'select 1 / $1::int' };

const db = fileResource(() => testDatabase());
beforeAll(async () => {
  await db.sql('create table ended (bank_id text, word text unique)');
  await db.sql('grant all on ended to cardwright_server');
});

const words = async () => (await db.sql<{ word: string }>('select word from ended order by 1')).map(({ word }) => word);

it('the last statement commits with the others, and is not sent if they do not commit', async () => {
  const work = (commit: boolean, word: string) => async (tx: Tx) => {
    await tx.query(insert, ['DEMO', `${word}, first`]);
    return { commit, result: word, last: { statement: insert, values: ['DEMO', `${word}, last`] } };
  };
  expect(await db.database.transaction(work(true, 'kept'))).toBe('kept');
  expect(await db.database.transaction(work(false, 'dropped'))).toBe('dropped');
  expect(await words()).toEqual(['kept, first', 'kept, last']);
});

it('if the last statement fails, everything rolls back, and its error is thrown', async () => {
  const work = async (tx: Tx) => {
    await tx.query(insert, ['DEMO', 'with a bad end']);
    return { commit: true, result: undefined, last: { statement: refused, values: [0] } };
  };
  await expect(db.database.transaction(work)).rejects.toThrow('division by zero');
  expect(await words()).not.toContain('with a bad end');
});

it('throws the error of the statement that failed, not of one that was sent after it', async () => {
  const failing = async (tx: Tx) => await tx.query(refused, [0]);
  const work = async (tx: Tx) => {
    await tx.query(readWords, ['DEMO']);
    // the failure of the second statement arrives first, because that of the first one passes through more functions
    const nested = async () => await Promise.all([failing(tx).then((rows) => rows)]);
    await Promise.all([nested(), tx.query(readWords, ['DEMO'])]);
    return { commit: true, result: undefined };
  };
  await expect(db.database.transaction(work)).rejects.toThrow('division by zero');
});

it('work that continues after a failed statement rolls back too', async () => {
  let goesOn: Promise<unknown> | undefined;
  const work = async (tx: Tx) => {
    const slow = tx.query(insert, ['DEMO', 'before the failure']);
    const failing = tx.query(refused, [0]);
    goesOn = failing
      .catch(() => {})
      .then(() => slow)
      .then(next)
      .then(() => tx.query(insert, ['DEMO', 'after it']));
    goesOn.catch(() => {});
    await failing;
    return { commit: true, result: undefined };
  };
  await expect(db.database.transaction(work)).rejects.toThrow('division by zero');
  await expect(goesOn).rejects.toThrow('test.insert-row: the transaction is over');
  expect(await words()).toEqual(['kept, first', 'kept, last']);
});

const lockWord: Statement = {
  name: 'test.lock-word',
  text: 'select word from ended where bank_id = $1 and word = $2 for update',
  locks: { kind: 'word', by: [1, 2] },
};

describe('transactions that lock the same row', () => {
  it('run again once they have the lock, and only commit the second run', async () => {
    const { transaction } = db.database;
    await transaction(async (tx) => ({ commit: true, result: await tx.query(insert, ['DEMO', 'wanted']) }));
    const first = gate();
    const isLocked = gate();
    const holder = transaction(async (tx) => {
      await tx.query(lockWord, ['DEMO', 'wanted']);
      isLocked.open();
      await first.opened;
      return { commit: true, result: undefined };
    });
    await isLocked.opened;
    let times = 0;
    const waiter = transaction(async (tx) => {
      times += 1;
      await tx.query(insert, ['DEMO', `time ${times}`]);
      // the work may catch errors
      await tx.query(lockWord, ['DEMO', 'wanted']).catch(() => {});
      return { commit: true, result: times };
    });
    await vi.waitUntil(() => db.database.pool().waitingForLocks === 1, WITHIN);
    await vi.waitUntil(() => db.database.pool().open - db.database.pool().idle === 1, WITHIN);
    first.open();
    await holder;
    expect(await waiter).toBe(2);
    expect(await words()).toContain('time 2');
    expect(await words()).not.toContain('time 1');
    expect(db.database.pool().waitingForLocks).toBe(0);
  });

  it('commit nothing of the first run if their last statement finds it locked', async () => {
    const { transaction } = db.database;
    const first = gate();
    const isLocked = gate();
    const holder = transaction(async (tx) => {
      await tx.query(lockWord, ['DEMO', 'wanted']);
      isLocked.open();
      await first.opened;
      return { commit: true, result: undefined };
    });
    await isLocked.opened;
    let times = 0;
    const waiter = transaction(async (tx) => {
      times += 1;
      await tx.query(insert, ['DEMO', `end ${times}`]);
      return { commit: true, result: times, last: { statement: lockWord, values: ['DEMO', 'wanted'] } };
    });
    await vi.waitUntil(() => db.database.pool().waitingForLocks === 1, WITHIN);
    first.open();
    await holder;
    expect(await waiter).toBe(2);
    expect(await words()).toContain('end 2');
    expect(await words()).not.toContain('end 1');
  });

  it('leave the queue if their client disconnects', async () => {
    const { transaction } = db.database;
    const first = gate();
    const caller = new AbortController();
    const lock = (until: Promise<unknown>) => async (tx: Tx) => {
      await tx.query(lockWord, ['DEMO', 'wanted']);
      await until;
      return { commit: true, result: undefined };
    };
    const holder = transaction(lock(first.opened));
    const leaving = transaction(lock(first.opened), caller.signal);
    await vi.waitUntil(() => db.database.pool().waitingForLocks === 1, WITHIN);
    caller.abort();
    await expect(leaving).rejects.toThrow(ClientDisconnected);
    first.open();
    await holder;
  });
});

it('a transaction may wait for a connection for longer than connecting may take', async () => {
  const { transaction, pool } = db.database;
  const barrier = gate();
  const began = performance.now();
  const holding = async (tx: Tx) => {
    await tx.query(readWords, ['DEMO']);
    await barrier.opened;
    return { commit: false, result: 'held' };
  };
  const all = Array.from({ length: pool().open + 50 }, () => transaction(holding));
  await vi.waitUntil(() => pool().waiting > 0 && performance.now() - began > 6_000, WITHIN);
  barrier.open();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['held']));
});

it('a transaction without statements is not started', async () => {
  expect(await db.database.transaction(async () => ({ commit: true, result: 'nothing' }))).toBe('nothing');
});

function next(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
