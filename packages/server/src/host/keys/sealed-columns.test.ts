import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { CONTENT_COLUMNS } from './content-columns.ts';
import { LOOKUP_COLUMN, SEALED_COLUMNS } from './sealed-columns.ts';

/** The key versions that no rotation rewrites, each with the reason. */
const NOT_REWRITTEN: Record<string, string> = {
  'audit_anchors.key_version': 'a keyed hash, verified under the key that made it',
  'audit_seals.key_version': 'a keyed hash, verified under the key that made it',
  'data_keys.key_version': 'the keys themselves',
  'key_rotation_tables.key_version': 'describes a rotation',
  'key_rotations.key_version': 'describes a rotation',
  'root_keys.key_version': 'the keys themselves',
  'service_keys.key_version': 'the keys themselves',
};
/** The column that the master key seals. */
const BY_MASTER = ['signing_keys.sealed_private_key'];

const HASHES_OF_OTHER_NAMES = [
  'decision_batches.leaves',
  'decision_batches.nodes',
  'decision_batches.root',
  'tokens.activated_with',
];

/** Hashes without a key (of the audit log and of 256 random bits), and the hash of a lookup key. */
const HASHES_OF_OTHER_KEYS = [
  'audit_anchors.chain_hash',
  'audit_chain.chain_hash',
  'audit_chain.row_hash',
  'audit_seals.chain_hash',
  'sessions.secret_hash',
  'vault_card_numbers.lookup_hash',
];

const db = fileResource(() => testDatabase());

function columnsNamed(pattern: string, type: string): Promise<{ column: string }[]> {
  return db.sql(
    `select c.table_name || '.' || c.column_name as column from information_schema.columns c
       join pg_class t on t.oid = c.table_name::regclass and not t.relispartition
      where c.table_schema = 'public' and c.column_name ~ $1 and c.data_type = $2 order by 1`,
    [pattern, type],
  );
}

it('a rotation covers every sealed column of the database', async () => {
  const found = (await columnsNamed('^sealed_', 'bytea')).map(({ column }) => column);
  const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(listed.length).toBeGreaterThan(6);
  expect([...listed, ...BY_MASTER].sort()).toEqual(found);
});

it('every other bytea column contains a hash, a mark or a wrapped key', async () => {
  const found = (await columnsNamed('^(?!sealed_)', 'bytea')).map(({ column }) => column);
  expect(found.filter((column) => !/[._](hash|sha256|mac|mark|wrapped_key)$/.test(column))).toEqual(
    HASHES_OF_OTHER_NAMES,
  );
});

it('a rotation covers every column with a key version', async () => {
  const found = await columnsNamed('(key|lookup)_version$', 'smallint');
  const listed = [...SEALED_COLUMNS, LOOKUP_COLUMN].map(({ table, version }) => `${table}.${version}`);
  expect([...listed, ...Object.keys(NOT_REWRITTEN)].sort()).toEqual(found.map(({ column }) => column));
});

it('a content key stays for every table with hashes that it may have made', async () => {
  const found = await columnsNamed('^content_version$', 'smallint');
  expect(CONTENT_COLUMNS.map(({ table }) => `${table}.content_version`).sort()).toEqual(
    found.map(({ column }) => column),
  );
  const hashes = (await columnsNamed('(_hash|_mark|^activated_with)$', 'bytea')).map(({ column }) => column);
  const ofContents = found.map(({ column }) => column.split('.')[0]);
  expect(hashes.filter((column) => !ofContents.includes(column.split('.')[0]))).toEqual(HASHES_OF_OTHER_KEYS);
});

it('a rotation visits rows by the columns of the primary key', async () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const columns = await db.sql<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, null) as type
         from pg_index i cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, position)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = $1::regclass and i.indisprimary order by k.position`,
      [table],
    );
    const named = columns.map(({ name, type }) => [name, type.replace('timestamp with time zone', 'timestamptz')]);
    expect([table, key]).toEqual([table, named]);
  }
});
