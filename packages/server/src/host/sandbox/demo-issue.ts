import { randomInt } from 'node:crypto';
import { createAccount, createCard, createClient } from '@cardwright/contract';
import { type DemoCard, type DemoRun, envelope } from './demo-run.ts';

const PRODUCT = { product_code: 'DEBIT-CLASSIC', bin_number: '400000', currency: 'AED' };

/** Creates a client, an account with 100.00 AED and a card. */
export async function issueDemoCard(run: DemoRun): Promise<DemoCard> {
  const customerId = `CUST-${run.id}`;
  run.caller.step('Client', 'The bank creates its customer: the first level of the hierarchy.');
  await envelope(run, createClient, {
    customer_id: customerId,
    bank_code: '001',
    card_name: 'AMINA SALEH',
    card_type: 'DEBIT',
    personal_details: { first_name: 'أمينة', last_name: 'صالح', date_of_birth: '1994-02-28' },
    contact_details: { mobile_phone: '+971500000001' },
    addresses: [{ address_type: 'PERMANENT', address_line_1: '1 Creek Road', city: 'Dubai', country: 'ARE' }],
  });
  run.caller.step('Account', 'An account of that client, with 100.00 AED on it.');
  const account = await envelope(run, createAccount, {
    customer_id: customerId,
    card_type: 'DEBIT',
    account: {
      customer_id: customerId,
      branch_code: '001',
      product_code: PRODUCT.product_code,
      currency: PRODUCT.currency,
    },
    custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: '100.00' }],
  });
  const accountNumber: string = account.account_number;
  const number = luhnNumber(PRODUCT.bin_number);
  run.caller.step(
    'Card',
    'A card on the account. Its number goes into the vault; from here on, responses contain it masked.',
  );
  const card = await envelope(run, createCard, {
    customer_id: customerId,
    account_number: accountNumber,
    card_type: 'DEBIT',
    card: {
      customer_id: customerId,
      account_number: accountNumber,
      card_number: number,
      cardholder_name: 'AMINA SALEH',
      card_role: 'P',
      card_virtual_indicator: 'V',
      ...PRODUCT,
    },
  });
  return { accountNumber, exid: card.card_identifier_id, number, expiry: card.card_expiry_date };
}

/** Returns a number of 16 digits that starts with the BIN and ends with its Luhn check digit. */
function luhnNumber(bin: string): string {
  const body = `${bin}${String(randomInt(1e9)).padStart(9, '0')}`;
  const sum = [...body].reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
