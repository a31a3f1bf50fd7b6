import { expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const preview = (body: object, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'POST', url: '/V2/authorizations/preview', as, payload: body });

const update = (card: IssuedCard, cardSettings: Record<string, string>) =>
  server.envelope('card-settings.update-settings', { accountNumber: card.cardNumber, cardSettings });

const snapshot = () =>
  Promise.all(
    ['accounts', 'account_settings', 'account_changes', 'authorizations', 'authorization_events', 'cards'].map(
      (table) => server.db.sql(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`),
    ),
  );

it('returns the decision and the trace that the message would get, and changes nothing', async () => {
  const card = await issueCard(server, { available: '100.00' });
  await update(card, { dailyLimit: '60.00', masterStatus: 'ON_FOR_ONE' });
  const message = ecommerceMessage(card);
  const before = await snapshot();
  const previewAnswer = await preview({ message });
  expect(await snapshot()).toEqual(before);
  expect(previewAnswer.status).toBe(200);
  expect(previewAnswer.json).toMatchObject({
    action_code: '00',
    rule: 'APPROVED',
    decided_at: '2026-11-20T08:00:00.000Z',
    settlement_date: '2026-11-20',
    card_identifier_id: card.exid,
    account_number: card.accountNumber,
    already_decided: false,
  });

  const answer = await authorize(server, message);
  expect(answer.json).toMatchObject({ Action_Code: '00', Additional_Response_Data: 'APPROVED' });
  const url = `/V2/authorizations/${String(message.Retrieval_Reference_Number)}`;
  const storedAnswer = await server.request({ method: 'GET', url, as: 'demo-bank' });
  expect(previewAnswer.json.trace).toEqual(storedAnswer.json.trace);
  expect(previewAnswer.json.trace).toContainEqual({
    rule: 'DAILY_LIMIT',
    verdict: 'PASS',
    saw: { limit: '6000', counter_before: '0', counter_after: '2500' },
  });
});

it('recognizes a repeated message, and one that is repeated with another amount', async () => {
  const card = await issueCard(server);
  const message = ecommerceMessage(card);
  await authorize(server, message);
  expect((await preview({ message })).json).toMatchObject({ already_decided: true });
  const other = { ...message, Transaction_Amount: '000000009900' };
  expect((await preview({ message: other })).json).toMatchObject({
    action_code: '94',
    rule: 'DUPLICATE',
    already_decided: false,
  });
});

it.each([
  [{ cardSettings: { ecomStatus: 'OFF' } }, 'ECOM_OFF', '57'],
  [{ cardSettings: { dailyLimit: '24.99' } }, 'DAILY_LIMIT', '61'],
  [{ cardSettings: { cardNotPresentTransactionLimit: '24.99' } }, 'CNP_TRANSACTION_LIMIT', '61'],
  [{ restrictions: [{ restriction_type: 'ECOM', isAllowed: false }] }, 'RESTRICTED_ECOM', '62'],
  [{ restrictions: [{ restriction_type: 'ANY', end_date: '2026-11-20' }] }, 'RESTRICTED_ANY', '62'],
  [
    { cardSettings: { ecomStatus: 'ON' }, restrictions: [{ restriction_type: 'ECOM', isAllowed: true }] },
    'APPROVED',
    '00',
  ],
])('with %j the decision is %s', async (proposal, rule, actionCode) => {
  const card = await issueCard(server);
  const before = await snapshot();
  const { json } = await preview({ message: ecommerceMessage(card), ...proposal });
  expect(json).toMatchObject({ rule, action_code: actionCode });
  expect(await snapshot()).toEqual(before);
});

it('applies proposed settings on top of the stored ones', async () => {
  const card = await issueCard(server);
  await update(card, { ecomStatus: 'OFF', dailyLimit: '10.00' });
  const on = await preview({ message: ecommerceMessage(card), cardSettings: { ecomStatus: 'ON' } });
  expect(on.json).toMatchObject({ rule: 'DAILY_LIMIT' });
  const both = { ecomStatus: 'ON', dailyLimit: '' };
  expect((await preview({ message: ecommerceMessage(card), cardSettings: both })).json).toMatchObject({
    rule: 'APPROVED',
  });
});

it('gives the same decision for a number that no card has and for one of another bank', async () => {
  const theirs = await issueCard(server, { as: 'other-bank' });
  const missing = await preview({ message: ecommerceMessage({ cardNumber: '4000009999999995', expiry: '3012' }) });
  expect(missing.json).toMatchObject({ rule: 'CARD_NOT_FOUND', card_identifier_id: null, account_number: null });
  const { json } = await preview({ message: ecommerceMessage(theirs) });
  expect({ ...json, trace: [] }).toEqual({ ...missing.json, trace: [] });
});

it('is only for banks: a network could find a balance by trying amounts', async () => {
  const card = await issueCard(server);
  const answer = await preview({ message: ecommerceMessage(card) }, 'reading-network');
  expect([answer.status, answer.json.error_code]).toEqual([403, '203']);
});

it('reports every fault of the message and of the proposal at once', async () => {
  const card = await issueCard(server);
  const { Capture_Date: _, ...message } = ecommerceMessage(card, { From_Account: 'SAVING' });
  const failure = await preview({ message, cardSettings: { masterStatus: 'MAYBE' } });
  const paths = (answer: Answer) => (answer.json.errors as { path: string }[]).map(({ path }) => path);
  expect(paths(failure)).toEqual(['message.From_Account', 'message.Capture_Date', 'cardSettings.masterStatus']);
  const stale = await preview({
    message: ecommerceMessage(card),
    cardSettings: { ecomOnUntil: '2026-11-20T12:00:00.000+04:00', limit1: '1.234' },
    restrictions: [{ restriction_type: 'ANY', end_date: '2026-11-19' }],
  });
  expect(stale.status).toBe(400);
  expect(paths(stale)).toEqual(['cardSettings.limit1', 'cardSettings.ecomOnUntil', 'restrictions[0].end_date']);
});

it('never contains a card number, not even in its audit row', async () => {
  const card = await issueCard(server);
  const answer = await preview({ message: ecommerceMessage(card) });
  expect(answer.text).not.toContain(card.cardNumber);
  const auditRows = await server.db.sql(
    `select * from audit_log where operation = 'authorization.preview-authorization'`,
  );
  expect(auditRows.length).toBeGreaterThan(0);
  const text = JSON.stringify(auditRows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(text).not.toContain(card.cardNumber);
});
