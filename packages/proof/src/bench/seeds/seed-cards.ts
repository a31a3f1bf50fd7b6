import { applyConfiguration } from '@cardwright/server/internal/host/configuration/apply-configuration';
import { TERMS_VERSION } from '@cardwright/server/internal/issuing/clients/index';
import {
  type ConnectionSettings,
  distribute,
  ensurePartitions,
  migrate,
  openDatabase,
} from '@cardwright/server/internal/platform/storage/index';
import { openVault, type RootKeys, type Vault } from '@cardwright/server/internal/platform/vault/index';
import type pg from 'pg';
import {
  AVAILABLE_MINOR,
  BENCH_CONFIGURATION,
  bankIdOf,
  benchExpiry,
  benchPan,
  CURRENCY,
  PRODUCT_CODE,
} from '../bench-cards.ts';
import { seedControls } from './seed-controls.ts';

const BATCH = 5_000;

/**
 * Inserts one client, account and card for each position, with the same rows as the interface would write, only faster.
 * From position `controlledFrom` on, all controls are set.
 */
export async function seedCards(
  connection: ConnectionSettings,
  keys: RootKeys,
  cards: number,
  controlledFrom: number,
  { shards = SHARDS, sandbox = false } = {},
): Promise<void> {
  const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onError: () => {} });
  const client = await database.connect({ asOwner: true });
  try {
    await migrate(client);
    await ensurePartitions(client, new Date());
    if (await isOnCitus(client)) await distribute(client, { shards });
    await applyConfiguration(database, BENCH_CONFIGURATION, { sandbox });
    const vault = await openVault(database, keys);
    await insertAccounts(client, cards);
    for (let from = 0; from < cards; from += BATCH) {
      await insertCards(client, vault, from, Math.min(cards, from + BATCH));
    }
    await client.query(`select setval('card_ids', $1)`, [cards]);
    await seedControls(client, controlledFrom + 1);
    await settle(client);
  } finally {
    await client.end();
    await database.close();
  }
}

/** The number that `cardwright distribute` uses. */
const SHARDS = 16;

async function isOnCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

const ACCOUNT_NUMBER = `lpad(n::text, 12, '0')`;

async function insertAccounts(client: pg.Client, cards: number): Promise<void> {
  const banks = Array.from({ length: BENCH_CONFIGURATION.banks.length }, (_, position) => bankIdOf(position));
  const bank = `($2::text[])[(n - 1) % ${banks.length} + 1]`;
  const insert = (into: string, values: string, more: unknown[] = []) =>
    client.query(
      `insert into ${into} overriding system value select ${values} from generate_series(1, $1::bigint) as n`,
      [cards, banks, ...more],
    );
  await insert(
    'clients (client_id, bank_id, customer_id, card_type, mailing_address, record, terms_version, created_at)',
    `n, ${bank}, 'BENCH-' || n, 'DEBIT', 'PERMANENT', '{}', ${TERMS_VERSION}, now()`,
  );
  await insert(
    'accounts (bucket, account_id, bank_id, client_id, account_number, product_code, card_type, branch_code, currency, available_minor, created_at)',
    `account_bucket(n), n, ${bank}, n, ${ACCOUNT_NUMBER}, '${PRODUCT_CODE}', 'DEBIT', '001', '${CURRENCY.code}', $3::bigint, now()`,
    [AVAILABLE_MINOR],
  );
  await insert('account_directory (bank_id, account_number, account_id)', `${bank}, ${ACCOUNT_NUMBER}, n`);
  await client.query(`select setval(pg_get_serial_sequence('clients', 'client_id'), $1), setval('account_ids', $1)`, [
    cards,
  ]);
}

async function insertCards(client: pg.Client, vault: Vault, from: number, until: number): Promise<void> {
  const positions = Array.from({ length: until - from }, (_, at) => from + at);
  const pans = positions.map(benchPan);
  const ids = positions.map((position) => position + 1);
  const bankIds = positions.map(bankIdOf);
  const expiry = benchExpiry(new Date());
  const rows = pans.map((pan, at) => {
    const id = BigInt(ids[at]!);
    return vault.sealNumber(bankIds[at]!, { cardId: id, accountId: id, expiry }, pan);
  });
  await client.query(
    `insert into vault_card_numbers (bank_id, card_id, account_id, lookup_version, lookup_hash, first6, last4,
       number_length, expiry, key_version, sealed_number)
     select bank_id, id, id, lookup_version, lookup_hash, first6, last4, number_length, $1, key_version, sealed
       from unnest($2::text[], $3::bigint[], $4::smallint[], $5::bytea[], $6::text[], $7::text[], $8::smallint[],
                   $9::smallint[], $10::bytea[])
         as n (bank_id, id, lookup_version, lookup_hash, first6, last4, number_length, key_version, sealed)`,
    [
      expiry,
      bankIds,
      ids,
      rows.map((row) => row.lookupVersion),
      rows.map((row) => row.lookupHash),
      rows.map((row) => row.first6),
      rows.map((row) => row.last4),
      rows.map((row) => row.length),
      rows.map((row) => row.keyVersion),
      rows.map((row) => row.sealed),
    ],
  );
  const exid = `lpad(id::text, 19, '7000000000000000000')`;
  await client.query(
    `insert into card_directory (bank_id, exid, account_id, card_id)
     select bank_id, ${exid}, id, id from unnest($1::text[], $2::bigint[]) as n (bank_id, id)`,
    [bankIds, ids],
  );
  await client.query(
    `insert into cards (bucket, account_id, card_id, bank_id, client_id, exid, product_code, bin, masked_number, sequence_number,
       expiry, status_changed_at, cardholder_name, card_role, card_form, created_at)
     select account_bucket(id), id, id, bank_id, id, ${exid}, $2, bin, masked, '001', $1, now(), 'BENCH HOLDER', 'P', 'V', now()
       from unnest($3::text[], $4::bigint[], $5::text[], $6::text[]) as n (bank_id, id, bin, masked)`,
    [expiry, PRODUCT_CODE, bankIds, ids, pans.map((pan) => pan.first6), pans.map((pan) => pan.masked())],
  );
}

const SEEDED = 'clients, accounts, account_directory, account_settings, card_directory, cards, vault_card_numbers';

/**
 * Finishes the work that loading left behind, so that it does not slow down the measurements. It does not vacuum empty
 * tables: PostgreSQL would record that they are empty, and plan for that while they grow.
 */
async function settle(client: pg.Client): Promise<void> {
  await client.query(`vacuum (analyze, freeze) ${SEEDED}`);
  await client.query('checkpoint');
}
