import { randomUUID } from 'node:crypto';
import { restrict, setControls, use } from '../cards/card-control.ts';
import { addCard, clientBody, type IssuedCard } from '../cards/issued-cards.ts';
import { newToken } from '../cards/tokens.ts';
import type { TestServer } from '../test-server.ts';

/**
 * A customer with content on every page: two cards, a token, an approved and a declined decision, limits of both kinds, a
 * restriction.
 */
export interface Amina {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly card: IssuedCard;
  readonly second: IssuedCard;
  readonly approved: string;
  readonly declined: string;
}

export async function makeAmina(server: TestServer): Promise<Amina> {
  const customerId = `C-${randomUUID().slice(0, 8)}`;
  const person = { first_name: 'Amina', last_name: 'Saleh', date_of_birth: '1994-02-28' };
  const contact = { mobile_phone: '+971500000001', email: 'amina.saleh@example.com' };
  const more = { card_name: 'AMINA SALEH', personal_details: person, contact_details: contact };
  await server.envelope('clients.create-client', clientBody(customerId, more));
  const answer = await server.envelope('accounts.create-account', {
    customer_id: customerId,
    card_type: 'DEBIT',
    account: { customer_id: customerId, branch_code: '001', product_code: 'DEBIT-CLASSIC', currency: 'AED' },
    custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: '1234567.50' }],
  });
  const accountNumber: string = answer.body.account_number;
  const account = { customerId, accountNumber, currency: 'AED' };
  const card = await addCard(server, account);
  const second = await addCard(server, account);
  await newToken(server, card.exid);
  await limit(server, {
    ...{ id: 'ONLINE_A_WEEK', level: 'account', account_number: accountNumber, measure: 'amount' },
    ...{ window: { calendar: 'week' }, max: '400.00', where: { field: 'channel', op: 'eq', value: 'ECOM' } },
  });
  await limit(server, {
    ...{ id: 'OFTEN', level: 'card', card_identifier_id: card.exid, measure: 'count', of: 'both' },
    ...{ window: { sliding: 172_800 }, max: '50' },
  });
  await limit(server, { id: 'ONE_SHOP', level: 'card', card_identifier_id: second.exid, lockMerchant: 'first' });
  const { reference: approved } = await use(server, card);
  await setControls(server, card, { ecomStatus: 'OFF' });
  const { reference: declined } = await use(server, card);
  await setControls(server, card, {
    ecomStatus: 'ON',
    monthlyLimit: '1000',
    limit1: '200',
    cardPresentAllowSpecificForeignCountries: 'DE,FR,GB',
  });
  await restrict(server, second, { restriction_type: 'ATM', isAllowed: false, end_date: '2099-06-30' });
  return { customerId, accountNumber, card, second, approved, declined };
}

async function limit(server: TestServer, payload: object): Promise<void> {
  const { status, text } = await server.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', payload });
  if (status !== 200) throw new Error(`refused: ${text}`);
}
