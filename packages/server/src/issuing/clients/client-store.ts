import type { ClientRecord } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';

const insertClientStatement = statement(
  'clients.insert-client',
  `insert into clients (bank_id, customer_id, card_type, mailing_address, record, created_at)
   values ($1, $2, $3, $4, $5, $6) on conflict (bank_id, customer_id) do nothing returning client_id`,
  { locks: { kind: 'customer', by: [1, 2] } },
);

/** Returns the client's number, or undefined if the bank has this customer already. `record` is JSON text. */
export async function insertClient(
  tx: Tx,
  bankId: string,
  client: ClientRecord,
  stored: { record: string; mailing: string },
  now: Date,
): Promise<bigint | undefined> {
  const rows = await tx.query<{ client_id: bigint }>(insertClientStatement, [
    bankId,
    client.customer_id,
    client.card_type,
    stored.mailing,
    stored.record,
    now,
  ]);
  return rows[0]?.client_id;
}

const selectClientId = statement(
  'clients.select-client-id',
  'select client_id from clients where bank_id = $1 and customer_id = $2',
);

export async function findClientId(tx: Tx, bankId: string, customerId: string): Promise<bigint | undefined> {
  const rows = await tx.query<{ client_id: bigint }>(selectClientId, [bankId, customerId]);
  return rows[0]?.client_id;
}

const selectCustomerId = statement(
  'clients.select-customer-id',
  'select customer_id from clients where bank_id = $1 and client_id = $2',
);

export async function readCustomerId(tx: Tx, bankId: string, clientId: bigint): Promise<string> {
  const rows = await tx.query<{ customer_id: string }>(selectCustomerId, [bankId, clientId]);
  if (rows[0] === undefined) throw new Error('an account or a card names a client that does not exist');
  return rows[0].customer_id;
}

const selectCustomerIds = statement(
  'clients.select-customer-ids',
  'select client_id, customer_id from clients where bank_id = $1 and client_id = any($2::bigint[])',
);

/** Adds the customer ids to rows, by a separate statement, because accounts and clients can be on different nodes. */
export async function addCustomerIds<Row extends { client_id: bigint }>(
  tx: Tx,
  bankId: string,
  rows: readonly Row[],
): Promise<(Row & { customer_id: string })[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.client_id))];
  const clients = await tx.query<{ client_id: bigint; customer_id: string }>(selectCustomerIds, [bankId, ids]);
  const names = new Map(clients.map((client) => [client.client_id, client.customer_id]));
  return rows.map((row) => {
    const name = names.get(row.client_id);
    if (name === undefined) throw new Error('an account or a card names a client that does not exist');
    return { ...row, customer_id: name };
  });
}

/** Contact data of a cardholder; members that the record does not have are null. */
export interface Contact {
  customer_id: string;
  mobile_phone: string | null;
  email: string | null;
  language: string | null;
}

const selectContact = statement(
  'clients.select-contact',
  `select customer_id, record #>> '{contact_details,mobile_phone}' as mobile_phone,
          record #>> '{contact_details,email}' as email, record #>> '{personal_details,language}' as language
     from clients where bank_id = $1 and client_id = $2`,
);

export async function readContact(tx: Tx, bankId: string, clientId: bigint): Promise<Contact> {
  const rows = await tx.query<Contact>(selectContact, [bankId, clientId]);
  if (rows[0] === undefined) throw new Error('a card names a client that does not exist');
  return rows[0];
}
