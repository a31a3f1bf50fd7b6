import { describe, expect, it } from 'vitest';
import { setCardStatus } from '../../../testing/cards/card-control.ts';
import {
  addCard,
  authorize,
  balances,
  ecommerceMessage,
  issueAccount,
  issueCard,
  luhnNumber,
  sameMaskNumbers,
} from '../../../testing/cards/issued-cards.ts';
import { type Answer, fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const NO_CODE = '      ';

describe('e-commerce authorization', () => {
  const server = fileServer();

  const changeStatus = (exid: string, value: string) => setCardStatus(server, exid, value);

  /** Expects a decline as a regular response: HTTP 200, no approval code, the rule's short name. */
  function expectDecline(answer: Answer, actionCode: string, reason: string): void {
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      Message_Type: 'Ecom_Resp',
      Action_Code: actionCode,
      Approval_Code: NO_CODE,
      Additional_Response_Data: reason,
    });
  }

  it('approves, returns exactly the fields of the Resp column and reserves the amount', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card, {
      Retrieval_Reference_Number: '632499000001',
      System_Trace_Audit_Number: '900001',
    });
    const answer = await authorize(server, message);
    expect(answer.status).toBe(200);
    expect(answer.headers['contract-warnings']).toBeUndefined();
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    expect(answer.json).toEqual({
      Message_Version: '1.0',
      Message_Type: 'Ecom_Resp',
      CARD_NUMBER: `${card.cardNumber.slice(0, 6)}******${card.cardNumber.slice(-4)}`,
      From_Account: 'Saving',
      Transaction_Amount: '000000002500',
      Transaction_Amount_Cardholder_Billing: '000000002500',
      Transmission_Date_Time: '20261120080000',
      System_Trace_Audit_Number: '900001',
      Local_Date_Time: '12:00:00',
      Card_Expiry_Date: '3012',
      Settlement_Date: '20261120',
      Capture_Date: '20261120',
      POS_Enty_Mode: '810',
      Card_Sequence_Number: '001',
      POS_Condition_Code: '59',
      Acquiring_Institution_Code: '123456',
      Retrieval_Reference_Number: '632499000001',
      Approval_Code: expect.stringMatching(/^\d{6}$/),
      Action_Code: '00',
      Card_Acceptor_Terminal_ID: 'WEB00001',
      Card_Acceptor_Identification_Code: 'SHOP00000000001',
      Additional_Response_Data: 'APPROVED',
      Currency_Code_Transaction: '784',
      Currency_Code_Cardholder_Billing: '784',
      From_Account_No: '001000000001',
    });
    expect(await balances(server, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it("serves a bank's own caller for its own cards", async () => {
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card), 'demo-bank')).json.Action_Code).toBe('00');
  });

  it("settles on the bank's own business date: from 18:00 in Berlin on, the next", async () => {
    const card = await issueCard(server, { as: 'other-bank' });
    const euro = { Currency_Code_Cardholder_Billing: '978' };
    server.clock.set('2026-11-20T16:59:59.999Z');
    const before = await authorize(server, ecommerceMessage(card, euro));
    server.clock.set('2026-11-20T17:00:00.000Z');
    const after = await authorize(server, ecommerceMessage(card, euro));
    server.clock.set(TEST_NOW);
    expect(before.json).toMatchObject({ Action_Code: '00', Settlement_Date: '20261120' });
    expect(after.json).toMatchObject({ Action_Code: '00', Settlement_Date: '20261121' });
  });

  describe('declines', () => {
    it('14 for a number that no card has: of a known BIN, of an unknown BIN, masked', async () => {
      for (const cardNumber of [luhnNumber('400000'), '9999990000000000', '400000XXXXXX0000', '4999999999990']) {
        expectDecline(
          await authorize(server, ecommerceMessage({ cardNumber, expiry: '3012' })),
          '14',
          'CARD_NOT_FOUND',
        );
      }
    });

    it('14 for a masked number that matches two cards, which their expiry dates distinguish', async () => {
      const account = await issueAccount(server);
      const [first, second, third] = sameMaskNumbers('400000', 3) as [string, string, string];
      const one = await addCard(server, account, { number: first, expiry: '2905' });
      await addCard(server, account, { number: second, expiry: '2906' });
      await addCard(server, account, { number: third, expiry: '2906' });
      const authorizeMasked = (expiry: string) =>
        authorize(server, ecommerceMessage({ cardNumber: one.masked, expiry }));
      expect((await authorizeMasked('2905')).json.Action_Code).toBe('00');
      expectDecline(await authorizeMasked('2906'), '14', 'CARD_AMBIGUOUS');
      expectDecline(await authorizeMasked('2907'), '14', 'CARD_NOT_FOUND');
      const full = await authorize(server, ecommerceMessage({ cardNumber: second, expiry: '2906' }));
      expect(full.json.Action_Code).toBe('00');
    });

    it.each([
      ['BLOCKED', '62'],
      ['LOST', '41'],
      ['STOLEN', '43'],
      ['CLOSED', '14'],
    ])('a %s card with %s', async (status, code) => {
      const card = await issueCard(server);
      await changeStatus(card.exid, status);
      expectDecline(await authorize(server, ecommerceMessage(card)), code, `CARD_${status}`);
      expect(await balances(server, card.accountNumber)).toBe('1000.00 0.00 1000.00');
    });

    it('54 after the month of expiry in the time zone of the bank', async () => {
      const account = await issueAccount(server);
      const card = await addCard(server, account, { expiry: '2611' });
      server.clock.set('2026-11-30T19:59:59.999Z');
      const before = await authorize(server, ecommerceMessage(card));
      server.clock.set('2026-11-30T20:00:00.000Z');
      const after = await authorize(server, ecommerceMessage(card));
      server.clock.set(TEST_NOW);
      expect(before.json.Action_Code).toBe('00');
      expectDecline(after, '54', 'CARD_EXPIRED');
    });

    it.each([
      ['54', 'EXPIRY_MISMATCH', { Card_Expiry_Date: '3101' }],
      ['05', 'SEQUENCE_MISMATCH', { Card_Sequence_Number: '002' }],
      ['12', 'CURRENCY_MISMATCH', { Currency_Code_Cardholder_Billing: '840' }],
      ['13', 'AMOUNT_ZERO', { Transaction_Amount_Cardholder_Billing: '000000000000' }],
      ['13', 'AMOUNT_ZERO', { Transaction_Amount: 0 }],
      ['51', 'INSUFFICIENT_FUNDS', { Transaction_Amount_Cardholder_Billing: '000000100001' }],
    ])('%s %s for %j', async (code, reason, fields) => {
      const card = await issueCard(server);
      expectDecline(await authorize(server, ecommerceMessage(card, fields)), code, reason);
      expect(await balances(server, card.accountNumber)).toBe('1000.00 0.00 1000.00');
    });
  });

  it('approves the last minor unit and declines the next', async () => {
    const card = await issueCard(server, { available: '25.01' });
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const cent = { Transaction_Amount_Cardholder_Billing: '000000000001' };
    expect((await authorize(server, ecommerceMessage(card, cent))).json.Action_Code).toBe('00');
    expectDecline(await authorize(server, ecommerceMessage(card, cent)), '51', 'INSUFFICIENT_FUNDS');
    expect(await balances(server, card.accountNumber)).toBe('0.00 25.01 25.01');
  });

  it("reserves the billing amount, whatever the acquirer's amount", async () => {
    const card = await issueCard(server, { available: '100.00' });
    const fields = { Transaction_Amount: '000000001000', Currency_Code_Transaction: '840' };
    const billedFields = { ...fields, Transaction_Amount_Cardholder_Billing: '000000003673' };
    expect((await authorize(server, ecommerceMessage(card, billedFields))).json.Action_Code).toBe('00');
    expect(await balances(server, card.accountNumber)).toBe('63.27 36.73 100.00');
  });

  it.each([
    ['JPY', '392', '2000', '1500', '500 1500 2000'],
    ['KWD', '414', '2.000', '1500', '0.500 1.500 2.000'],
  ])(
    "uses the minor units of the account's own currency: %s",
    async (currency, number, available, minor, remaining) => {
      const card = await issueCard(server, { available, currency });
      const fields = { Transaction_Amount_Cardholder_Billing: minor, Currency_Code_Cardholder_Billing: number };
      expect((await authorize(server, ecommerceMessage(card, fields))).json.Action_Code).toBe('00');
      expect(await balances(server, card.accountNumber)).toBe(remaining);
    },
  );

  it('approves beyond the available amount if the bank keeps the balance in another system', async () => {
    const custom = [{ key: 'CN-FUNDS_CHECK_IND', value: 'N' }];
    const card = await issueCard(server, { available: '10.00', custom });
    for (let times = 0; times < 2; times++)
      expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    expect(await balances(server, card.accountNumber)).toBe('-40.00 50.00 10.00');
  });

  it('approves exactly 73 of 200 concurrent messages on an account with funds for 73', async () => {
    const card = await issueCard(server, { available: '1825.00' });
    const messages = Array.from({ length: 200 }, () => ecommerceMessage(card));
    const answers = await Promise.all(messages.map((message) => authorize(server, message)));
    const codes = answers.map((answer) => answer.json.Action_Code);
    expect(codes.filter((code) => code === '00')).toHaveLength(73);
    expect(codes.filter((code) => code === '51')).toHaveLength(127);
    expect(await balances(server, card.accountNumber)).toBe('0.00 1825.00 1825.00');
  });
});
