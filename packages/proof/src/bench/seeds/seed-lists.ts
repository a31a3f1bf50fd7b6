import { TERMS_VERSION } from '@cardwright/server/internal/issuing/clients/index';
import {
  type ConnectionSettings,
  ensurePartitions,
  openDatabase,
} from '@cardwright/server/internal/platform/storage/index';
import type pg from 'pg';
import { bankIdOf, CURRENCY, PRODUCT_CODE } from '../bench-cards.ts';

/** The bank whose lists are measured. */
const LISTS_BANK = bankIdOf(0);
/** Ids of these rows begin after those of the other subjects. */
const FIRST_ID = 100_000_000;
const BATCH = 100_000;

const FIRST_NAMES =
  'Mohammed Ahmed Fatima Omar Aisha Khalid Maryam Yousef Noura Hassan Layla Ibrahim Salma Tariq Huda Rashid Amna Saeed Reem Majid John Maria Anil Priya José Chen Olga Pierre Ana Kofi';
const LAST_NAMES =
  'Alnahyan Almaktoum Khan Hussain Ali Haddad Nasser Saleh Alfarsi Almarri Singh Kumar Sharma Garcia Santos Smith Ivanova Dubois Wang Mensah Alblooshi Alshamsi Alketbi Aldhaheri Almansoori Qureshi Malik Fernandes Cruz Reyes';

export interface ListSizes {
  readonly clients: number;
  readonly authorizations: number;
}

/**
 * Inserts clients with names, a few of them very common, with an account and a card each, and their decisions of the
 * last thirty days, all of one bank. It inserts in bulk, because the interface would take days. Cards have no number in
 * the vault, because lists do not read it.
 */
export async function seedLists(connection: ConnectionSettings, sizes: ListSizes): Promise<void> {
  const database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError: () => {} });
  const client = await database.connect({ asOwner: true, unlimited: true });
  try {
    await ensurePartitions(client, new Date(Date.now() - 31 * 86_400_000));
    await fill(client, sizes);
  } finally {
    await client.end();
    await database.close();
  }
}

async function fill(client: pg.Client, sizes: ListSizes): Promise<void> {
  for (let from = 1; from <= sizes.clients; from += BATCH) {
    const until = Math.min(sizes.clients, from + BATCH - 1);
    await insertClients(client, from, until);
    await insertTerms(client, from, until);
    await insertAccountsAndCards(client, from, until);
  }
  for (let from = 1; from <= sizes.authorizations; from += BATCH) {
    await insertListEntries(client, from, Math.min(sizes.authorizations, from + BATCH - 1), sizes);
  }
  await insertStatistics(client);
  await client.query(
    'vacuum analyze clients, client_terms, accounts, account_directory, cards, card_directory, listed_authorizations, authorization_statistics',
  );
  await client.query('checkpoint');
}

/**
 * A pseudorandom number that is the same in every run; a power of it makes the first entries of a list more frequent.
 */
export const chance = (salt: number) => `(hashint8extended(n, ${salt}) & 1048575) / 1048576.0`;
const oneOf = (names: string, salt: number) =>
  `(string_to_array('${names}', ' '))[1 + floor(power(${chance(salt)}, 2) * ${names.split(' ').length})::int]`;

async function insertClients(client: pg.Client, from: number, until: number): Promise<void> {
  await client.query(
    `insert into clients (client_id, bank_id, customer_id, card_type, mailing_address, record, terms_version, created_at)
     overriding system value
     select ${FIRST_ID} + n, '${LISTS_BANK}', 'LIST-' || n, 'DEBIT', 'PERMANENT',
            jsonb_build_object('customer_id', 'LIST-' || n, 'bank_code', '900', 'card_type', 'DEBIT',
              'card_name', upper(first || ' ' || last),
              'personal_details', jsonb_build_object('first_name', first, 'last_name', last, 'date_of_birth', '1990-01-31'),
              'contact_details', jsonb_build_object('mobile_phone', '+97150' || lpad(n::text, 7, '0'),
                                                    'email', 'client' || n || '@example.com')),
            ${TERMS_VERSION}, now() - make_interval(secs => 100000000 - n)
       from (select n, ${oneOf(FIRST_NAMES, 1)} as first, ${oneOf(LAST_NAMES, 2)} as last
               from generate_series($1::bigint, $2::bigint) n) named`,
    [from, until],
  );
}

/** Inserts search terms as issuing/clients/search-terms.ts would for these records. */
async function insertTerms(client: pg.Client, from: number, until: number): Promise<void> {
  await client.query(
    `insert into client_terms (bank_id, term, client_id)
     select c.bank_id, t.term, c.client_id from clients c
      cross join lateral (
        select 'n:' || left(word, length) as term
          from unnest(array[translate(lower(c.record #>> '{personal_details,first_name}'), 'é', 'e'),
                            lower(c.record #>> '{personal_details,last_name}')]) word
         cross join lateral generate_series(1, length(word)) length
        union select 'p:' || reverse(substr(c.record #>> '{contact_details,mobile_phone}', 2))
        union select 'e:' || (c.record #>> '{contact_details,email}')) t
      where c.bank_id = '${LISTS_BANK}' and c.client_id between ${FIRST_ID} + $1::bigint and ${FIRST_ID} + $2::bigint
      order by 1, 2, 3
     on conflict do nothing`,
    [from, until],
  );
}

async function insertAccountsAndCards(client: pg.Client, from: number, until: number): Promise<void> {
  const made = (into: string, values: string) =>
    client.query(`insert into ${into} select ${values} from generate_series($1::bigint, $2::bigint) n`, [from, until]);
  const id = `${FIRST_ID} + n`;
  const at = 'now() - make_interval(secs => 100000000 - n)';
  await made(
    'accounts (bucket, account_id, bank_id, client_id, account_number, product_code, card_type, branch_code, currency, available_minor, created_at)',
    `account_bucket(${id}), ${id}, '${LISTS_BANK}', ${id}, 'L' || n, '${PRODUCT_CODE}', 'DEBIT', '001', '${CURRENCY.code}', 1000000, ${at}`,
  );
  await made('account_directory (bank_id, account_number, account_id)', `'${LISTS_BANK}', 'L' || n, ${id}`);
  const exid = `lpad((${id})::text, 19, '8')`;
  await made('card_directory (bank_id, exid, account_id, card_id)', `'${LISTS_BANK}', ${exid}, ${id}, ${id}`);
  await made(
    `cards (bucket, account_id, card_id, bank_id, client_id, exid, product_code, bin, masked_number, sequence_number, expiry,
       status, status_changed_at, cardholder_name, card_role, card_form, created_at)`,
    `account_bucket(${id}), ${id}, ${id}, '${LISTS_BANK}', ${id}, ${exid}, '${PRODUCT_CODE}', '660000',
     '660000XXXXXX' || lpad((hashint8extended(n, 3) & 1048575)::text, 7, '0'), '001', '3012',
     case when n % 1000 = 0 then 'STOLEN' else 'ACTIVE' end, ${at}, 'BENCH HOLDER', 'P', 'V', ${at}`,
  );
}

/**
 * Inserts decisions, spread evenly over the accounts. One in ten is declined, and some merchants and countries are
 * rare.
 */
async function insertListEntries(client: pg.Client, from: number, until: number, sizes: ListSizes): Promise<void> {
  await client.query(
    `insert into listed_authorizations (bank_id, decided_at, message_key, account_id, card_id, retrieval_reference, system_trace,
       state, action_code, rule, approval_code, billing_minor, currency, exponent, acquirer, merchant, merchant_place, mcc,
       country, channel, account_sequence)
     select '${LISTS_BANK}', date_trunc('milliseconds', now() - interval '30 days' * (1 - n / $3::float8)), hashint8extended(n, 4),
            ${FIRST_ID} + 1 + n % $4::bigint, ${FIRST_ID} + 1 + n % $4::bigint, n, n % 1000000,
            case when isdeclined then 'D' when n % 5000 = 0 then 'R' when n % 10 < 8 then 'C' else 'A' end::"char",
            case when isdeclined then case when n % 1000 = 0 then '43' else '51' end else '00' end,
            case when isdeclined then case when n % 1000 = 0 then 'CARD_STOLEN' else 'INSUFFICIENT_FUNDS' end else 'APPROVED' end,
            '000000', 100 + (hashint8extended(n, 5) & 65535), '${CURRENCY.code}', 2, '12345' || n % 3,
            'SHOP' || floor(power(${chance(6)}, 3) * 20000), 'SHOP                   DUBAI          AE',
            (string_to_array('5411 5812 5541 5999 6011 4111 7011 5732', ' '))[1 + floor(power(${chance(7)}, 3) * 8)::int],
            (string_to_array('AE SA GB US FR IN EG NZ', ' '))[1 + floor(power(${chance(8)}, 4) * 8)::int], 'ECOM', n
       from (select n, n % 10 = 0 as isdeclined from generate_series($1::bigint, $2::bigint) n) made
      order by 2`,
    [from, until, sizes.authorizations, sizes.clients],
  );
}

const SPLITS = `(values ('all', ''), ('action_code', l.action_code::text), ('rule', l.rule), ('channel', l.channel),
  ('country', l.country), ('mcc', l.mcc))`;

async function insertStatistics(client: pg.Client): Promise<void> {
  // The decisions of the other subjects belong to this bank too.
  await client.query(`delete from authorization_statistics where bank_id = '${LISTS_BANK}'`);
  await client.query(
    `insert into authorization_statistics
     select bank_id, grain, date_trunc(grain, decided_at, 'Asia/Dubai'), split, value, currency,
            count(*) filter (where action_code = '00'), count(*) filter (where action_code <> '00'),
            coalesce(sum(billing_minor) filter (where action_code = '00'), 0),
            coalesce(sum(billing_minor) filter (where action_code <> '00'), 0)
       from listed_authorizations l
      cross join lateral ${SPLITS} s (split, value) cross join (values ('hour'), ('day')) g (grain)
      where bank_id = '${LISTS_BANK}'
      group by 1, 2, 3, 4, 5, 6
     on conflict do nothing`,
  );
}
