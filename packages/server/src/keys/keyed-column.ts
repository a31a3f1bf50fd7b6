/** A column that a key made, beside the version of that key. Rows are gone through by the table's primary key. */
export interface KeyedColumn {
  readonly table: string;
  /** The primary key, its owner first: names with their types. */
  readonly key: readonly (readonly [name: string, type: KeyType])[];
  /** What is needed beside it to make the column again. */
  readonly alsoRead: readonly string[];
  readonly column: string;
  readonly version: string;
}

/** Each type, and what comes before every value of it. */
const FIRST = { text: '', bigint: '-9223372036854775808', timestamptz: '-infinity', bytea: '\\x' } as const;
type KeyType = keyof typeof FIRST;

/** The place where a pass begins. */
export function beforeFirst({ key }: KeyedColumn): string[] {
  return key.map(([, type]) => FIRST[type]);
}

/**
 * The next rows after a place, whatever their version: a slice costs the same wherever the old rows are. $1... is the
 * place, then the newest version and the number of rows. The value comes only with rows of another version.
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
 * Puts new values where the old ones still are. A row that somebody else holds is left for the next pass: this waits for
 * nobody, so nobody can wait for it in a circle. $1... are the keys, then old values, new values, the new version.
 */
export function updateText({ table, key, column, version }: KeyedColumn): string {
  const names = key.map(([name]) => name);
  const arrays = key.map(([, type], at) => `$${at + 1}::text[]::${type}[]`);
  const [old, made, newest] = [key.length + 1, key.length + 2, key.length + 3];
  const same = (other: string) => names.map((name) => `t.${name} = ${other}.${name}`).join(' and ');
  return `with wanted as (
            select * from unnest(${arrays.join(', ')}, $${old}::bytea[], $${made}::bytea[])
              as wanted (${names.join(', ')}, old_value, new_value)),
          free as materialized (
            select wanted.* from wanted join ${table} t on ${same('wanted')}
             where t.${column} = wanted.old_value for update of t skip locked)
          update ${table} t set ${column} = free.new_value, ${version} = $${newest}::smallint
            from free where ${same('free')} returning 1 as one`;
}

export function countText({ table, column, version }: KeyedColumn): string {
  return `select ${version} as version, count(*) as rows from ${table}
           where ${column} is not null group by ${version} order by ${version}`;
}

/** Of the table, not the texts of the same names that the statement gives. */
function t(names: readonly string[]): string {
  return names.map((name) => `t.${name}`).join(', ');
}
