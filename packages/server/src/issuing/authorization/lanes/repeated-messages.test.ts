import { describe, expect, it } from 'vitest';
import { setCardStatus } from '../../../testing/cards/card-control.ts';
import { authorize, balances, ecommerceMessage, issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

describe('a repeated e-commerce message', () => {
  const server = fileServer();

  const eventsOf = (reference: unknown) =>
    server.db.sql<{ kind: string; amount_minor: string; event: number }>(
      `select e.kind, e.amount_minor::text, e.event from authorization_events e
         join authorizations z using (bucket, account_id, message_key) where z.retrieval_reference = $1 order by e.event`,
      [String(reference)],
    );
  const countOf = async (reference: unknown) => {
    const rows = await server.db.sql<{ count: number }>(
      'select count(*)::int from authorizations where retrieval_reference = $1',
      [String(reference)],
    );
    return rows[0]!.count;
  };

  it('gets the same response, marked as replayed, and is counted once', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    const first = await authorize(server, message);
    const again = await authorize(server, message);
    expect(first.json.Action_Code).toBe('00');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await balances(server, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it('gets the response in the form of the first message, digit by digit, if that held long JSON numbers', async () => {
    const card = await issueCard(server);
    const text = JSON.stringify(ecommerceMessage(card, { Loyalty: 'x' }))
      .replace(/"From_Account_No":"\d+"/, '"From_Account_No":1234567890123456789012345678')
      .replace('"Loyalty":"x"', '"Loyalty":1.10');
    const send = () =>
      server.request({
        method: 'POST',
        url: '/V2/authorizations/Ecommerce',
        as: 'demo-network',
        headers: { 'content-type': 'application/json' },
        payload: text,
      });
    const first = await send();
    expect(first.text).toContain('"From_Account_No":1234567890123456789012345678,');
    expect((await send()).text).toBe(first.text);
  });

  it('gets its first response if twenty copies arrive at once: one is decided, nineteen are replayed', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(server, message)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
    expect(await countOf(message.Retrieval_Reference_Number)).toBe(1);
    expect(await balances(server, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it('is decided once even if no card has its number and twenty copies arrive at once', async () => {
    const message = ecommerceMessage({ cardNumber: luhnNumber('400000'), expiry: '3012' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(server, message)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.json.Action_Code).toBe('14');
    expect(await countOf(message.Retrieval_Reference_Number)).toBe(1);
  });

  it('is the same message by full and by masked number, in every notation of its numbers', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card, { System_Trace_Audit_Number: '000042' });
    const first = await authorize(server, message);
    for (const fields of [
      { CARD_NUMBER: card.masked },
      { System_Trace_Audit_Number: 42 },
      { Transaction_Amount: 2500, Transaction_Amount_Cardholder_Billing: '2500' },
      { Merchant_Type: '5999' },
    ]) {
      const again = await authorize(server, { ...message, ...fields });
      expect(again.text, JSON.stringify(fields)).toBe(first.text);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
    expect(await balances(server, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it('keeps its response after changes of funds, status and month', async () => {
    const card = await issueCard(server, { available: '10.00' });
    const poor = ecommerceMessage(card);
    const declined = await authorize(server, poor);
    expect(declined.json.Action_Code).toBe('51');
    await server.envelope('accounts.post-transaction', {
      account_identifier_id: card.accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
      transaction: {
        transaction_code: 'CREDIT',
        transaction_date: '2026-11-20',
        amount: '90.00',
        currency: 'AED',
        transaction_ref_number: 'TOP-UP',
      },
    });
    expect((await authorize(server, poor)).text).toBe(declined.text);
    const rich = ecommerceMessage(card);
    const approved = await authorize(server, rich);
    expect(approved.json.Action_Code).toBe('00');
    await setCardStatus(server, card.exid, 'LOST');
    server.clock.set('2026-12-15T08:00:00.000Z');
    const later = await authorize(server, rich);
    const other = await authorize(server, ecommerceMessage(card));
    server.clock.set(TEST_NOW);
    expect(later.text).toBe(approved.text);
    expect(other.json.Action_Code).toBe('41');
    expect(await balances(server, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it.each([
    ['Acquiring_Institution_Code', '654321'],
    ['Retrieval_Reference_Number', '699999999999'],
    ['System_Trace_Audit_Number', '999999'],
    ['Transmission_Date_Time', '20261120080001'],
  ])('is another message with another %s', async (field, value) => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    const first = await authorize(server, message);
    const other = await authorize(server, { ...message, [field]: value });
    expect(other.headers['idempotent-replayed']).toBeUndefined();
    expect(other.json.Action_Code).toBe('00');
    expect(other.json.Approval_Code).not.toBe(first.json.Approval_Code);
    expect(await balances(server, card.accountNumber)).toBe('50.00 50.00 100.00');
  });

  it('is another message with another card', async () => {
    const [one, other] = [await issueCard(server), await issueCard(server)];
    const message = ecommerceMessage(one);
    expect((await authorize(server, message)).json.Action_Code).toBe('00');
    const second = await authorize(server, { ...message, CARD_NUMBER: other.cardNumber });
    expect(second.json.Action_Code).toBe('00');
    expect(second.headers['idempotent-replayed']).toBeUndefined();
  });

  it.each([
    { Transaction_Amount: '000000002501' },
    { Transaction_Amount_Cardholder_Billing: '000000002501' },
    { Currency_Code_Transaction: '840' },
    { Currency_Code_Cardholder_Billing: '840' },
  ])('is refused with 94 and recorded if it requests %j; the first decision remains', async (fields) => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    const first = await authorize(server, message);
    const decline = await authorize(server, { ...message, ...fields });
    expect(decline.status).toBe(200);
    expect(decline.headers['idempotent-replayed']).toBeUndefined();
    expect(decline.json).toMatchObject({
      ...fields,
      Action_Code: '94',
      Approval_Code: '      ',
      Additional_Response_Data: 'DUPLICATE',
    });
    const amount = fields.Transaction_Amount_Cardholder_Billing === undefined ? '2500' : '2501';
    const events = await eventsOf(message.Retrieval_Reference_Number);
    expect(events).toEqual([{ kind: 'DUPLICATE_REFUSED', amount_minor: amount, event: 0 }]);
    expect((await authorize(server, message)).text).toBe(first.text);
    expect(await balances(server, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it('is refused and recorded each time, if twenty copies with another amount arrive at once', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    const message = ecommerceMessage(card);
    const messages = Array.from({ length: 21 }, (_, at) => ({
      ...message,
      Transaction_Amount_Cardholder_Billing: String(2500 + at),
    }));
    const codes = (await Promise.all(messages.map((one) => authorize(server, one)))).map(
      ({ json }) => json.Action_Code,
    );
    expect(codes.filter((code) => code === '00')).toHaveLength(1);
    expect(codes.filter((code) => code === '94')).toHaveLength(20);
    const approved = 2500 + codes.indexOf('00');
    const events = await eventsOf(message.Retrieval_Reference_Number);
    expect(events.map(({ event }) => event)).toEqual(Array.from({ length: 20 }, (_, at) => at));
    const declines = messages.map((one) => Number(one.Transaction_Amount_Cardholder_Billing));
    expect(events.map(({ amount_minor }) => Number(amount_minor)).sort()).toEqual(
      declines.filter((amount) => amount !== approved),
    );
    const [row] = await server.db.sql('select reserved_minor::int from accounts where account_number = $1', [
      card.accountNumber,
    ]);
    expect(row).toEqual({ reserved_minor: approved });
  });
});
