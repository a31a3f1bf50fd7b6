import pg from 'pg';
import type { Settings } from '../../host/configuration/settings.ts';
import { rootKeys } from '../../host/production/root-keys.ts';
import type { ConnectionSettings, Database } from '../../platform/storage/index.ts';
import { openVault } from '../../platform/vault/index.ts';
import { findUsedNumber, noteCardNumber, usedCardNumbers } from '../cards/used-card-numbers.ts';
import { STATEMENT_LIMIT_MS } from '../within.ts';
import { isOnCitus } from './test-nodes.ts';

/** The maximum number of rows to search, newest first, because load tests write many similar ones. */
const MAX_ROWS = 5_000;

/** Shows the shards of a Citus node, which are hidden by default. */
const SHOW_SHARDS = '-c citus.override_table_visibility=off';

/**
 * Searches every column of every table of a database for used card numbers. The vault stores them encrypted, so none may be
 * found. Returns the first table that contains one; undefined if none does.
 */
export async function findLeakedNumber(connection: ConnectionSettings): Promise<string | undefined> {
  if (usedCardNumbers().size === 0) return undefined;
  const options = isOnCitus() ? SHOW_SHARDS : undefined;
  const client = new pg.Client({ ...connection, options, statement_timeout: STATEMENT_LIMIT_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const name of await tablesOf(client)) {
      const leakedNumber = findUsedNumber(await textOfTable(client, name));
      if (leakedNumber !== undefined) return `table ${name} holds a card number in ${leakedNumber}`;
    }
    return undefined;
  } finally {
    await client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  return rows.map(({ name }) => name);
}

/** Returns every row of a table as text, with bytes as hex. */
async function textOfTable(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ text: string | null }>(
    `select string_agg(t::text, E'\\n') as text from (select * from only ${name} order by ctid desc limit $1) t`,
    [MAX_ROWS],
  );
  return rows[0]?.text ?? '';
}

/** Records every card number in the vault of a database, including those that the system generated. */
export async function noteNumbersOfVault(database: Database, settings: Settings): Promise<void> {
  const client = await database.connect({ asOwner: true });
  const { rows } = await client.query<{ bank_id: string; card_ids: string[] }>(
    'select bank_id, array_agg(card_id) as card_ids from vault_card_numbers group by bank_id',
  );
  await client.end();
  const vault = await openVault(database, await rootKeys(settings));
  for (const { bank_id: bankId, card_ids: cardIds } of rows) {
    for (const pan of (await vault.reveal(database, bankId, cardIds.map(BigInt))).values())
      noteCardNumber(pan.reveal());
  }
}
