import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';

const on = fileResource(() => startExaminationServer());

/** Settings that the database of the tests turns off. */
const NOT_DURABLE = ['fsync', 'full_page_writes'];

describe('the database', () => {
  it('that cannot be reached fails, and so do the checks that depend on it, but not the others', async () => {
    const results = await on.examine({ DATABASE_URL: 'postgres://cardwright@127.0.0.1:1/cardwright' });
    expect(linesOf(results, 'database reachable')[0]).toMatch(
      /^fail {2}cannot connect to the database of DATABASE_URL/,
    );
    const notChecked = 'fail  not checked: the database check failed';
    for (const name of ['migrations', 'fsync', 'partitions', 'keys of the database', 'card life']) {
      expect([name, linesOf(results, name)]).toEqual([name, [notChecked]]);
    }
    expect(linesOf(results, 'key file')[0]).toMatch(/^pass/);
    expect(linesOf(results, 'disk space')).toHaveLength(1);
  });

  it('that is empty fails once, with the remedy, and objects of a first start are not reported as missing', async () => {
    const db = await testDatabase({ from: 'empty' });
    try {
      const results = await on.examine({ DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: on.folder });
      const failures = results.filter(({ name, status }) => status === 'fail' && !NOT_DURABLE.includes(name));
      expect(failures).toEqual([
        {
          name: 'migrations',
          status: 'fail',
          detail:
            'the database is empty: start the server once to create the tables and apply CARDWRIGHT_CONFIG_FILE, then run this check again',
        },
      ]);
      const names = results.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['database encoding', 'database connections', 'disk space']));
      for (const absent of ['server role', 'key file', 'banks', 'card life']) expect(names).not.toContain(absent);
      const production = { CARDWRIGHT_MODE: 'production', DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: on.folder };
      expect(linesOf(await on.examine(production), 'key file')).toEqual(['fail  CARDWRIGHT_KEY_FILE is not set']);
    } finally {
      await db.close();
    }
  });

  it('without a migration, or with one of a newer or a too old version, fails', async () => {
    const newest = "(select max(name) from schema_migrations where name < '9')";
    const removed = await on.broken(
      ['migrations', 'partitions'],
      `update schema_migrations set name = '9' || name where name = ${newest}`,
      "update schema_migrations set name = substr(name, 2) where name like '9%'",
    );
    expect(removed[0]![0]).toMatch(/^fail {2}migrated by a newer Cardwright \(9\d{4}-/);
    expect(removed[1]).toEqual(['fail  not checked: the database check failed']);
    const missing = await on.broken(
      ['migrations'],
      "delete from schema_migrations where name like '0002%'",
      "insert into schema_migrations (name) values ('0002-audit.sql')",
    );
    expect(missing).toEqual([['fail  not applied: 0002-audit.sql; start the server of this version']]);
    const outdated = await on.broken(
      ['migrations'],
      "insert into schema_migrations (name) values ('0056-room-for-claims.sql')",
      "delete from schema_migrations where name like '0056%'",
    );
    expect(outdated[0]![0]).toMatch(/^fail {2}migrated by a Cardwright that is too old .*0056-room.*: upgrade it/);
  });

  it('in another encoding than UTF8 fails', async () => {
    const db = await testDatabase({ from: 'empty' });
    const name = `${db.connection.database}_ascii`;
    await db.sql(`create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`);
    try {
      const results = await on.examine({ DATABASE_URL: db.url.replace(String(db.connection.database), name) });
      expect(linesOf(results, 'database encoding')[0]).toMatch(/^fail {2}SQL_ASCII: names require UTF8/);
    } finally {
      await db.sql(`drop database ${name} with (force)`);
      await db.close();
    }
  });

  it('with fewer connections than the settings need fails', async () => {
    const results = await on.examine({ CARDWRIGHT_DATABASE_CONNECTIONS: '500' });
    expect(linesOf(results, 'database connections')[0]).toMatch(
      /^fail {2}508 of \d+ for one server: raise max_connections, or lower CARDWRIGHT_DATABASE_CONNECTIONS$/,
    );
  });

  it('causes a failure without the partitions of this month, and a warning without those of later months', async () => {
    const month = (ahead: number) =>
      new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + ahead, 1));
    const partition = (ahead: number) => `account_changes_${month(ahead).toISOString().slice(0, 7).replace('-', '_')}`;
    const lost = async (ahead: number) => {
      const name = partition(ahead);
      return (
        await on.broken(['partitions'], `alter table ${name} rename to lost`, `alter table lost rename to ${name}`)
      )[0]![0];
    };
    expect(await lost(2)).toMatch(new RegExp(`^warn {2}missing: ${partition(2)};`));
    expect(await lost(1)).toMatch(/^fail/);
    expect(await lost(0)).toMatch(new RegExp(`^fail {2}missing: ${partition(0)};`));
  });

  it('in which servers could change the audit log fails', async () => {
    const [lines] = await on.broken(
      ['audit log append-only'],
      'grant update, delete on audit_log to cardwright_server',
      'revoke update, delete on audit_log from cardwright_server',
    );
    expect(lines).toEqual([
      'fail  cardwright_server has UPDATE on audit_log, DELETE on audit_log: restart the server: it revokes them',
    ]);
  });

  it('causes a warning if its clock differs, and a failure if it differs much', async () => {
    const at = async (ms: number) => {
      const results = await on.examine({}, { systemNow: () => new Date(Date.now() + ms) });
      return linesOf(results, 'clock')[0];
    };
    expect(await at(5_000)).toMatch(/^warn {2}5\.\d s from the database's clock/);
    expect(await at(-61_000)).toMatch(/^fail {2}6[01]\.\d s from the database's clock .*: keep both in step with NTP$/);
  });
});
