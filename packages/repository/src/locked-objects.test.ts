import { expect, it } from 'vitest';
import '../../server/src/entry-points.ts';
import '../../server/src/host/assembly/server.ts';
import { allStatements, type Statement } from '../../server/src/platform/storage/index.ts';

const ADVICE = `A statement that may wait for a lock declares the object that it locks (\`locks\`, platform/storage/statement.ts), so
that a caller holds no connection while it waits for the object. List an exception here, with its reason.`;

/** Statements that may wait for a lock while they hold a connection, each with its reason. */
const WITH_A_CONNECTION: Record<string, string> = {
  'access.lock-signing-keys': 'a server takes it at its start, and an operator who changes keys',
  'configuration.lock': 'a server takes it at its start',
  'audit.share-months': 'a verification of the log has a connection of its own',
  'authorization.wait-for-listing-lock':
    'an operator who counts statistics again takes it, and nobody else waits for it',
  'keys.lock-rotation': 'an operator who changes keys takes it',
  'merchants.lock-merchants': 'the transaction has locked the acquirer before',
  'outbox.lock-stream-of-bank': 'the transaction has locked the account of the token before',
  'receiver.select-keys-marked-before': 'an operator who changes keys takes it',
  'vault.lock-keys': 'an operator who changes keys takes it',
  'vault.share-keys': 'it waits for an operator who changes keys, for the time of a few statements',
};

const WAITING_CLAUSE = /\bfor (no key )?update\b(?!( of \w+)? skip locked)|\bpg_advisory(_xact)?_lock(_shared)?\(/;
const statements = allStatements().filter(({ text }) => WAITING_CLAUSE.test(text.replace(/\s+/g, ' ')));

it('a statement that may wait for a lock names the locked object', () => {
  const silent = statements.filter(({ name, locks }) => locks === undefined && WITH_A_CONNECTION[name] === undefined);
  expect(
    silent.map(({ name }) => name),
    ADVICE,
  ).toEqual([]);
  const known = new Set(statements.filter(({ locks }) => locks === undefined).map(({ name }) => name));
  expect(Object.keys(WITH_A_CONNECTION).filter((name) => !known.has(name))).toEqual([]);
});

it('a locked object is named by parameters of its statement, the tenant first', () => {
  const tenantOf = ({ text, locks }: Statement) => {
    const place = `\\$${locks?.by[0]}(?!\\d)`;
    const isCompared = new RegExp(`(bank_id|acquirer_id) = ${place}`).test(text);
    const [, columns = '', values = ''] = /insert into \w+ \(([^)]*)\)\s*values \(([^)]*)\)/.exec(text) ?? [];
    const column = columns.split(',')[values.split(',').findIndex((value) => new RegExp(`^\\s*${place}`).test(value))];
    return isCompared || column?.trim() === 'bank_id';
  };
  const locking = allStatements().filter(({ locks }) => locks !== undefined);
  const byAdvisoryLock = [
    ...['accounts.lock-exceptions', 'backtests.lock-runs', 'exports.lock-exports'],
    ...['outbox.lock-owner', 'outbox.share-owner'],
  ];
  const wrong = locking.filter((one) => !tenantOf(one)).map(({ name }) => name);
  expect(wrong.sort()).toEqual(byAdvisoryLock);
});
