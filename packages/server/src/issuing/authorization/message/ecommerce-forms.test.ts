import { describe, expect, it } from 'vitest';
import { addCard, authorize, ecommerceMessage, issueAccount, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';

/** 19 digits that a double cannot represent, with a Luhn check digit. */
const LONG_NUMBER = '4000001234567890124';

describe('forms of the e-commerce message', () => {
  const server = fileServer();
  const card = fileResource(() => issueCard(server, { available: '100000.00' }));

  /** Sends a message as text, so that JSON numbers have all their digits. */
  const sendText = (text: string) =>
    server.request({
      method: 'POST',
      url: '/V2/authorizations/Ecommerce',
      as: 'demo-network',
      headers: { 'content-type': 'application/json' },
      payload: text,
    });

  it('repeats JSON numbers exactly, to the last of 28 digits', async () => {
    const account = await issueAccount(server);
    await addCard(server, account, { number: LONG_NUMBER });
    const text = JSON.stringify(ecommerceMessage({ cardNumber: LONG_NUMBER, expiry: '3012' }))
      .replace(/"CARD_NUMBER":"(\d+)"/, '"CARD_NUMBER":$1')
      .replace(/"Transaction_Amount":"\d+"/, '"Transaction_Amount":1250')
      .replace(/"Transaction_Amount_Cardholder_Billing":"\d+"/, '"Transaction_Amount_Cardholder_Billing":1250')
      .replace(/"System_Trace_Audit_Number":"\d+"/, '"System_Trace_Audit_Number":4711')
      .replace(/"POS_Enty_Mode":"\d+"/, '"POS_Enty_Mode":810')
      .replace(/"Retrieval_Reference_Number":"\d+"/, '"Retrieval_Reference_Number":632477000001')
      .replace(/"From_Account_No":"\d+"/, '"From_Account_No":1234567890123456789012345678');
    const { json, text: answerText } = await sendText(text);
    expect(json.Action_Code).toBe('00');
    expect(json.CARD_NUMBER).toBe('400000*********0124');
    // the response always has amounts of 12 digits
    expect(json.Transaction_Amount).toBe('000000001250');
    expect(json.Transaction_Amount_Cardholder_Billing).toBe('000000001250');
    expect(answerText).toContain('"System_Trace_Audit_Number":4711,');
    expect(answerText).toContain('"POS_Enty_Mode":810,');
    expect(answerText).toContain('"Retrieval_Reference_Number":632477000001,');
    expect(answerText).toContain('"From_Account_No":1234567890123456789012345678,');
  });

  it.each([
    ['Card_Number', 'CARD_NUMBER'],
    ['Card_Number ', 'CARD_NUMBER'],
    ['Capture Date', 'Capture_Date'],
  ])('reads the key %j and returns the spelling of the table, with a warning', async (alias, key) => {
    const { [key]: value, ...rest } = ecommerceMessage(card);
    const answer = await authorize(server, { ...rest, [alias]: value });
    expect(answer.json).toMatchObject({ Action_Code: '00', Capture_Date: '20261120' });
    expect(answer.json.CARD_NUMBER).toBe(card.masked.replaceAll('X', '*'));
    expect(Object.keys(answer.json)).not.toContain(alias);
    expect(answer.headers['contract-warnings']).toBe('1');
  });

  it.each(['X', 'x', '*'])(
    'finds the card by its number masked with %s, and returns it masked with *',
    async (mask) => {
      const answer = await authorize(
        server,
        ecommerceMessage(card, { CARD_NUMBER: card.masked.replaceAll('X', mask) }),
      );
      expect(answer.json).toMatchObject({ Action_Code: '00', CARD_NUMBER: card.masked.replaceAll('X', '*') });
    },
  );

  it.each(['3012', '203012', '20301231', '12/30', '12/2030'])('reads the expiry %s and repeats it', async (expiry) => {
    const answer = await authorize(server, ecommerceMessage(card, { Card_Expiry_Date: expiry }));
    expect(answer.json).toMatchObject({ Action_Code: '00', Card_Expiry_Date: expiry });
  });

  it.each([
    ['3011', '54'],
    ['203011', '54'],
    ['20301130', '54'],
    ['11/30', '54'],
    ['11/2030', '54'],
    ['3013', '30'],
    ['13/30', '30'],
    ['203000', '30'],
    ['Dec 2030', '30'],
  ])("notices in every form an expiry that is not the card's: %s is %s", async (expiry, code) => {
    const answer = await authorize(server, ecommerceMessage(card, { Card_Expiry_Date: expiry }));
    expect(answer.json.Action_Code).toBe(code);
  });

  it.each(['20261120080000', '1120080000', '080000', '08:00:00', '20/11/26 08:00:00', '20/11/yy 08:00:00'])(
    'reads the date and time %j in both fields and repeats it',
    async (time) => {
      const fields = { Transmission_Date_Time: time, Local_Date_Time: time };
      const answer = await authorize(server, ecommerceMessage(card, fields));
      expect(answer.json).toMatchObject({ Action_Code: '00', ...fields });
    },
  );

  it.each(['2026-11-20T08:00:00Z', '20261320080000', '240000', '08:60:00', '32/11/26 08:00:00', 'now'])(
    'declines the date and time %j with 30',
    async (time) => {
      const answer = await authorize(server, ecommerceMessage(card, { Transmission_Date_Time: time }));
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        Action_Code: '30',
        Approval_Code: '      ',
        Additional_Response_Data: 'FORMAT Transmission_Date',
      });
    },
  );

  it.each([
    ['1', '1', 1],
    ['2500', '000000002500', 1],
    ['000000002500', '000000002500', 0],
    [2500, '000000002500', 1],
  ])('returns the amount %j as 12 digits', async (amount, amountText, warnings) => {
    const twelveDigits = amountText.padStart(12, '0');
    const answer = await authorize(server, ecommerceMessage(card, { Transaction_Amount: amount }));
    expect(answer.json).toMatchObject({ Action_Code: '00', Transaction_Amount: twelveDigits });
    expect(answer.headers['contract-warnings'] ?? '0').toBe(String(warnings));
  });

  it.each(['Saving', 'Credit', 'Current'])('takes the account type %s', async (type) => {
    const answer = await authorize(server, ecommerceMessage(card, { From_Account: type }));
    expect(answer.json).toMatchObject({ Action_Code: '00', From_Account: type });
  });

  it('repeats an optional field that the request has, and leaves out one that it lacks', async () => {
    const answer = await authorize(server, ecommerceMessage(card, { Currency_Conversion_Date: '20261119' }));
    expect(answer.json.Currency_Conversion_Date).toBe('20261119');
    const absent = await authorize(server, ecommerceMessage(card));
    expect(Object.keys(absent.json)).not.toContain('Currency_Conversion_Date');
  });

  it('is served under both versions', async () => {
    for (const [version, status] of [
      ['V1', '1.0 BETA'],
      ['V2', '2.0'],
    ]) {
      const url = `/${version}/authorizations/Ecommerce`;
      const answer = await server.request({ method: 'POST', url, as: 'demo-network', payload: ecommerceMessage(card) });
      expect(answer.json.Action_Code).toBe('00');
      expect(answer.headers['interface-version']).toBe(status);
    }
  });

  it.each([
    ['a text', (number: string) => `"From_Account_No":"${number}"`],
    ['a JSON number', (number: string) => `"From_Account_No":${number}`],
    ['an unknown number', (number: string) => `"From_Account_No":"1","PAN_COPY":${number}`],
    ['an unknown object', (number: string) => `"From_Account_No":"1","More":{"list":[{"${number}":"<${number}>"}]}`],
  ])('stores and returns the card number masked, even in another field: %s', async (_what, written) => {
    const message = ecommerceMessage(card);
    const reference = String(message.Retrieval_Reference_Number);
    const text = JSON.stringify(message).replace(/"From_Account_No":"\d+"/, written(card.cardNumber));
    const answer = await sendText(text);
    expect(answer.json.Action_Code).toBe('00');
    expect(answer.text).not.toContain(card.cardNumber);
    const [row] = await server.db.sql<{ message: string }>(
      'select message from authorizations where retrieval_reference = $1',
      [reference],
    );
    expect(row!.message).not.toContain(card.cardNumber);
    expect(row!.message).toContain(card.masked.replaceAll('X', '*'));
    const read = await server.request({ method: 'GET', url: `/V2/authorizations/${reference}`, as: 'demo-bank' });
    expect(read.status).toBe(200);
    expect((await sendText(text)).text).toBe(answer.text);
  });

  it('never stores what must not be stored, whatever its key', async () => {
    const secrets = { CVV2: '9871', cvc: '9872', PIN_BLOCK: '9873', Track_2_Data: '9874', ICC_Data: '9875' };
    const message = ecommerceMessage(card, { ...secrets, Loyalty_Tier: 'GOLD-9876' });
    expect((await authorize(server, message)).json.Action_Code).toBe('00');
    const [row] = await server.db.sql<{ message: string }>(
      'select message from authorizations where retrieval_reference = $1',
      [String(message.Retrieval_Reference_Number)],
    );
    for (const secret of Object.values(secrets)) expect(row!.message).not.toContain(`"${secret}"`);
    expect(row!.message).toContain('GOLD-9876');
  });
});
