import pg from 'pg';
import type { ConnectionSettings } from '../storage/index.ts';
import { findCardNumbers, told } from './pan-search.ts';

/** Card numbers that this test file has used so far. */
const used = new Set<string>();

/** Notes a number: wherever the file's databases and logs hold it in the clear, the file fails. */
export function noteCardNumber(number: string): string {
  used.add(number);
  return number;
}

/** Throws where a text (a log, an answer) holds a number that was used. */
export function expectNoCardNumber(text: string, what: string): void {
  const found = findCardNumbers(text, used);
  if (found.length > 0) throw new Error(`${what} holds a card number in ${told(found[0]!)}`);
}

/** Beyond this, a table's newest rows are looked at: the tests of load write many that are alike. */
const MOST_ROWS = 5_000;

/**
 * Looks through every column of every table of a database for the numbers that were used. The vault keeps them sealed, so
 * none may be found anywhere. Names the first table that holds one; undefined where all is well.
 */
export async function findLeakedNumber(connection: ConnectionSettings): Promise<string | undefined> {
  if (used.size === 0) return undefined;
  const client = new pg.Client({ ...connection, statement_timeout: 20_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const { name, text } of await textOfTables(client, MOST_ROWS)) {
      const [found] = findCardNumbers(text, used);
      if (found !== undefined) return `table ${name} holds a card number in ${told(found)}`;
    }
    return undefined;
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, bytes too: as hex. */
export async function textOfTables(client: pg.Client, mostRows: number): Promise<{ name: string; text: string }[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  return await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await client.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n') as text from (select * from only ${name} order by ctid desc limit $1) t`,
        [mostRows],
      );
      return { name, text: rows[0]?.text ?? '' };
    }),
  );
}
