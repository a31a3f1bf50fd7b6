import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import { authorize, balances, ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { fileServer } from '../../testing/test-server.ts';

const MERCHANT = 'SHOP00000000042';
const IN_30_MINUTES = '2026-11-20T08:30:00.000Z';
const CONTENT = { merchantId: MERCHANT, maxAmount: '50.00', validUntil: IN_30_MINUTES, reason: 'On the phone' };

describe('an exception for one payment', () => {
  const server = fileServer();

  const url = (card: IssuedCard, rest = '') => `/V2/accounts/${card.accountNumber}/exceptions${rest}`;
  const allow = (card: IssuedCard, more: object = {}, as = 'demo-bank') =>
    server.request({ method: 'POST', url: url(card), as, payload: { ...CONTENT, ...more } });
  const list = async (card: IssuedCard) =>
    (await server.request({ method: 'GET', url: url(card), as: 'demo-bank' })).json.items as { state: string }[];
  const states = async (card: IssuedCard) => (await list(card)).map(({ state }) => state);
  const set = (card: IssuedCard, cardSettings: object) =>
    server.envelope('card-settings.update-settings', { accountNumber: card.cardNumber, cardSettings });
  const amountOf = (minor: number) => ({
    Transaction_Amount: String(minor).padStart(12, '0'),
    Transaction_Amount_Cardholder_Billing: String(minor).padStart(12, '0'),
  });
  const messageOf = (card: IssuedCard, fields: Record<string, unknown> = {}) =>
    ecommerceMessage(card, { Card_Acceptor_Identification_Code: MERCHANT, ...fields });
  const pay = async (card: IssuedCard, fields: Record<string, unknown> = {}) => {
    const { json } = await authorize(server, messageOf(card, fields), 'reading-network');
    return `${json.Action_Code} ${json.Additional_Response_Data}`;
  };

  it('lets one payment pass a switch, and appears in the trace and the explanation', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await set(card, { ecomStatus: 'OFF', dailyLimit: '1.00' });
    expect(await pay(card)).toBe('57 ECOM_OFF');
    const { status, json } = await allow(card);
    expect(status).toBe(200);
    expect(json).toMatchObject({ state: 'OPEN', merchantId: MERCHANT, mcc: null, maxAmount: '50.00', used_at: null });
    const message = messageOf(card);
    expect((await authorize(server, message, 'reading-network')).json.Action_Code).toBe('00');
    expect(await states(card)).toEqual(['USED']);
    expect(await pay(card)).toBe('57 ECOM_OFF');
    const read = await server.request({
      method: 'GET',
      url: `/V2/authorizations/${message.Retrieval_Reference_Number}?explain=en`,
      as: 'demo-bank',
    });
    expect(read.json.trace).toContainEqual({
      rule: 'EXCEPTION',
      verdict: 'PASS',
      saw: { exception_id: json.exception_id, would_decline: 'ECOM_OFF' },
    });
    expect(JSON.stringify(read.json.explanation)).toContain('The bank allowed this one payment as an exception.');
  });

  it('lets a payment pass restrictions, but not the card status, the funds or another merchant', async () => {
    const card = await issueCard(server, { available: '30.00' });
    await server.envelope('restrictions.set-restriction', {
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      restriction: { restriction_type: 'ECOM', isAllowed: false },
    });
    await allow(card);
    expect(await pay(card, { Card_Acceptor_Identification_Code: 'SHOP00000000043' })).toBe('62 RESTRICTED_ECOM');
    expect(await pay(card, amountOf(5_001))).toBe('62 RESTRICTED_ECOM');
    expect(await pay(card, amountOf(3_001))).toBe('51 INSUFFICIENT_FUNDS');
    expect(await states(card)).toEqual(['OPEN']);
    await setCardStatus(server, card.exid, 'BLOCKED');
    expect(await pay(card, amountOf(1_000))).toBe('62 CARD_BLOCKED');
  });

  it('stays open after a payment that does not need it, and is taken into account by a preview', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await allow(card, { merchantId: undefined, mcc: '5411' });
    expect(await pay(card, { ...amountOf(1_000), Merchant_Type: '5411' })).toBe('00 APPROVED');
    expect(await states(card)).toEqual(['OPEN']);
    await set(card, { masterStatus: 'OFF' });
    const preview = (fields: object) =>
      server.request({
        method: 'POST',
        url: '/V2/authorizations/preview',
        as: 'demo-bank',
        payload: { message: messageOf(card, { ...amountOf(1_000), ...fields }) },
      });
    expect((await preview({ Merchant_Type: '5411' })).json).toMatchObject({ action_code: '00' });
    expect((await preview({ Merchant_Type: '5812' })).json).toMatchObject({ rule: 'MASTER_OFF' });
    expect(await states(card)).toEqual(['OPEN']);
  });

  it('is used by exactly one of many concurrent payments of an account', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    await set(card, { masterStatus: 'OFF' });
    await allow(card);
    const paid = await Promise.all(Array.from({ length: 40 }, () => pay(card, amountOf(1_000))));
    expect(paid.filter((one) => one === '00 APPROVED')).toHaveLength(1);
    expect(paid.filter((one) => one === '57 MASTER_OFF')).toHaveLength(39);
    expect(await balances(server, card.accountNumber)).toBe('990.00 10.00 1000.00');
  });

  it('is reproduced exactly by a backtest', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await set(card, { masterStatus: 'OFF' });
    await allow(card);
    for (const minor of [6_000, 1_000, 1_000]) await pay(card, amountOf(minor));
    const { json } = await backtest(server, card.accountNumber);
    expect(json).toMatchObject({ decisions: 3, identical: 3, changed: 0 });
  });

  it('can be cancelled until it is used, and expires', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await set(card, { masterStatus: 'OFF' });
    const cancel = (id: unknown, as = 'demo-bank') =>
      server.request({ method: 'DELETE', url: url(card, `/${id}`), as });
    const first = (await allow(card)).json.exception_id;
    expect((await cancel(first)).json.state).toBe('CANCELLED');
    expect((await cancel(first)).json.state).toBe('CANCELLED');
    expect(await pay(card)).toBe('57 MASTER_OFF');
    const second = (await allow(card)).json.exception_id;
    await pay(card);
    expect((await cancel(second)).json).toMatchObject({ error_code: '420' });
    expect((await cancel(randomUUID())).json).toMatchObject({ error_code: '322' });
    expect((await cancel('no uuid')).json).toMatchObject({ error_code: '322' });
    expect((await cancel(second, 'other-bank')).json).toMatchObject({ error_code: '302' });
    const third = (await allow(card)).json.exception_id;
    await server.db.sql(
      `update account_exceptions set valid_until = created_at - interval '1 s' where exception_id = $1`,
      [third],
    );
    expect(await pay(card)).toBe('57 MASTER_OFF');
    expect(await states(card)).toEqual(expect.arrayContaining(['EXPIRED', 'USED', 'CANCELLED']));
  });

  it.each([
    [{ mcc: '5411' }, '106', 'mcc'],
    [{ merchantId: undefined }, '103', 'merchantId'],
    [{ maxAmount: '0.00' }, '105', 'maxAmount'],
    [{ maxAmount: '1.001' }, '105', 'maxAmount'],
    [{ currency: 'USD' }, '106', 'currency'],
    [{ maxAmount: '10000.01' }, '106', 'maxAmount'],
    [{ validUntil: '2026-11-19T08:00:00Z' }, '106', 'validUntil'],
    [{ validUntil: '2026-11-22T08:00:00Z' }, '106', 'validUntil'],
    [{ reason: '' }, '103', 'reason'],
  ])('is refused with %j: %s', async (more, code, path) => {
    const card = await issueCard(server);
    const { status, json } = await allow(card, more);
    expect(status).toBe(400);
    expect((json.errors as object[])[0]).toMatchObject({ code, path });
    expect(await list(card)).toEqual([]);
  });

  it('belongs to the bank of the account, and requires a grant in the configuration of the bank', async () => {
    const card = await issueCard(server);
    expect((await allow(card, {}, 'other-bank')).json).toMatchObject({ error_code: '302' });
    const other = await issueCard(server, { as: 'other-bank' });
    expect((await allow(other, {}, 'other-bank')).json).toMatchObject({ error_code: '420' });
  });

  it('is compared with the billing amount of a payment in another currency', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await set(card, { ecomStatus: 'OFF', masterStatus: 'ON' });
    expect((await allow(card, { currency: 'AED' })).json).toMatchObject({ state: 'OPEN', currency: 'AED' });
    const dollars = (billing: number) =>
      pay(card, {
        ...amountOf(billing),
        Transaction_Amount: '000000000001',
        Currency_Code_Transaction: '840',
      });
    expect(await dollars(5_001)).toBe('57 ECOM_OFF');
    expect(await states(card)).toEqual(['OPEN']);
    const cheap = { Transaction_Amount: '000099999999', Currency_Code_Transaction: '840' };
    expect(await pay(card, { ...amountOf(5_000), ...cheap })).toBe('00 APPROVED');
    expect(await states(card)).toEqual(['USED']);
  });

  it('requires a grant in the currency of the account', async () => {
    const card = await issueCard(server, { currency: 'KWD' });
    expect((await allow(card, { maxAmount: '1.000' })).json).toMatchObject({ error_code: '420' });
  });

  it("follows the grants of a person's roles: their maximum amount, and none without a grant", async () => {
    const card = await issueCard(server, { available: '100.00' });
    const [agent, operations, analyst] = await Promise.all(
      ['layla', 'omar', 'noor'].map((name) => signInDemo(server, name)),
    );
    const allowAs = async (who: typeof agent, maxAmount: string) => {
      const { status, json } = await who!.send('POST', url(card), { ...CONTENT, maxAmount });
      return [status, json.error_code ?? json.state];
    };
    expect(await allowAs(agent, '500.00')).toEqual([200, 'OPEN']);
    expect(await allowAs(agent, '500.01')).toEqual([400, '106']);
    expect(await allowAs(operations, '500.01')).toEqual([200, 'OPEN']);
    expect((await allowAs(analyst, '1.00'))[0]).toBe(403);
    const grants = server.db.sql;
    await grants(
      `update banks set card_control = jsonb_set(card_control::jsonb, '{payment_exceptions}', '[]') where bank_id = 'DEMO'`,
    );
    await server.server.periodicJobs.runDue();
    expect(await allowAs(agent, '1.00')).toEqual([409, '420']);
    await grants(
      `update banks set card_control = jsonb_set(card_control::jsonb, '{payment_exceptions}', $1::jsonb) where bank_id = 'DEMO'`,
      [JSON.stringify([{ role: 'client', max_amount: '10000.00', per_day: 1000 }])],
    );
    await server.server.periodicJobs.runDue();
  });

  it('is recorded in the audit log', async () => {
    const card = await issueCard(server);
    const { json } = await allow(card);
    const rows = await server.db.sql(
      `select actor, outcome, details from audit_log where subject = $1 and outcome like 'exception%' order by audit_id`,
      [`account:${card.accountNumber}`],
    );
    expect(rows).toEqual([
      {
        actor: 'demo-bank',
        outcome: 'exception created',
        details: { exception: json.exception_id, reason: 'On the phone' },
      },
    ]);
  });
});
