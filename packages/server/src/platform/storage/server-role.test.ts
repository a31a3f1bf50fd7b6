import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { ensurePartitions } from './partitions.ts';

const db = fileResource(() => testDatabase());
beforeAll(async () => {
  await db.sql(
    `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id)
     values ('DEMO', now(), 'a', 'b', 'c', 'd', 'e')`,
  );
});

/** The SQLSTATE that a connection of the servers gets, or `done` if the statement is allowed. */
async function asServer(text: string): Promise<string> {
  try {
    await db.database.query({ name: '', text }, []);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const partitionOf = async (table: string) => {
  const [row] = await db.sql<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1 limit 1',
    [table],
  );
  return row!.name;
};

describe('a connection of the servers', () => {
  it('uses the role, in the pool and outside of it', async () => {
    const who = { name: 'test.who', text: 'select current_user as name' };
    expect(await db.database.query(who, [])).toEqual([{ name: 'cardwright_server' }]);
    const client = await db.database.connect({ parameters: { enable_seqscan: 'off' } });
    const { rows } = await client.query(`select current_user as name, current_setting('enable_seqscan') as scan`);
    expect(rows).toEqual([{ name: 'cardwright_server', scan: 'off' }]);
    await client.end();
    const owner = await db.database.connect({ asOwner: true });
    const { rows: owners } = await owner.query(`select current_user <> 'cardwright_server' as other`);
    expect(owners).toEqual([{ other: true }]);
    await owner.end();
  });

  it.each([
    ['audit_log', 'subject'],
    ['audit_chain', 'chain_hash'],
    ['audit_seals', 'chain_hash'],
  ])('cannot change, delete or empty %s', async (table, column) => {
    for (const of of [table, await partitionOf(table)]) {
      expect(await asServer(`update ${of} set ${column} = null`)).toBe('42501');
      expect(await asServer(`delete from ${of}`)).toBe('42501');
      expect(await asServer(`truncate ${of}`)).toBe('42501');
      expect(await asServer(`drop table ${of}`)).toBe('42501');
      expect(await asServer(`alter table ${of} add column x int`)).toBe('42501');
      expect(await asServer(`select 1 from ${of} where bank_id = 'DEMO' for update`)).toBe('42501');
    }
    expect(await asServer(`select 1 from ${table}`)).toBe('done');
  });

  it('cannot write anchors or the list of migrations', async () => {
    expect(await asServer('insert into audit_anchors select * from audit_anchors')).toBe('42501');
    expect(await asServer('delete from audit_anchors')).toBe('42501');
    expect(await asServer('delete from schema_migrations')).toBe('42501');
  });

  it('can add to the tree of decisions, but not change it', async () => {
    expect(await asServer('insert into decision_batches select * from decision_batches')).toBe('done');
    expect(await asServer("update decision_batches set root = ''")).toBe('42501');
    expect(await asServer('delete from decision_batches')).toBe('42501');
  });

  it('cannot change the audit log in later partitions either', async () => {
    const owner = await db.database.connect({ asOwner: true });
    await ensurePartitions(owner, new Date('2031-01-01T00:00:00Z'));
    await owner.end();
    for (const table of ['audit_log_2031_01', 'audit_chain_2031_01', 'audit_seals_2031_02']) {
      expect(await asServer(`delete from ${table}`)).toBe('42501');
    }
  });

  it('may read and write every other table, and use every sequence', async () => {
    const lacking = await db.sql(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and not c.relispartition
          and case when c.relkind = 'S' then not has_sequence_privilege('cardwright_server', c.oid, 'usage')
                   when c.relkind in ('r', 'p') and c.relname !~ '^(audit_(log|chain|seals|anchors)|decision_batches|schema_migrations)$'
                   then not (has_table_privilege('cardwright_server', c.oid, 'select')
                         and has_table_privilege('cardwright_server', c.oid, 'insert')
                         and has_table_privilege('cardwright_server', c.oid, 'update')
                         and has_table_privilege('cardwright_server', c.oid, 'delete'))
                   else false end`,
    );
    expect(lacking).toEqual([]);
  });
});

describe('the role', () => {
  it('gets missing rights back and loses excess rights at each start', async () => {
    await db.sql('grant delete, update on audit_log to cardwright_server');
    await db.sql('revoke all on banks from cardwright_server');
    expect(await asServer(`delete from audit_log`)).toBe('done');
    const owner = await db.database.connect({ asOwner: true });
    await migrate(owner);
    await owner.end();
    expect(await asServer('delete from audit_log')).toBe('42501');
    expect(await asServer('select 1 from banks')).toBe('done');
  });

  it('may be created by many databases of one server at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => testDatabase({ from: 'empty' })));
    try {
      await Promise.all(
        many.map(async ({ database }) => {
          const client = await database.connect({ asOwner: true });
          await migrate(client);
          await client.end();
        }),
      );
      const who = { name: 'test.who', text: 'select current_user as name' };
      for (const { database } of many) expect(await database.query(who, [])).toEqual([{ name: 'cardwright_server' }]);
    } finally {
      await Promise.all(many.map((each) => each.close()));
    }
  });

  it('is all that a separate login of the servers has if another one owns the tables, and it cannot leave the role', async () => {
    const other = await testDatabase({ from: 'empty' });
    const [owner, app] = [`owner_${other.connection.database}`, `app_${other.connection.database}`];
    for (const login of [owner, app]) {
      await other.sql(`create role ${login} login password 'a word' in role cardwright_server`);
    }
    await other.sql(`alter schema public owner to ${owner}`);
    const as = (user: string) => ({ ...other.connection, user, password: 'a word' });
    const limits = { maxConnections: 2, statementTimeoutMs: 20_000, onError: () => {} };
    const database = openDatabase({ connection: as(app), ownerConnection: as(owner), ...limits });
    try {
      const client = await database.connect({ asOwner: true });
      await migrate(client);
      await ensurePartitions(client, new Date());
      await client.end();
      const insert = `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id)
                      values ('DEMO', now(), 'a', 'b', 'c', 'd', 'e')`;
      await database.query({ name: '', text: insert }, []);
      const mine = await database.connect({});
      await mine.query('set role none');
      for (const text of ['delete from audit_log', `set role ${owner}`, 'alter table audit_log disable trigger all']) {
        await expect(mine.query(text)).rejects.toMatchObject({ code: '42501' });
      }
      await mine.end();
    } finally {
      await database.close();
      for (const login of [owner, app]) await other.sql(`drop owned by ${login} cascade`);
      await other.close();
      for (const login of [owner, app]) await db.sql(`drop role ${login}`);
    }
  });

  it('applies together with options in a URL', async () => {
    const connectionString = `${db.url}&options=${encodeURIComponent('-c lock_timeout=4321')}`;
    const limits = { maxConnections: 1, statementTimeoutMs: 20_000, onError: () => {} };
    const database = openDatabase({ connection: { connectionString }, ...limits });
    const text = `select current_user as name, current_setting('lock_timeout') as wait`;
    expect(await database.query({ name: '', text }, [])).toEqual([{ name: 'cardwright_server', wait: '4321ms' }]);
    await database.close();
  });

  it('can be used by its creator, which is a member without the right to use it', async () => {
    const other = await testDatabase({ from: 'empty' });
    const login = `maker_${other.connection.database}`;
    await other.sql(`create role ${login} login createrole password 'a word'`);
    await other.sql(`alter schema public owner to ${login}`);
    const [{ version }] = (await other.sql<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )) as [{ version: number }];
    // the membership that PostgreSQL 16 and later give to the creator of a role; before, a superuser's grant is the
    // closest equivalent
    const asMaker = version >= 160_000 ? 'admin true, inherit false, set false' : 'admin option';
    await other.sql(`grant cardwright_server to ${login} with ${asMaker}`);
    const connection = { ...other.connection, user: login, password: 'a word' };
    const database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 20_000, onError: () => {} });
    try {
      const client = await database.connect({ asOwner: true });
      await migrate(client);
      await client.end();
      const who = { name: 'test.who', text: 'select current_user as name, session_user as login' };
      expect(await database.query(who, [])).toEqual([{ name: 'cardwright_server', login }]);
    } finally {
      await database.close();
      await other.sql(`drop owned by ${login} cascade`);
      await other.close();
      await db.sql(`drop role ${login}`);
    }
  });

  it('is explained in the error if the login may neither create nor use it', async () => {
    const other = await testDatabase({ from: 'empty' });
    const login = `login_${other.connection.database}`;
    await other.sql(`create role ${login} login password 'a word'`);
    await other.sql(`grant create, usage on schema public to ${login}`);
    try {
      const connection = { ...other.connection, user: login, password: 'a word' };
      const database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 20_000, onError: () => {} });
      await expect(database.query({ name: '', text: 'select 1' }, [])).rejects.toThrow(
        `the login ${login} may not work under the role cardwright_server. Have a superuser run once: grant cardwright_server to ${login};`,
      );
      const client = await database.connect({ asOwner: true });
      await expect(migrate(client)).rejects.toThrow(
        `create role cardwright_server nologin; grant cardwright_server to ${login};`,
      );
      await other.sql(`grant cardwright_server to ${login}`);
      expect((await migrate(client)).length).toBe(0);
      await client.end();
      const who = { name: 'test.who', text: 'select current_user as name, session_user as login' };
      expect(await database.query(who, [])).toEqual([{ name: 'cardwright_server', login }]);
      await database.close();
    } finally {
      await other.sql(`drop owned by ${login}`);
      await other.sql(`drop role ${login}`);
      await other.close();
    }
  });
});
