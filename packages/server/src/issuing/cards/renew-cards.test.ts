import { beforeAll, beforeEach, expect, it } from 'vitest';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import { authorize, cardBody, ecommerceMessage, issueAccount, luhnNumber } from '../../testing/cards/issued-cards.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { fileServer } from '../../testing/test-server.ts';

/** November 2026, and cards that expire in January 2027. */
const EXPIRY = '2701';
const RENEWED = '3111';

const server = fileServer();
beforeAll(async () => {
  await server.db.sql("update products set renewal_months_before = 2 where product_code = 'DEBIT-CLASSIC'");
  await server.server.periodicJobs.runDue();
});
beforeEach(() => server.clock.set('2026-11-20T08:00:00.000Z'));

interface Card {
  exid: string;
  cardNumber: string;
  expiry: string;
  accountNumber: string;
}

async function card(more: Record<string, unknown> = {}): Promise<Card> {
  const account = await issueAccount(server);
  const cardNumber = luhnNumber('400000');
  const members = { card_number: cardNumber, card_expiry_date: EXPIRY, card_virtual_indicator: 'P', ...more };
  const { body } = await server.envelope('cards.create-card', cardBody(account, members));
  const { accountNumber } = account;
  return { exid: body.card_identifier_id, cardNumber, expiry: String(members.card_expiry_date), accountNumber };
}

async function plasticOf({ exid }: Card): Promise<string> {
  const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
  const { body } = await server.envelope('cards.enquire-card', named);
  return `${body.card_status} ${body.card_expiry_date} ${body.card_sequence_number}`;
}

async function use(of: Card, expiry: string, sequence: string, more: Record<string, unknown> = {}): Promise<string> {
  const fields = { Card_Expiry_Date: expiry, Card_Sequence_Number: sequence, ...more };
  const { json } = await authorize(server, ecommerceMessage(of, fields));
  return `${json.Action_Code} ${String(json.Additional_Response_Data).trim()}`;
}

function queued(of: Card) {
  return server.db.sql(
    `select q.sequence_number, q.reason from embossing_queue q join cards c using (account_id, card_id)
      where c.exid = $1 order by queue_id`,
    [of.exid],
  );
}

it('a physical card is renewed once when it is due: same EXID, next sequence number, later expiry', async () => {
  const due = await card();
  await server.server.periodicJobs.runDue();
  await server.server.periodicJobs.runDue();
  expect(await plasticOf(due)).toBe(`ACTIVE ${RENEWED} 002`);
  expect(await queued(due)).toEqual([
    { sequence_number: '001', reason: 'NEW' },
    { sequence_number: '002', reason: 'RENEWAL' },
  ]);
  const audited = await server.db.sql(
    'select actor, outcome, details from audit_log where subject = $1 and outcome = $2',
    [`card:${due.exid}`, 'renewed'],
  );
  expect(audited).toEqual([
    { actor: 'cardwright', outcome: 'renewed', details: { expiry: RENEWED, sequenceNumber: '002' } },
  ]);
});

it('the previous plastic stays valid until it expires, by full and by masked number', async () => {
  const due = await card();
  await server.server.periodicJobs.runDue();
  const masked = { CARD_NUMBER: `${due.cardNumber.slice(0, 6)}******${due.cardNumber.slice(-4)}` };
  for (const form of [{}, masked]) {
    expect(await use(due, EXPIRY, '001', form)).toBe('00 APPROVED');
    expect(await use(due, RENEWED, '002', form)).toBe('00 APPROVED');
    expect(await use(due, RENEWED, '001', form)).toBe('05 SEQUENCE_MISMATCH');
    expect(await use(due, EXPIRY, '002', form)).toBe('54 EXPIRY_MISMATCH');
  }
  server.clock.set('2027-01-31T19:59:59.999Z');
  expect(await use(due, EXPIRY, '001')).toBe('00 APPROVED');
  server.clock.set('2027-01-31T20:00:00.000Z');
  expect(await use(due, EXPIRY, '001')).toBe('54 CARD_EXPIRED');
  expect(await use(due, RENEWED, '002')).toBe('00 APPROVED');
});

it('decisions on either plastic are reproduced exactly by a backtest', async () => {
  const due = await card();
  await use(due, EXPIRY, '001');
  await server.server.periodicJobs.runDue();
  await use(due, EXPIRY, '001');
  await use(due, RENEWED, '002');
  await use(due, EXPIRY, '002');
  const { json } = await backtest(server, due.accountNumber);
  expect(json).toMatchObject({ decisions: 4, identical: 4, changed: 0 });
});

it('replacing a card after its renewal ends both plastics', async () => {
  const due = await card();
  await server.server.periodicJobs.runDue();
  expect((await setCardStatus(server, due.exid, 'REPLACED')).exception.error_code).toBe('000');
  expect(await use(due, EXPIRY, '001')).toBe('54 EXPIRY_MISMATCH');
  expect(await use(due, RENEWED, '002')).toBe('05 SEQUENCE_MISMATCH');
  expect(await use(due, RENEWED, '003')).toBe('00 APPROVED');
});

it.each([
  ['virtual', { card_virtual_indicator: 'V' }],
  ['not to expire within the months', { card_expiry_date: '2702' }],
])('a card that is %s is not renewed', async (_why, members) => {
  const other = await card(members);
  await server.server.periodicJobs.runDue();
  expect(await plasticOf(other)).toBe(`ACTIVE ${other.expiry} 001`);
});

it('a blocked card is renewed only when it is active again', async () => {
  const blocked = await card();
  await setCardStatus(server, blocked.exid, 'BLOCKED');
  await server.server.periodicJobs.runDue();
  expect(await plasticOf(blocked)).toBe(`BLOCKED ${EXPIRY} 001`);
  await setCardStatus(server, blocked.exid, 'ACTIVE');
  await server.server.periodicJobs.runDue();
  expect(await plasticOf(blocked)).toBe(`ACTIVE ${RENEWED} 002`);
});

it('a card that has already expired does not change', async () => {
  const expired = await card({ card_expiry_date: '2611' });
  await server.db.sql("update cards set expiry = '2610' where exid = $1", [expired.exid]);
  await server.server.periodicJobs.runDue();
  expect(await plasticOf(expired)).toBe('ACTIVE 2610 001');
});
