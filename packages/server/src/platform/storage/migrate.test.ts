import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database/test-database.ts';
import { checkMigrated, migrate, readMigrations } from './index.ts';

/** The first and the last of the folded migrations, and all newer ones. */
const FIRST = '0001-banks-and-access.sql';
const LAST = '0060-uncounted-authorizations.sql';
const NEWER = [
  '0057-banks-of-messages.sql',
  '0058-card-number-lengths.sql',
  '0059-endpoint-holders.sql',
  '0061-received-activations.sql',
  '0062-reissued-cards.sql',
  '0063-early-reversals.sql',
  '0064-blocked-tokens-and-exceptions.sql',
  '0065-token-provisioning.sql',
  '0066-rules-on-provisioning.sql',
  '0067-change-requests.sql',
  '0068-pending-fields.sql',
  '0072-token-controls.sql',
  '0074-merchant-drafts.sql',
  '0075-tasks.sql',
  '0076-network-reports.sql',
  '0078-decision-batches.sql',
  '0079-rule-promises.sql',
  '0080-provisioning-facts.sql',
  '0081-exports.sql',
  '0082-authorization-views.sql',
  '0085-change-analysis.sql',
  '0087-onboarding-rules.sql',
  '0088-event-feeds.sql',
  '0090-promises-about-decisions.sql',
  '0096-early-reversals-of-advices.sql',
  '0098-edition-of-proposals.sql',
  '0099-declines-by-time.sql',
  '0100-returned-reviews.sql',
];

let db: TestDatabase;
let client: pg.Client;
async function connect(from: 'migrated' | 'empty'): Promise<void> {
  db = await testDatabase({ from });
  client = new pg.Client(db.connection);
  await client.connect();
}
afterEach(async () => {
  await client?.end();
  await db?.close();
});

const storedNames = async () =>
  (await db.sql<{ name: string }>('select name from schema_migrations order by name')).map(({ name }) => name);

describe('an empty database', () => {
  beforeEach(() => connect('empty'));

  it('gets all migrations in the order of their numbers, once', async () => {
    await expect(checkMigrated(client)).rejects.toThrow('not applied: everything');
    const applied = await migrate(client);
    expect(applied).toEqual([...applied].sort());
    expect(applied[0]).toBe('0001-vault.sql');
    expect(await storedNames()).toEqual(applied);
    expect(await migrate(client)).toEqual([]);
    await checkMigrated(client);
  });
});

describe('a database from before migrations were folded', () => {
  beforeEach(() => connect('migrated'));

  /** The folded migrations make the same tables as the former ones, so only the names differ. */
  async function rename(...names: readonly string[]): Promise<void> {
    await client.query('delete from schema_migrations');
    await client.query('insert into schema_migrations (name) select unnest($1::text[])', [names]);
  }

  it('with the last of them gets the newer ones only', async () => {
    await rename(FIRST, LAST);
    expect((await readMigrations(client)).pending).toEqual(NEWER);
  });

  it('with all of them needs no change, and keeps its names, so that earlier servers start on it', async () => {
    const before = await readMigrations(client);
    const names = [FIRST, LAST, ...NEWER].sort();
    await rename(...names);
    expect(await readMigrations(client)).toEqual(before);
    expect(await migrate(client)).toEqual([]);
    await checkMigrated(client);
    expect(await storedNames()).toEqual(names);
  });

  it('without the last of them is refused, with the revision to upgrade to first', async () => {
    const names = [FIRST, '0056-room-for-claims.sql'];
    await rename(...names);
    const refusal = /too old \(its newest migration is 0056-.*\): upgrade it to revision \w{8} first, which has 0060-/;
    await expect(migrate(client)).rejects.toThrow(refusal);
    await expect(checkMigrated(client)).rejects.toThrow(refusal);
    expect(await storedNames()).toEqual(names);
  });

  it('with a migration of a newer version is refused', async () => {
    await rename(FIRST, LAST, '9999-future.sql');
    const refusal = 'migrated by a newer Cardwright (9999-future.sql): start that version';
    await expect(migrate(client)).rejects.toThrow(refusal);
    await expect(checkMigrated(client)).rejects.toThrow(refusal);
  });
});
