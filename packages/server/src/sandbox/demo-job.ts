import { randomInt } from 'node:crypto';
import {
  changeStatus,
  completeAuthorization,
  createAccount,
  createCard,
  createClient,
  enquireBalance,
  enquireCard,
  readAuthorization,
  reverseAuthorization,
} from '@cardwright/contract';
import { createDemoCaller, type DemoCaller, DemoEnd, reach } from './demo-caller.ts';
import { controlCard } from './demo-control.ts';
import { authorizationUrl, authorizeInDemo, type DemoCard, type DemoRun, demoMessage, envelope } from './demo-run.ts';

const PRODUCT = { product_code: 'DEBIT-CLASSIC', bin_number: '400000', currency: 'AED' };

/**
 * The whole main job against a running sandbox, as a bank and a network would do it. Throws a {@link DemoEnd} for an
 * answer that the demo does not expect.
 */
export async function runDemo(url: string, print: (text: string) => void): Promise<void> {
  await mustBeSandbox(url);
  const caller = createDemoCaller(url, print);
  const run = { caller, id: Date.now().toString(36).toUpperCase(), ...(await getTokens(caller)), messages: 0 };
  const card = await issue(run);
  await lookAt(run, card);
  const approved = await authorizeTwice(run, card);
  await declineAndExplain(run, card);
  await endReservation(run, card, approved);
  await controlCard(run, card);
  await block(run, card);
  await sendWrongRequest(run);
  caller.say('');
  caller.say(`Done. The interface in full: ${url}/docs`);
}

async function mustBeSandbox(url: string): Promise<void> {
  const { status } = await reach(url, { method: 'GET', path: '/sandbox/fixtures' });
  if (status !== 200) throw new DemoEnd(`The server at ${url} is not a sandbox. Start one with: npm start`);
}

async function getTokens(caller: DemoCaller): Promise<{ bankToken: string; networkToken: string }> {
  caller.step('Tokens', 'The bank and the card network each get an access token for 15 minutes.');
  const ask = async (client: string) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: `${client}-secret`,
    });
    const { json } = await caller.send({ path: '/oauth2/token', body, expect: 200 });
    return json.access_token as string;
  };
  return { bankToken: await ask('demo-bank'), networkToken: await ask('demo-network') };
}

/** Client, account with 100.00 AED, card. */
async function issue(run: DemoRun): Promise<DemoCard> {
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
    'A card on the account. Its number goes into the vault; from here on the answers show it masked.',
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

async function lookAt(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('Card details', 'The card is named by its EXID, a stand-in that is not a card number.');
  await envelope(run, enquireCard, { card_identifier_id: card.exid, card_identifier_type: 'EXID' });
  run.caller.step('Balance', 'Available, blocked by reservations, and both together.');
  await balance(run, card);
}

/** @returns the reference of an approved message */
async function authorizeTwice(run: DemoRun, card: DemoCard): Promise<string> {
  run.caller.step('Authorization, approved', 'The network asks for 60.00 AED. Action_Code 00: the amount is reserved.');
  const message = demoMessage(run, card, '000000006000');
  await authorizeInDemo(run, message, '00');
  run.caller.step(
    'The same message again',
    'Networks repeat themselves. The answer is the same, and nothing is counted twice.',
  );
  const again = await authorizeInDemo(run, message, '00');
  if (again.headers.get('idempotent-replayed') !== 'true')
    throw new DemoEnd('The repeated message was not recognised.');
  return message.Retrieval_Reference_Number as string;
}

async function declineAndExplain(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('Authorization, declined', 'The network asks for 75.00 AED, and 40.00 are left. Action_Code 51.');
  const message = demoMessage(run, card, '000000007500');
  await authorizeInDemo(run, message, '51');
  run.caller.step(
    'Why was this declined?',
    'The bank reads the decision with its trace: each rule that was checked, and what it saw.',
  );
  await run.caller.send({
    method: 'GET',
    path: authorizationUrl(readAuthorization.path, message.Retrieval_Reference_Number as string),
    token: run.bankToken,
    expect: 200,
  });
}

async function endReservation(run: DemoRun, card: DemoCard, reference: string): Promise<void> {
  run.caller.step('Partial reversal', 'The shop gives 20.00 of the 60.00 back before it delivers.');
  await run.caller.send({
    path: authorizationUrl(reverseAuthorization.path, reference),
    token: run.networkToken,
    body: { amount: '20.00' },
    expect: 200,
  });
  run.caller.step(
    'Completion',
    'The final amount is 35.00: it is debited, and the rest of the reservation is released.',
  );
  await run.caller.send({
    path: authorizationUrl(completeAuthorization.path, reference),
    token: run.networkToken,
    body: { amount: '35.00' },
    expect: 200,
  });
  run.caller.step('Balance again', '100.00 less 35.00; nothing is blocked any more.');
  await balance(run, card);
}

async function block(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('Card blocked', 'The bank blocks the card.');
  await envelope(run, changeStatus, {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    status: { type: 'card_status', value: 'BLOCKED' },
  });
  run.caller.step('Declined again', 'The next message meets the blocked card. Action_Code 62.');
  await authorizeInDemo(run, demoMessage(run, card, '000000001000'), '62');
}

async function sendWrongRequest(run: DemoRun): Promise<void> {
  run.caller.step('A wrong request', 'The answer lists everything that is wrong with it, in body.errors.');
  const body = {
    customer_id: 'A-CUSTOMER-ID-OF-MORE-THAN-20',
    bank_code: '001',
    card_type: 'GIFT',
    personal_details: { first_name: 'Amina', date_of_birth: '28/02/1994' },
    contact_details: { mobile_phone: 971500000001 },
  };
  await envelope(run, createClient, body, 400);
}

function balance(run: DemoRun, card: DemoCard): Promise<unknown> {
  const account = { account_identifier_id: card.accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
  return envelope(run, enquireBalance, account);
}

/** A number of 16 digits under the BIN that ends with its Luhn check digit. */
function luhnNumber(bin: string): string {
  const body = `${bin}${String(randomInt(1e9)).padStart(9, '0')}`;
  const sum = [...body].reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
