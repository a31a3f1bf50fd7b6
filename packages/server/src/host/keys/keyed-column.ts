/**
 * A column whose values depend on a key, next to the column with the key's version. Rows are read in the order of the
 * primary key.
 */
export interface KeyedColumn {
  readonly table: string;
  /** The primary key, which starts with the owner: names with their types. */
  readonly key: readonly (readonly [name: string, type: KeyType])[];
  /** Further columns from which the value is computed. */
  readonly alsoRead: readonly string[];
  readonly column: string;
  readonly version: string;
}

/** For each type, a value that sorts before all others. */
const FIRST = { text: '', bigint: '-9223372036854775808', timestamptz: '-infinity', bytea: '\\x' } as const;
type KeyType = keyof typeof FIRST;

/** Returns the position where a pass starts. */
export function beforeFirst({ key }: KeyedColumn): string[] {
  return key.map(([, type]) => FIRST[type]);
}

/**
 * Selects the next rows after a position, regardless of their version, so that every batch costs the same. $1... is the
 * position, then the newest version and the number of rows. Returns the value only for rows of another version.
 */
export function sliceText({ table, key, alsoRead, column, version }: KeyedColumn): string {
  const names = key.map(([name]) => name);
  const place = key.map(([, type], at) => `$${at + 1}::text::${type}`);
  const newest = key.length + 1;
  const texts = [...names, ...alsoRead].map((name) => `${name}::text as ${name}`);
  return `select ${texts.join(', ')}, case when ${version} <> $${newest}::smallint then ${column} end as old_value,
                 ${version} as old_version
            from ${table} t where (${t(names)}) > (${place.join(', ')})
           order by ${t(names)} limit $${newest + 1}::int`;
}

/**
 * Writes new values where the old ones are unchanged. Leaves locked rows for the next pass: the statement never waits,
 * so it cannot deadlock. All rows belong to one owner, and the statement repeats the owner so that Citus reads a single
 * node. The statement has no `with`: Citus loses columns of a `with` query that locks rows of a reference table. $1...
 * are the keys, then old values, new values, and the new version.
 */
export function updateText({ table, key, column, version }: KeyedColumn): string {
  const names = key.map(([name]) => name);
  const arrays = key.map(([, type], at) => `$${at + 1}::text[]::${type}[]`);
  const [old, replacement, newest] = [key.length + 1, key.length + 2, key.length + 3];
  const same = (other: string) =>
    [...names.map((name) => `t.${name} = ${other}.${name}`), `t.${names[0]} = ($1::text[])[1]`].join(' and ');
  return `update ${table} t set ${column} = free.new_value, ${version} = $${newest}::smallint
            from (select ${names.map((name) => `requested.${name}`).join(', ')}, requested.new_value
                    from unnest(${arrays.join(', ')}, $${old}::bytea[], $${replacement}::bytea[])
                           as requested (${names.join(', ')}, old_value, new_value)
                    join ${table} t on ${same('requested')}
                   where t.${column} = requested.old_value for update of t skip locked) free
           where ${same('free')} returning 1 as one`;
}

export function countText({ table, column, version }: KeyedColumn): string {
  return `select ${version} as version, count(*) as rows from ${table}
           where ${column} is not null group by ${version} order by ${version}`;
}

/** Qualifies columns by the table, because the statement has text columns with the same names. */
function t(names: readonly string[]): string {
  return names.map((name) => `t.${name}`).join(', ');
}
