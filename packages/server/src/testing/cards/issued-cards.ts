import { randomInt } from 'node:crypto';
import type { Answer, TestServer } from '../test-server.ts';
import { noteCardNumber } from './used-card-numbers.ts';

/** Sends requests to a server in this process or in its own process. */
export type Sender = Pick<TestServer, 'request' | 'envelope'>;

/** Returns a request body with every mandatory field. `more` replaces members. */
export function clientBody(customerId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    customer_id: customerId,
    bank_code: '001',
    card_name: 'TEST HOLDER',
    card_type: 'DEBIT',
    personal_details: { first_name: 'Test', last_name: 'Holder', date_of_birth: '1990-01-31' },
    contact_details: { mobile_phone: '+971501234567' },
    ...more,
  };
}

export interface IssuedCard {
  customerId: string;
  accountNumber: string;
  exid: string;
  cardNumber: string;
  masked: string;
  expiry: string;
}

interface TestProduct {
  product: string;
  bin: string;
  currency: string;
  bankCode: string;
}

const PRODUCTS: Record<string, TestProduct> = {
  'demo-bank': { product: 'DEBIT-CLASSIC', bin: '400000', currency: 'AED', bankCode: '001' },
  'other-bank': { product: 'OTHER-DEBIT', bin: '420000', currency: 'EUR', bankCode: '002' },
};

/** The BINs of all banks in tests. Numbers with other BINs belong to no card here, so tests may leave them behind. */
const OUR_BINS = ['400000', '410000', '42', '430000', '510000'];

/** Returns a card number of the BIN with its Luhn check digit, computed here and not by the code under test. */
export function luhnNumber(bin: string, body = String(randomInt(1e9)).padStart(9, '0')): string {
  const digits = `${bin}${body}`.slice(0, 15);
  const sum = [...digits]
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  const number = `${digits}${(10 - (sum % 10)) % 10}`;
  return OUR_BINS.some((ours) => number.startsWith(ours)) ? noteCardNumber(number) : number;
}

const MANY = 5_000;
/** BIN and last four digits of the cards that tests have used. */
const takenNumbers = new Set<string>();

/**
 * Returns a number whose masked form is unique: different from other tests' numbers, and from the sandbox's, whose last four
 * digits begin with 00.
 */
function distinctNumber(bin: string): string {
  if (takenNumbers.size > MANY) takenNumbers.clear();
  for (;;) {
    const number = luhnNumber(bin);
    const displayedNumber = bin + number.slice(-4);
    if (number.slice(-4).startsWith('00') || takenNumbers.has(displayedNumber)) continue;
    takenNumbers.add(displayedNumber);
    return number;
  }
}

/** Returns different card numbers of the BIN with the same masked form: same length, same last four digits. */
export function sameMaskNumbers(bin: string, count: number): string[] {
  const ending = String(randomInt(1_000)).padStart(3, '0');
  const byCheckDigit = new Map<string, string[]>();
  for (;;) {
    const number = luhnNumber(bin, `${String(randomInt(1_000_000)).padStart(6, '0')}${ending}`);
    const candidates = byCheckDigit.get(number.slice(-1)) ?? [];
    if (!candidates.includes(number)) candidates.push(number);
    if (candidates.length === count) return candidates;
    byCheckDigit.set(number.slice(-1), candidates);
  }
}

/** Returns the request body of a primary card on an account; `card` replaces members of the inner object. */
export function cardBody(
  account: { customerId: string; accountNumber: string },
  card: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const { customerId, accountNumber } = account;
  return {
    customer_id: customerId,
    account_number: accountNumber,
    card_type: 'DEBIT',
    card: {
      customer_id: customerId,
      account_number: accountNumber,
      cardholder_name: 'TEST HOLDER',
      bin_number: '400000',
      product_code: 'DEBIT-CLASSIC',
      card_role: 'P',
      currency: 'AED',
      card_virtual_indicator: 'V',
      ...card,
    },
    ...more,
  };
}

/** Creates a client through the interface, and returns its customer id. */
export async function issueClient(server: Sender, as = 'demo-bank'): Promise<string> {
  const customerId = `CUST-${randomInt(1e12)}`;
  const body = clientBody(customerId, { bank_code: PRODUCTS[as]!.bankCode });
  await expectSuccess(server.envelope('clients.create-client', body, { as }));
  return customerId;
}

export interface AccountOptions {
  available?: string;
  as?: string;
  /** The account's currency; the default is the currency of the product's bank. */
  currency?: string;
  custom?: { key: string; value: string }[];
}

/** Creates a client and an account with `available`. */
export async function issueAccount(
  server: Sender,
  { available = '1000.00', as = 'demo-bank', currency, custom = [] }: AccountOptions = {},
): Promise<{ customerId: string; accountNumber: string; currency: string }> {
  const product = PRODUCTS[as]!;
  const customerId = await issueClient(server, as);
  const money = currency ?? product.currency;
  const account = await expectSuccess(
    server.envelope(
      'accounts.create-account',
      {
        customer_id: customerId,
        card_type: 'DEBIT',
        account: { customer_id: customerId, branch_code: '001', product_code: product.product, currency: money },
        custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: available }, ...custom],
      },
      { as },
    ),
  );
  return { customerId, accountNumber: account.body.account_number, currency: money };
}

/** Adds an active card to an account, with `number` or a random number. */
export async function addCard(
  server: Sender,
  account: { customerId: string; accountNumber: string; currency: string },
  { as = 'demo-bank', number, expiry = '3012' }: { as?: string; number?: string; expiry?: string } = {},
): Promise<IssuedCard> {
  const { product, bin } = PRODUCTS[as]!;
  const cardNumber = noteCardNumber(number ?? distinctNumber(bin));
  const { currency } = account;
  const members = {
    card_number: cardNumber,
    card_expiry_date: expiry,
    bin_number: bin,
    product_code: product,
    currency,
  };
  const card = await expectSuccess(server.envelope('cards.create-card', cardBody(account, members), { as }));
  const { card_identifier_id: exid, card_number: masked } = card.body;
  return { customerId: account.customerId, accountNumber: account.accountNumber, exid, cardNumber, masked, expiry };
}

/** Creates a client, an account with `available` and an active card through the interface. */
export async function issueCard(server: Sender, options: AccountOptions = {}): Promise<IssuedCard> {
  return await addCard(server, await issueAccount(server, options), { as: options.as ?? 'demo-bank' });
}

/** Returns `AVAILABLE BLOCKED TOTAL_BALANCE` of an account, as in the balance enquiry. */
export async function balances(server: Sender, accountNumber: string, as = 'demo-bank'): Promise<string> {
  const identifier = { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
  const { body } = await expectSuccess(server.envelope('accounts.enquire-balance', identifier, { as }));
  return body.balances.map(({ amount }: { amount: string }) => amount).join(' ');
}

async function expectSuccess(answer: ReturnType<TestServer['envelope']>) {
  const parts = await answer;
  if (parts.exception?.error_code !== '000') throw new Error(`fixture refused: ${parts.http.text}`);
  return parts;
}

let references = 0;

/** Returns an e-commerce message for 25.00 AED with a unique reference; `fields` can replace any field. */
export function ecommerceMessage(
  card: { cardNumber: string; expiry: string },
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  references += 1;
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card.cardNumber,
    From_Account: 'Saving',
    Transaction_Amount: '000000002500',
    Transaction_Amount_Cardholder_Billing: '000000002500',
    Transmission_Date_Time: '20261120080000',
    System_Trace_Audit_Number: String(references % 1_000_000).padStart(6, '0'),
    Local_Date_Time: '12:00:00',
    Card_Expiry_Date: card.expiry,
    Capture_Date: '20261120',
    Merchant_Type: '5411',
    POS_Enty_Mode: '810',
    Card_Sequence_Number: '001',
    POS_Condition_Code: '59',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '123456',
    Retrieval_Reference_Number: String(632_400_000_000 + references),
    Card_Acceptor_Terminal_ID: 'WEB00001',
    Card_Acceptor_Identification_Code: 'SHOP00000000001',
    Card_Acceptor_Name_Location: 'TEST SHOP              DUBAI          AE',
    Currency_Code_Transaction: '784',
    Currency_Code_Cardholder_Billing: '784',
    Banknet_Data: 'TEST00001',
    From_Account_No: '001000000001',
    ...fields,
  };
}

export function authorize(server: Sender, message: Record<string, unknown>, as = 'demo-network'): Promise<Answer> {
  return server.request({ method: 'POST', url: '/V2/authorizations/Ecommerce', as, payload: message });
}
