import { expect, it } from 'vitest';
import { areaOf, isForTests, SERVER, shortName, sourcesUnder, wordsOf } from './source-tree.ts';

/**
 * Files with SQL other than `*-store.ts`, each with its reason. `platform/storage` is missing, because it implements
 * the access to the database.
 */
const OUTSIDE_STORES: Readonly<Record<string, string>> = {
  'host/assembly/observability/readiness.ts': 'pings the database, and reads no table',
  'host/configuration/configuration-audit.ts': 'compares the configured rows before and after, for the audit log',
  'host/doctor/doctor.ts': 'names the database on a connection of its own, before it knows whether it is migrated',
  'host/keys/content-columns.ts': 'lists the columns of a key with a statement for each column',
  'host/keys/sealed-columns.ts': 'generates the statements of each sealed column from its description',
  'host/sandbox/demo-data/demo-merchants.ts': 'one query for the demo data',
  'host/sandbox/demo-data/issue-demo-cards.ts': 'one query for the demo data',
  'host/sandbox/fixtures/fixture-cards.ts': 'one query for the fixtures',
  'host/sandbox/fixtures/fixture-merchant.ts': 'one query for the fixtures',
  'host/sandbox/movable-clock.ts': 'the clock is its single row',
  'host/sandbox/sandbox-endpoint.ts': 'one query for the fixtures',
  'issuing/authorization/batch/approval-codes.ts': 'the upsert that leases a block is the whole of the lease',
  'issuing/authorization/batch/shared-counters.ts':
    'sets the lock timeout of its transaction; the counters are in a store',
  'issuing/authorization/history/limit-lists.ts': 'one query for the replay',
  'issuing/authorization/index/index-name.ts': 'one query for the names of index rows',
  'issuing/authorization/partner/partner-question.ts': 'one query for the names in a question',
  'platform/audit/write-audit.ts': 'hands the statement itself to callers that send it with others',
  'platform/outbox/messages/listen.ts': 'listens on a connection of its own',
};

/** Matches a string that is a statement. sql.test.ts checks statements that begin or end a transaction. */
const SQL =
  /^\s*(select\b.*(\bfrom\b|\w\()|insert into \w|update \w+.*\bset\b|delete from \w|with \w+( \([^)]*\))? as \(|lock table |listen )/is;
const REGISTERS = /import \{[^}]*\bstatement\b[^}]*\} from '[^']*\/storage\/index\.ts'/;

it('is in stores, or in a file on the list of exceptions', () => {
  const violations = sourcesUnder(SERVER)
    .filter(({ path }) => !isForTests(path) && !path.endsWith('-store.ts'))
    .filter(({ path }) => areaOf(path) !== 'storage')
    .filter((source) => REGISTERS.test(source.text) || wordsOf(source).some(({ text }) => SQL.test(text)))
    .map(({ path }) => shortName(path));
  expect(violations.sort(), 'Move the SQL to a file *-store.ts; OUTSIDE_STORES says why not').toEqual(
    Object.keys(OUTSIDE_STORES).sort(),
  );
});
