import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofOnePostgres } from '../../testing/database/of-one-postgres.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { ensurePartitions } from './partitions.ts';

ofOnePostgres('Citus cannot attach an existing table as a partition', () => {
  let owner: pg.Client;
  const db = fileResource(() => testDatabase());
  beforeAll(async () => {
    owner = await db.database.connect({ asOwner: true });
  });
  afterAll(async () => {
    await owner?.end();
  });

  it('partitions are created while transactions use their tables, without waiting for them', async () => {
    const user = new pg.Client(db.connection);
    await user.connect();
    await user.query('begin');
    await user.query('select count(*) from authorizations, audit_seals, outbox_attempts, account_changes');
    await user.query(
      `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id) values ('DEMO', now(), 'a', 'o', 's', 'x', '')`,
    );
    await owner.query(`set lock_timeout = '2s'`);
    await ensurePartitions(owner, new Date('2031-01-15T08:00:00Z'));
    await user.query('commit');
    await user.end();
    await db.sql(
      `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id)
       values ('DEMO', '2031-01-31T23:59:59Z', 'a', 'o', 's', 'x', ''), ('DEMO', '2031-03-01T00:00:00Z', 'a', 'o', 's', 'x', '')`,
    );
    const found = await db.sql(
      `select tableoid::regclass::text as table from audit_log where at > '2031-01-01' order by at`,
    );
    expect(found).toEqual([{ table: 'audit_log_2031_01' }, { table: 'audit_log_2031_03' }]);
  });

  it('a partition has the same columns, keys, checks, references and indexes as one that was created as a part of its table', async () => {
    await ensurePartitions(owner, new Date('2031-01-15T08:00:00Z'));
    const tables = await db.sql<{ name: string }>(
      `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual([
      'account_changes',
      'account_transactions',
      'audit_chain',
      'audit_log',
      'audit_seals',
      'authorization_events',
      'authorizations',
      'listed_authorizations',
      'outbox_attempts',
    ]);
    for (const { name } of tables) {
      await owner.query(`create table as_a_part partition of ${name} for values from ('2041-01-01') to ('2041-02-01')`);
      const [made, asAPart] = [await shapeOf(`${name}_2031_01`), await shapeOf('as_a_part')];
      expect({ name, made }).toEqual({ name, made: asAPart });
      await owner.query('drop table as_a_part');
    }
  });

  /** The definition of a partition without names, including its indexes that belong to an index of the table. */
  async function shapeOf(partition: string) {
    return await db.sql(
      `select a.attname::text as what, format_type(a.atttypid, a.atttypmod) || a.attnotnull::text || a.attidentity::text || a.attstorage::text
                || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as how
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = $1::regclass and a.attnum > 0
       union all select contype::text, pg_get_constraintdef(oid) || (conparentid <> 0)::text from pg_constraint
        where conrelid = $1::regclass and contype <> 'n'
       union all select 'index', substring(pg_get_indexdef(i.indexrelid) from ' USING .*') || i.indisunique::text || i.indisvalid::text
         from pg_index i join pg_inherits on inhrelid = i.indexrelid where i.indrelid = $1::regclass
       order by 1, 2`,
      [partition],
    );
  }
});
