import { describe, expect, it } from 'vitest';
import { addCard, issueAccount, issueCard, sameMaskNumbers } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type EnvelopeOptions, fileServer } from '../../testing/test-server.ts';

describe('card details', () => {
  const server = fileServer();
  const card = fileResource(() => issueCard(server));

  const enquire = (id: string, type: string, more: EnvelopeOptions = {}) =>
    server.envelope('cards.enquire-card', { card_identifier_id: id, card_identifier_type: type }, more);

  it('contain every public fact of the card, and never its full number', async () => {
    const { http, header, body } = await enquire(card.exid, 'EXID');
    expect(http.status).toBe(200);
    expect(header.msg_function).toBe('REP_CARD_DETAILS');
    expect(body).toEqual({
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      card_number: `400000XXXXXX${card.cardNumber.slice(-4)}`,
      card_status: 'ACTIVE',
      card_expiry_date: '3012',
      card_sequence_number: '001',
      cardholder_name: 'TEST HOLDER',
      card_role: 'P',
      card_type: 'DEBIT',
      card_virtual_indicator: 'V',
      bin_number: '400000',
      product_code: 'DEBIT-CLASSIC',
      currency: 'AED',
      account_number: card.accountNumber,
      customer_id: card.customerId,
    });
  });

  it.each([
    ['the full number', () => card.cardNumber],
    ['a number masked with X', () => card.masked],
    ['a number masked with x', () => card.masked.replaceAll('X', 'x')],
    ['a number masked with *', () => card.masked.replaceAll('X', '*')],
  ])('are found by %s', async (_what, id) => {
    const { http, body } = await enquire(id(), 'CONTRACT_NUMBER');
    expect(body).toMatchObject({ card_identifier_id: card.exid, card_number: card.masked });
    expect(http.text).not.toContain(card.cardNumber);
    expect(server.logs.join('')).not.toContain(card.cardNumber);
  });

  it.each(['CONTRACT_NUMBER/EXID', 'CONTRACT_NUMBER / EXID', ' CONTRACT_NUMBER/EXID '])(
    'are found by number or EXID with the type %j, with a warning',
    async (type) => {
      for (const id of [card.exid, card.cardNumber, card.masked]) {
        const { http, body } = await enquire(id, type);
        expect(body.card_identifier_id, id).toBe(card.exid);
        expect(http.headers['contract-warnings']).toBe('1');
      }
    },
  );

  it('are not found by an EXID with the type of a number, or by a number with the type EXID', async () => {
    for (const [id, type] of [
      [card.exid, 'CONTRACT_NUMBER'],
      [card.cardNumber, 'EXID'],
      [card.masked, 'EXID'],
    ] as const) {
      const { http, exception } = await enquire(id, type);
      expect(http.status).toBe(404);
      expect(exception).toMatchObject({ status: 'F', error_code: '303', error_description: 'Card not found' });
    }
    expect((await enquire(card.exid, 'PAN')).exception.error_code).toBe('106');
  });

  it.each(['400000XX1234', '40000', 'no card at all', '400000123456', '40000012345678901234', '٤٠٠٠٠٠١٢٣٤٥٦٧٨٩٩'])(
    'are not found by %j: 303',
    async (id) => {
      expect((await enquire(id, 'CONTRACT_NUMBER/EXID')).exception.error_code).toBe('303');
    },
  );

  it('return 310 if a masked number matches several cards, and are found by each full number', async () => {
    const account = await issueAccount(server);
    const [first, second] = sameMaskNumbers('400000', 2) as [string, string];
    const one = await addCard(server, account, { number: first });
    expect((await enquire(one.masked, 'CONTRACT_NUMBER')).body.card_identifier_id).toBe(one.exid);
    const other = await addCard(server, account, { number: second });
    expect(other.masked).toBe(one.masked);
    const { http, exception, body } = await enquire(one.masked, 'CONTRACT_NUMBER');
    expect(http.status).toBe(409);
    expect(exception).toMatchObject({ error_code: '310', error_description: 'Identifier matches more than one card' });
    expect(body.errors).toEqual([{ path: '', code: '310', message: 'Identifier matches more than one card' }]);
    expect((await enquire(first, 'CONTRACT_NUMBER')).body.card_identifier_id).toBe(one.exid);
    expect((await enquire(second, 'CONTRACT_NUMBER')).body.card_identifier_id).toBe(other.exid);
  });
});
