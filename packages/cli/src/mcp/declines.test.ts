import { DECLINE_REASONS } from '@cardwright/contract';
import { expect, it } from 'vitest';
import {
  CHANNELS,
  IN_FRANCE,
  restrict,
  setCardStatus,
  setControls,
} from '../../../server/src/testing/cards/card-control.ts';
import {
  addCard,
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
  sameMaskNumbers,
} from '../../../server/src/testing/cards/issued-cards.ts';
import { act, newToken, setTokenControls } from '../../../server/src/testing/cards/tokens.ts';
import {
  answersWith,
  configurePartner,
  startPartner,
} from '../../../server/src/testing/decisions/decision-partners.ts';
import { fileResource } from '../../../server/src/testing/file-resources.ts';
import { fileServer, TEST_NOW } from '../../../server/src/testing/test-server.ts';
import { answersStatus } from '../../../server/src/testing/webhook-receiver.ts';
import { connectAgent } from '../testing/agent.ts';

type Fields = Record<string, string>;
/** Prepares a card. Returns fields to add to the payment. */
type Prepare = (card: IssuedCard) => Promise<Fields | undefined>;
type Row = readonly [code: string, reason: string, says: string, fields?: Fields, prepare?: Prepare];
const server = fileServer();
const agent = fileResource(async () => connectAgent(await server.server.app.listen({ port: 0, host: '127.0.0.1' })));

const nothing = async () => undefined;
const sets =
  (settings: Fields): Prepare =>
  async (card) =>
    void (await setControls(server, card, settings));
const off = (name: string) => sets({ [`${name}Status`]: 'OFF' });
const restricts =
  (type: string, more: object = {}): Prepare =>
  async (card) =>
    void (await restrict(server, card, { restriction_type: type, isAllowed: false, ...more }));
const status =
  (value: string): Prepare =>
  async (card) =>
    void (await setCardStatus(server, card.exid, value));
const token =
  (controls: object, isSuspended = false): Prepare =>
  async ({ exid }) => {
    const reference = await newToken(server, exid);
    const set = await setTokenControls(server, reference, controls);
    expect(set.status, set.text).toBe(200);
    if (isSuspended) await act(server, reference, 'suspend');
    return { Token_Reference: reference };
  };
const partner =
  (behaviour: Parameters<Awaited<ReturnType<typeof startPartner>>['behave']>[0]): Prepare =>
  async () => {
    const started = await startPartner();
    started.behave(behaviour);
    const stand_in = { max_amount: '1.00' };
    const reach = { url: `${started.url}/decide`, keys: [started.secret], deadline_ms: 2_500 };
    await configurePartner(server, { ...reach, stand_in } as never);
    return undefined;
  };
const other = async () => {
  const { exid } = await issueCard(server);
  return { Token_Reference: await newToken(server, exid) };
};
/** Moves the clock past the end of a period. */
const later =
  (time: string, first: Prepare): Prepare =>
  async (card) => {
    const fields = await first(card);
    server.clock.set(time);
    return fields;
  };
const reversedBefore = async () => {
  const reference = '632499999999';
  const url = `/V2/authorizations/${reference}/reversal`;
  await server.request({ method: 'POST', url, as: 'reading-network', payload: {} });
  return { Retrieval_Reference_Number: reference };
};
const expiring = async (card: IssuedCard) => {
  const { cardNumber } = await addCard(server, { ...card, currency: 'AED' }, { expiry: '2611' });
  return { CARD_NUMBER: cardNumber, Card_Expiry_Date: '2611' };
};
const sameMask = async (card: IssuedCard) => {
  const account = { ...card, currency: 'AED' };
  const [one = '', other = ''] = sameMaskNumbers('400000', 2);
  await addCard(server, account, { number: one });
  return { CARD_NUMBER: (await addCard(server, account, { number: other })).masked };
};

const ROWS: readonly Row[] = [
  [
    '51',
    'INSUFFICIENT_FUNDS',
    'does not have enough available',
    { Transaction_Amount_Cardholder_Billing: '000000100001' },
  ],
  ['13', 'AMOUNT_ZERO', 'zero', { Transaction_Amount_Cardholder_Billing: '000000000000' }],
  ['12', 'CURRENCY_MISMATCH', 'currency', { Currency_Code_Cardholder_Billing: '840' }],
  ['54', 'EXPIRY_MISMATCH', 'The expiry date in the message', { Card_Expiry_Date: '2101' }],
  ['05', 'SEQUENCE_MISMATCH', 'The sequence number in the message', { Card_Sequence_Number: '099' }],
  ['62', 'CARD_BLOCKED', 'The card is blocked', {}, status('BLOCKED')],
  ['41', 'CARD_LOST', 'reported lost', {}, status('LOST')],
  ['43', 'CARD_STOLEN', 'reported stolen', {}, status('STOLEN')],
  ['14', 'CARD_CLOSED', 'The card is closed', {}, status('CLOSED')],
  ['62', 'RESTRICTED_MOTO', 'A restriction on this card', CHANNELS.MOTO, restricts('MOTO')],
  ['62', 'RESTRICTED_ECOM', 'A restriction on this card', {}, restricts('ECOM')],
  ['62', 'RESTRICTED_SWIPE', 'A restriction on this card', CHANNELS.SWIPE, restricts('SWIPE')],
  ['62', 'RESTRICTED_CONTACTLESS', 'A restriction', CHANNELS.CONTACTLESS, restricts('PERS_RESTR_CONTACTLESS')],
  ['62', 'RESTRICTED_ATM', 'A restriction on this card', CHANNELS.CASH, restricts('ATM')],
  ['62', 'RESTRICTED_PURCHASE', 'A restriction on this card', CHANNELS.CHIP, restricts('PURCHASE')],
  ['62', 'RESTRICTED_ANY', 'A restriction on this card', CHANNELS.CHIP, restricts('ANY')],
  ['62', 'RESTRICTED_INTERNATIONAL', 'A restriction on this card', IN_FRANCE, restricts('INTERNATIONAL')],
  [
    '62',
    'RESTRICTED_COUNTRY',
    'A restriction on this card',
    IN_FRANCE,
    restricts('INTERNATIONAL_SPECIFIC_COUNTRIES', { allowed_values: 'FR' }),
  ],
  ['57', 'MASTER_OFF', 'switched off for this account', {}, off('master')],
  ['57', 'CP_OFF', 'switched off', CHANNELS.CHIP, off('cardPresent')],
  ['57', 'CNP_OFF', 'switched off', {}, off('cardNotPresent')],
  ['57', 'ECOM_OFF', 'switched off', {}, off('ecom')],
  ['57', 'MOTO_OFF', 'switched off', CHANNELS.MOTO, off('moto')],
  ['57', 'RECURRING_OFF', 'switched off', CHANNELS.RECURRING, off('recurring')],
  ['57', 'FALLBACK_OFF', 'switched off', CHANNELS.FALLBACK, off('fallback')],
  ['57', 'PURCHASE_OFF', 'switched off', CHANNELS.CHIP, off('purchase')],
  ['57', 'CASH_OFF', 'switched off', CHANNELS.CASH, off('cash')],
  ['57', 'FUNCTION1_OFF', 'switched off', { Merchant_Type: '7995' }, off('function1')],
  ['57', 'FUNCTION2_OFF', 'switched off', { Merchant_Type: '5813' }, off('function2')],
  ['57', 'FUNCTION3_OFF', 'switched off', { Merchant_Type: '6051' }, off('function3')],
  ['57', 'CP_FOREIGN_OFF', 'abroad', { ...CHANNELS.CHIP, ...IN_FRANCE }, sets({ cardPresentAllowAnyForeign: 'false' })],
  ['61', 'CP_TRANSACTION_LIMIT', 'limit', CHANNELS.CHIP, sets({ cardPresentTransactionLimit: '20.00' })],
  ['61', 'CNP_TRANSACTION_LIMIT', 'limit', {}, sets({ cardNotPresentTransactionLimit: '20.00' })],
  ['61', 'CASH_TRANSACTION_LIMIT', 'limit', CHANNELS.CASH, sets({ cashTransactionLimit: '20.00' })],
  ['61', 'DAILY_LIMIT', 'would spend more than', {}, sets({ dailyLimit: '20.00' })],
  ['61', 'MONTHLY_LIMIT', 'would spend more than', {}, sets({ monthlyLimit: '20.00' })],
  ['61', 'LIMIT1', 'would spend more than', {}, sets({ limit1: '20.00' })],
  ['61', 'LIMIT2', 'would spend more than', {}, sets({ limit2: '20.00' })],
  ['61', 'LIMIT3', 'would spend more than', {}, sets({ limit3: '20.00' })],
  ['14', 'TOKEN_NOT_OF_CARD', 'a token that does not belong to this card', {}, other],
  ['57', 'TOKEN', 'The token used for the payment is not active', {}, token({}, true)],
  ['61', 'TOKEN_AMOUNT', 'above the limit for one payment with this token', {}, token({ maxAmount: '20.00' })],
  ['57', 'TOKEN_MERCHANT', 'token', {}, token({ merchants: { blocked: ['SHOP00000000001'] } })],
  ['57', 'TOKEN_CATEGORY', 'token', {}, token({ categories: { allowed: ['5812'] } })],
  ['62', 'TOKEN_COUNTRY', 'token', {}, token({ countries: { blocked: ['AE'] } })],
  ['14', 'CARD_NOT_FOUND', 'No card has this number', { CARD_NUMBER: '4000001999999998' }],
  ['14', 'CARD_AMBIGUOUS', 'matches several cards', {}, sameMask],
  ['54', 'CARD_EXPIRED', 'The card has expired', {}, later('2026-11-30T20:00:00Z', expiring)],
  [
    '57',
    'TOKEN_EXPIRED',
    'is no longer valid',
    {},
    later('2026-11-20T09:00:00Z', token({ validUntil: '2026-11-20T08:30:00Z' })),
  ],
  ['94', 'REVERSED_BEFORE', 'was reversed before this message', {}, reversedBefore],
  ['62', 'RESTRICTED_NFC', 'A restriction on this card', CHANNELS.CONTACTLESS, restricts('NFC')],
  ['05', 'PARTNER_DECLINED', "bank's own system", {}, partner(answersWith({ decision: 'decline' }))],
  ['91', 'PARTNER_STAND_IN', 'gave no valid answer', {}, partner(answersStatus(500))],
];

for (const [code, reason, text, fields = {}, prepare = nothing] of ROWS) {
  it(`an agent finds why a payment was declined with ${code} ${reason}`, async () => {
    const card = await issueCard(server);
    const message = ecommerceMessage(card, { ...fields, ...(await prepare(card)) });
    await authorize(server, message, 'reading-network');
    server.clock.set(TEST_NOW);
    if (reason.startsWith('PARTNER')) await configurePartner(server, undefined);
    const reference = message.Retrieval_Reference_Number;
    const read = await agent.ask('authorizations_retrieve', { Retrieval_Reference_Number: reference, explain: 'en' });
    expect(read).toMatchObject({ state: 'DECLINED', rule: reason, action_code: code });
    expect(read.trace.at(-1)).toMatchObject({ verdict: 'REFUSE' });
    expect(read.explanation.sentences.map((one: { text: string }) => one.text).join(' ')).toContain(text);
  });
}

it('every decline reason has a case, except those of messages that have no decision of their own', () => {
  const missing = DECLINE_REASONS.filter((reason) => !ROWS.some(([, name]) => name === reason));
  // A duplicate is recorded as the first message. investigations.test.ts covers the advice and the merchant group.
  expect(missing).toEqual(['FORMAT', 'DUPLICATE', 'MERCHANT_GROUP_OFF', 'NETWORK_DECLINED']);
});
