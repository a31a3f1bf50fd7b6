import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

describe('reading an authorization', () => {
  const server = fileServer();
  const card = fileResource(() => issueCard(server, { available: '100.00' }));

  const read = (reference: unknown, query = '', as = 'demo-bank') =>
    server.request({ method: 'GET', url: `/V2/authorizations/${reference}${query}`, as });

  it('returns the decision, every evaluated rule with its input, and the message with its number masked', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card, { System_Trace_Audit_Number: '000077', Loyalty_Tier: 'GOLD' });
    const approved = await authorize(server, message);
    const { status, headers, json } = await read(message.Retrieval_Reference_Number);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json).toEqual({
      retrieval_reference_number: message.Retrieval_Reference_Number,
      system_trace_audit_number: '000077',
      acquiring_institution_code: '123456',
      state: 'RESERVED',
      action_code: '00',
      approval_code: approved.json.Approval_Code,
      rule: 'APPROVED',
      rule_version: 12,
      decided_at: '2026-11-20T08:00:00.000Z',
      settlement_date: '2026-11-20',
      card_identifier_id: card.exid,
      card_number: card.masked,
      account_number: card.accountNumber,
      currency: 'AED',
      amount: '25.00',
      reserved_amount: '25.00',
      trace: [
        { rule: 'FORMAT', verdict: 'PASS', saw: { findings: 0 } },
        { rule: 'CARD_FOUND', verdict: 'PASS', saw: { number_form: 'full', matches: 1 } },
        { rule: 'DUPLICATE', verdict: 'PASS', saw: { conflicts_with_earlier: false } },
        { rule: 'CARD_STATUS', verdict: 'PASS', saw: { status: 'ACTIVE' } },
        {
          rule: 'EXPIRY_SEQUENCE',
          verdict: 'PASS',
          saw: {
            card_expiry: '3012',
            message_expiry: '3012',
            local_date: '2026-11-20',
            card_sequence: '001',
            message_sequence: '001',
          },
        },
        { rule: 'CURRENCY', verdict: 'PASS', saw: { account_currency: '784', billing_currency: '784' } },
        { rule: 'AMOUNT', verdict: 'PASS', saw: { billing_minor: '2500', transaction_minor: '2500' } },
        {
          rule: 'RESTRICTIONS',
          verdict: 'PASS',
          saw: { entry: 'ECOM', is_cash: false, country: 'AE', is_foreign: false, in_force: '' },
        },
        {
          rule: 'SWITCHES',
          verdict: 'PASS',
          saw: { card_present: false, merchant_category: '5411', states: '' },
        },
        { rule: 'MERCHANT_GROUP', verdict: 'PASS', saw: { group: null, merchant_category: '5411' } },
        {
          rule: 'FOREIGN_USE',
          verdict: 'PASS',
          saw: { card_present_abroad: false, country: 'AE', allowed_by: null },
        },
        { rule: 'TRANSACTION_LIMITS', verdict: 'PASS', saw: { amount: '2500', limit: null, cash_limit: null } },
        ...['DAILY_LIMIT', 'MONTHLY_LIMIT', 'LIMIT1', 'LIMIT2', 'LIMIT3'].map((rule) => ({
          rule,
          verdict: 'PASS',
          saw: { limit: null, counter_before: '0', counter_after: '2500' },
        })),
        {
          rule: 'FUNDS',
          verdict: 'PASS',
          saw: { funds_check: true, available_before: '10000', available_after: '7500' },
        },
      ],
      events: [],
      message: { ...message, CARD_NUMBER: card.masked.replaceAll('X', '*') },
    });
  });

  it('reports the rule that declined, and ends the trace there', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card, { Transaction_Amount_Cardholder_Billing: '000001000000' });
    await authorize(server, message);
    const { json } = await read(message.Retrieval_Reference_Number);
    expect(json).toMatchObject({
      state: 'DECLINED',
      action_code: '51',
      approval_code: null,
      rule: 'INSUFFICIENT_FUNDS',
      amount: '10000.00',
      reserved_amount: '0.00',
    });
    const trace = json.trace as { rule: string; verdict: string; saw: object }[];
    expect(trace.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual([
      'FORMAT PASS',
      'CARD_FOUND PASS',
      'DUPLICATE PASS',
      'CARD_STATUS PASS',
      'EXPIRY_SEQUENCE PASS',
      'CURRENCY PASS',
      'AMOUNT PASS',
      'RESTRICTIONS PASS',
      'SWITCHES PASS',
      'MERCHANT_GROUP PASS',
      'FOREIGN_USE PASS',
      'TRANSACTION_LIMITS PASS',
      'DAILY_LIMIT PASS',
      'MONTHLY_LIMIT PASS',
      'LIMIT1 PASS',
      'LIMIT2 PASS',
      'LIMIT3 PASS',
      'FUNDS REFUSE',
    ]);
    expect(trace.at(-1)!.saw).toEqual({
      funds_check: true,
      available_before: '10000',
      available_after: '-990000',
    });
  });

  it("shows a message on a number of the bank's BIN that no card has", async () => {
    const cardNumber = luhnNumber('400000');
    const message = ecommerceMessage({ cardNumber, expiry: '3012' });
    await authorize(server, message);
    const { text, json } = await read(message.Retrieval_Reference_Number);
    expect(json).toMatchObject({
      state: 'DECLINED',
      action_code: '14',
      rule: 'CARD_NOT_FOUND',
      card_identifier_id: null,
      card_number: `400000XXXXXX${cardNumber.slice(-4)}`,
      account_number: null,
      currency: null,
      amount: null,
      reserved_amount: null,
    });
    expect(text).not.toContain(cardNumber);
  });

  it('lists its later events', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    const reference = message.Retrieval_Reference_Number;
    await authorize(server, message);
    await authorize(server, { ...message, Transaction_Amount_Cardholder_Billing: '000000003000' });
    server.clock.advance(60_000);
    const url = `/V2/authorizations/${reference}/reversal`;
    await server.request({ method: 'POST', url, as: 'demo-network', payload: { amount: '5.00' } });
    server.clock.set(TEST_NOW);
    const { json } = await read(reference);
    expect(json).toMatchObject({ state: 'RESERVED', amount: '25.00', reserved_amount: '20.00' });
    expect(json.events).toEqual([
      { kind: 'DUPLICATE_REFUSED', amount: '30.00', at: '2026-11-20T08:00:00.000Z' },
      { kind: 'REVERSAL', amount: '5.00', at: '2026-11-20T08:01:00.000Z' },
    ]);
  });

  it('repeats long JSON numbers of the message digit by digit', async () => {
    const message = ecommerceMessage(card);
    const account = '1234567890123456789012345678';
    await server.request({
      method: 'POST',
      url: '/V2/authorizations/Ecommerce',
      as: 'demo-network',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(message).replace(/"From_Account_No":"\d+"/, `"From_Account_No":${account}`),
    });
    expect((await read(message.Retrieval_Reference_Number)).text).toContain(`"From_Account_No":${account}`);
  });

  it('finds a reference with and without its leading zeros', async () => {
    const message = ecommerceMessage(card, { Retrieval_Reference_Number: '000000004711' });
    await authorize(server, message);
    for (const reference of ['000000004711', '4711']) {
      expect((await read(reference)).json.retrieval_reference_number).toBe('000000004711');
    }
  });

  it.each([
    ['12a', '105'],
    ['1234567890123', '104'],
    ['%20', '105'],
  ])('refuses %s, which cannot be a reference', async (reference, code) => {
    const { status, json } = await read(reference);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error_code: code, errors: [{ path: 'Retrieval_Reference_Number', code }] });
  });

  it('distinguishes authorizations with the same reference, and filters by acquirer and trace number', async () => {
    const reference = '000000009001';
    const send = async (acquirer: string, trace: string) => {
      const fields = { Acquiring_Institution_Code: acquirer, System_Trace_Audit_Number: trace };
      await authorize(server, ecommerceMessage(card, { Retrieval_Reference_Number: reference, ...fields }));
      server.clock.advance(1_000);
    };
    await send('111111', '000001');
    await send('111111', '000002');
    await send('222222', '000002');
    server.clock.set(TEST_NOW);
    const several = await read(reference);
    expect(several.status).toBe(409);
    expect(several.json).toMatchObject({
      title: 'Identifier matches more than one card',
      error_code: '310',
      detail: 'Several authorizations have this reference: narrow by acquirer and trace number',
    });
    const match = (acquiring_institution_code: string, system_trace_audit_number: string, decided_at: string) => ({
      acquiring_institution_code,
      system_trace_audit_number,
      decided_at,
      card_number: card.masked,
    });
    expect(several.json.matches).toEqual([
      match('222222', '000002', '2026-11-20T08:00:02.000Z'),
      match('111111', '000002', '2026-11-20T08:00:01.000Z'),
      match('111111', '000001', '2026-11-20T08:00:00.000Z'),
    ]);
    const readStatusOrTotal = async (query: string) => {
      const { status, json } = await read(reference, query);
      return status === 200 ? [json.acquiring_institution_code, json.system_trace_audit_number] : json.error_code;
    };
    expect(await readStatusOrTotal('?acquiring_institution_code=222222')).toEqual(['222222', '000002']);
    expect(await readStatusOrTotal('?system_trace_audit_number=000001')).toEqual(['111111', '000001']);
    expect(await readStatusOrTotal('?system_trace_audit_number=1')).toEqual(['111111', '000001']);
    expect(await readStatusOrTotal('?acquiring_institution_code=111111&system_trace_audit_number=2')).toEqual([
      '111111',
      '000002',
    ]);
    expect(await readStatusOrTotal('?acquiring_institution_code=111111')).toBe('310');
    expect(await readStatusOrTotal('?acquiring_institution_code=222222&system_trace_audit_number=1')).toBe('311');
  });

  it('returns to a network only its own messages, and to a bank all messages for its cards', async () => {
    const message = ecommerceMessage(card);
    const reference = message.Retrieval_Reference_Number;
    await authorize(server, message, 'reading-network');
    expect((await read(reference, '', 'reading-network')).status).toBe(200);
    expect((await read(reference, '', 'demo-bank')).status).toBe(200);
    const missing = await read('000000000001', '', 'second-network');
    expect(missing.json.error_code).toBe('311');
    expect((await read(reference, '', 'second-network')).text).toBe(missing.text);
    // demo-network may only write
    const answer = await read(reference, '', 'demo-network');
    expect(answer.status).toBe(403);
    expect(answer.json.error_code).toBe('202');
  });
});
