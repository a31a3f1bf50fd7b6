import { readCustomerId } from '../../issuing/clients/index.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { Pan, Vault } from '../../platform/vault/index.ts';
import { DEMO_BANK_ID } from './demo-configuration.ts';
import { ISSUED_CARDS, numberOfIssued } from './issue-fixtures.ts';

const selectFixtureCards = statement(
  'sandbox.select-cards',
  `select c.account_id, c.card_id, c.exid, c.masked_number, c.expiry, c.product_code, a.account_number, a.currency, a.client_id
     from unnest($2::bigint[], $3::bigint[]) as requested (account_id, card_id)
     join cards c on c.bucket = account_bucket(requested.account_id) and c.account_id = requested.account_id
      and c.card_id = requested.card_id and c.bank_id = $1
     join accounts a on a.bucket = c.bucket and a.account_id = c.account_id`,
);

interface FixtureCardRow {
  account_id: bigint;
  card_id: bigint;
  exid: string;
  masked_number: string;
  expiry: string;
  product_code: string;
  account_number: string;
  currency: string;
  customer_id: string;
}

interface CardOfClientRow extends Omit<FixtureCardRow, 'customer_id'> {
  client_id: bigint;
}

/** Returns the cards in order of issue. */
export async function readFixtureCards(tx: Tx, vault: Vault): Promise<(FixtureCardRow & { pan: Pan })[]> {
  const pans = ISSUED_CARDS.map(numberOfIssued);
  const matches = await vault.findByNumber(
    tx,
    pans.map((pan) => ({ bankId: DEMO_BANK_ID, mark: vault.lookup(pan) })),
  );
  const rows = await tx.query<CardOfClientRow>(selectFixtureCards, [
    DEMO_BANK_ID,
    matches.map((row) => row.account_id),
    matches.map((row) => row.card_id),
  ]);
  const customers = new Map<bigint, string>();
  for (const { client_id: id } of rows)
    if (!customers.has(id)) customers.set(id, await readCustomerId(tx, DEMO_BANK_ID, id));
  const cards = matches.flatMap((at) => {
    const row = rows.find((candidate) => candidate.card_id === at.card_id);
    const pan = pans[at.position - 1];
    const customer_id = row && customers.get(row.client_id);
    return row === undefined || customer_id === undefined || pan === undefined ? [] : [{ ...row, customer_id, pan }];
  });
  return cards.sort((a, b) => Number(a.card_id - b.card_id));
}
