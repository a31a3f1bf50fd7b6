import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { Statement, Tx } from './index.ts';

// not registered: the database that all registered ones are planned in has no such table
const insert: Statement = { name: 'test.insert-row', text: 'insert into ended (bank_id, word) values ($1, $2)' };
const refused: Statement = { name: 'test.refuse', text: 'select 1 / $1::int' };

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.sql('create table ended (bank_id text, word text unique)');
  await db.sql('grant all on ended to cardwright_server');
});
afterAll(() => db?.close());

const words = async () => (await db.sql<{ word: string }>('select word from ended order by 1')).map(({ word }) => word);

it('a last statement is committed with the others, and is not sent where they are not', async () => {
  const work = (commit: boolean, word: string) => async (tx: Tx) => {
    await tx.query(insert, ['DEMO', `${word}, first`]);
    return { commit, result: word, last: { statement: insert, values: ['DEMO', `${word}, last`] } };
  };
  expect(await db.database.transaction(work(true, 'kept'))).toBe('kept');
  expect(await db.database.transaction(work(false, 'dropped'))).toBe('dropped');
  expect(await words()).toEqual(['kept, first', 'kept, last']);
});

it('where the last statement fails, nothing is kept, and its failure is told', async () => {
  const work = async (tx: Tx) => {
    await tx.query(insert, ['DEMO', 'with a bad end']);
    return { commit: true, result: undefined, last: { statement: refused, values: [0] } };
  };
  await expect(db.database.transaction(work)).rejects.toThrow('division by zero');
  expect(await words()).not.toContain('with a bad end');
});

it('what goes on after another statement has failed keeps nothing either', async () => {
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

it('one in which nothing is asked of the database is none', async () => {
  expect(await db.database.transaction(async () => ({ commit: true, result: 'nothing' }))).toBe('nothing');
});

function next(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
