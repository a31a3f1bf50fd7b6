import { createAccount, createCard, createClient } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { DEMO_BANK_CODE, DEMO_BANK_ID } from '../demo-configuration.ts';
import { type DemoCustomer, panOf } from './customers.ts';
import type { DemoRequests } from './demo-requests.ts';

/** The bank's data about a card that it issued. */
export interface CustomerCard {
  readonly exid: string;
  /** The format is YYMM. */
  readonly expiry: string;
}

/** Issues a client, an account and a card, one minute apart. */
export async function issueCustomerCard(
  requests: DemoRequests,
  customer: DemoCustomer,
  at: Date,
): Promise<CustomerCard> {
  const { customerId, first, last, place, product, opening } = customer;
  const id = (step: string) => `DATA${step}${String(place).padStart(5, '0')}`;
  const minute = (count: number) => new Date(at.getTime() + count * 20_000);
  const name = `${first} ${last}`;
  const born = `${1958 + ((place * 7) % 46)}-${two((place % 12) + 1)}-${two((place % 28) + 1)}`;
  await requests.envelope(
    createClient.id,
    id('A'),
    {
      customer_id: customerId,
      bank_code: DEMO_BANK_CODE,
      card_name: name.toUpperCase().slice(0, 24),
      card_type: product.type,
      personal_details: { first_name: first, last_name: last, date_of_birth: born, language: 'ENG' },
      contact_details: {
        mobile_phone: `+9715${String(50_000_000 + place * 7_919)}`,
        email: `${first}.${last}.${place + 1}@example.com`.toLowerCase().replaceAll(' ', ''),
      },
      addresses: [
        {
          address_type: 'PERMANENT',
          address_line_1: `${(place % 90) + 1} Creek Road`,
          city: ['Dubai', 'Sharjah', 'Abu Dhabi'][place % 3] ?? 'Dubai',
          country: 'ARE',
          zip: '00000',
        },
      ],
    },
    minute(0),
  );
  const account = await requests.envelope(
    createAccount.id,
    id('B'),
    {
      customer_id: customerId,
      card_type: product.type,
      account: { customer_id: customerId, branch_code: '001', product_code: product.code, currency: 'AED' },
      custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: opening }],
    },
    minute(1),
  );
  const accountNumber = String(account.account_number);
  const card = await requests.envelope(
    createCard.id,
    id('C'),
    {
      customer_id: customerId,
      account_number: accountNumber,
      card_type: product.type,
      card: {
        customer_id: customerId,
        account_number: accountNumber,
        card_number: panOf(customer).reveal(),
        cardholder_name: name.toUpperCase().slice(0, 24),
        bin_number: product.bin,
        product_code: product.code,
        card_role: 'P',
        currency: 'AED',
        card_virtual_indicator: 'V',
      },
    },
    minute(2),
  );
  return { exid: String(card.card_identifier_id), expiry: String(card.card_expiry_date) };
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

const selectCards = statement(
  'sandbox.select-demo-cards',
  `select c.card_id, c.exid, c.expiry
     from unnest($2::bigint[], $3::bigint[]) as requested (account_id, card_id)
     join cards c on c.bucket = account_bucket(requested.account_id) and c.account_id = requested.account_id
      and c.card_id = requested.card_id and c.bank_id = $1`,
);

/** Returns the cards of an earlier start, by the place of their customers. */
export async function readCustomerCards(
  tx: Tx,
  vault: Vault,
  customers: readonly DemoCustomer[],
): Promise<Map<number, CustomerCard>> {
  const lookups = customers.map((customer) => ({ bankId: DEMO_BANK_ID, mark: vault.lookup(panOf(customer)) }));
  const matches = await vault.findByNumber(tx, lookups);
  const ids = [matches.map(({ account_id: id }) => id), matches.map(({ card_id: id }) => id)];
  const rows = await tx.query<{ card_id: bigint; exid: string; expiry: string }>(selectCards, [DEMO_BANK_ID, ...ids]);
  const cards = new Map(rows.map((row) => [row.card_id, { exid: row.exid, expiry: row.expiry }]));
  return new Map(
    matches.flatMap(({ position, card_id: cardId }) => {
      const customer = customers[position - 1];
      const card = cards.get(cardId);
      return customer === undefined || card === undefined ? [] : [[customer.place, card] as const];
    }),
  );
}
