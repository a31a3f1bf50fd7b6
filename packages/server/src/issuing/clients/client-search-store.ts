import type { ClientRecord } from '@cardwright/contract';
import type { Page } from '../../platform/kernel/page.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';

export interface ClientRow {
  client_id: bigint;
  customer_id: string;
  record: ClientRecord;
  created_at: Date;
}

const COLUMNS = 'c.client_id, c.customer_id, c.record, c.created_at';
/** Clients are numbered in the order of their creation. */
const NEWEST = 'order by c.client_id desc limit $3';

const selectClients = statement(
  'clients.select-page',
  `select ${COLUMNS} from clients c where c.bank_id = $1 and c.client_id < $2 ${NEWEST}`,
);
const selectByTerm = statement(
  'clients.select-by-term',
  `select ${COLUMNS}
     from (select t.bank_id, t.client_id from client_terms t
            where t.bank_id = $1 and t.term = $4 and t.client_id < $2 order by t.client_id desc limit $3) found
     join clients c on c.bank_id = found.bank_id and c.client_id = found.client_id
    ${NEWEST}`,
);
// PostgreSQL reads both lists in the order of the client numbers, so their length does not matter
const selectByTerms = statement(
  'clients.select-by-terms',
  `select ${COLUMNS}
     from (select t.bank_id, t.client_id from client_terms t
             join client_terms o on o.bank_id = t.bank_id and o.client_id = t.client_id and o.term = $5
            where t.bank_id = $1 and t.term = $4 and t.client_id < $2
              and not exists (select from unnest($6::text[]) as more (term)
                               where not exists (select from client_terms m where m.bank_id = $1 and m.term = more.term
                                                    and m.client_id = t.client_id))
            order by t.client_id desc limit $3) found
     join clients c on c.bank_id = found.bank_id and c.client_id = found.client_id
    ${NEWEST}`,
);
const selectByBeginning = statement(
  'clients.select-by-beginning',
  `select ${COLUMNS} from clients c
    where c.bank_id = $1 and c.client_id < $2
      and c.client_id in (select t.client_id from client_terms t
                           where t.bank_id = $1 and t.term >= $4 and t.term < $4 || ':')
    ${NEWEST}`,
);
const selectByCustomerId = statement(
  'clients.select-by-customer-id',
  `select ${COLUMNS} from clients c where c.bank_id = $1 and c.customer_id = $2`,
);

/** Lists all clients of a bank, newest first. This and the functions below read one row more than the page holds. */
export function listClientRows(tx: Tx, bankId: string, { before, limit }: Page): Promise<ClientRow[]> {
  return tx.query(selectClients, [bankId, before.id, limit + 1]);
}

/** Finds clients that have all of these terms. */
export function findByTerms(
  tx: Tx,
  bankId: string,
  terms: readonly [string, ...string[]],
  { before, limit }: Page,
): Promise<ClientRow[]> {
  const [first, second, ...more] = terms;
  const page = [bankId, before.id, limit + 1, first];
  return second === undefined ? tx.query(selectByTerm, page) : tx.query(selectByTerms, [...page, second, more]);
}

/** Finds clients with a number term that starts with `beginning`, whose last digit sorts before a colon. */
export function findByBeginning(
  tx: Tx,
  bankId: string,
  beginning: string,
  { before, limit }: Page,
): Promise<ClientRow[]> {
  return tx.query(selectByBeginning, [bankId, before.id, limit + 1, beginning]);
}

const selectHavingTerms = statement(
  'clients.select-having-terms',
  `select client_id from client_terms where bank_id = $1 and term = any($2::text[]) and client_id = any($3::bigint[])
    group by client_id having count(*) = $4`,
);

/** Returns those of the clients that have all of these terms. */
export async function filterByTerms(
  tx: Tx,
  bankId: string,
  clientIds: readonly bigint[],
  terms: readonly string[],
): Promise<ReadonlySet<bigint>> {
  const [ids, searchTerms] = [[...new Set(clientIds)], [...new Set(terms)]];
  const rows = await tx.query<{ client_id: bigint }>(selectHavingTerms, [bankId, searchTerms, ids, searchTerms.length]);
  return new Set(rows.map((client) => client.client_id));
}

export async function readClientRow(tx: Tx, bankId: string, customerId: string): Promise<ClientRow | undefined> {
  return (await tx.query<ClientRow>(selectByCustomerId, [bankId, customerId]))[0];
}

const insertTerms = statement(
  'clients.insert-terms',
  `insert into client_terms (bank_id, term, client_id)
   select $1, term, $2 from unnest($3::text[]) as made (term) on conflict do nothing`,
);
const noteTerms = statement(
  'clients.note-terms',
  'update clients set terms_version = $3 where bank_id = $1 and client_id = $2',
);
/** Stores the search terms of a client. */
export async function storeTerms(
  tx: Tx,
  bankId: string,
  clientId: bigint,
  terms: readonly string[],
  version: number,
): Promise<void> {
  await tx.query(insertTerms, [bankId, clientId, terms]);
  await tx.query(noteTerms, [bankId, clientId, version]);
}

const selectWithoutTerms = statement(
  'clients.select-without-terms',
  `select ${COLUMNS} from clients c where c.bank_id = $1 and c.terms_version < $2
    order by c.terms_version, c.client_id limit $3 for update of c skip locked`,
);

/** Lists clients without terms, or with terms of an earlier version. Locks their rows. */
export function listWithoutTerms(tx: Tx, bankId: string, version: number, most: number): Promise<ClientRow[]> {
  return tx.query(selectWithoutTerms, [bankId, version, most]);
}
