import { describe, expect, it } from 'vitest';
import { codesOf, expectProblem, issueInsuredCard, listInsurance } from '../../testing/cards/insurance.ts';
import { addCard, issueAccount, sameMaskNumbers } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
const card = fileResource(() => issueInsuredCard(server));

describe('the card in the path', () => {
  const named = (id: string, type?: string, key = 'card_identify_type') =>
    listInsurance(server, id, { query: type === undefined ? '' : `?${key}=${encodeURIComponent(type)}` });

  it('may be an EXID, with or without that type', async () => {
    for (const type of [undefined, 'EXID']) {
      const { json, headers } = await named(card.exid, type);
      expect(json).toMatchObject({ card_identifier_id: card.exid, card_identifier_type: 'EXID' });
      expect(headers['contract-warnings']).toBeUndefined();
    }
  });

  it('may be a full card number, which is returned masked', async () => {
    const answer = await named(card.cardNumber, 'CONTRACT_NUMBER');
    expect(answer.json).toMatchObject({
      card_identifier_id: `400000XXXXXX${card.cardNumber.slice(-4)}`,
      card_identifier_type: 'CONTRACT_NUMBER',
    });
    expect(codesOf(answer)).toEqual(['01', '02', '03']);
    expect(answer.text).not.toContain(card.cardNumber);
  });

  it.each(['X', 'x', '*'])('may be a card number masked with %s, which is returned as sent', async (sign) => {
    const masked = `400000${sign.repeat(6)}${card.cardNumber.slice(-4)}`;
    const answer = await named(masked, 'CONTRACT_NUMBER');
    expect(answer.json).toMatchObject({ card_identifier_id: masked, card_identifier_type: 'CONTRACT_NUMBER' });
    expect(codesOf(answer)).toEqual(['01', '02', '03']);
  });

  it('returns 310 if it matches several cards', async () => {
    const account = await issueAccount(server);
    const [one, other] = sameMaskNumbers('400000', 2) as [string, string];
    const first = await addCard(server, account, { number: one });
    await addCard(server, account, { number: other });
    expectProblem(await named(first.masked, 'CONTRACT_NUMBER'), 409, '310');
    expect((await named(one, 'CONTRACT_NUMBER')).status).toBe(200);
  });

  it.each([
    ['CONTRACT_NUMBER/EXID', 1],
    ['CONTRACT_NUMBER / EXID', 1],
  ])('is looked up as number and as EXID with the type %s, with a warning', async (type, warnings) => {
    for (const [id, expected] of [
      [card.exid, card.exid],
      [card.cardNumber, card.masked],
      [card.masked, card.masked],
    ] as const) {
      const { json, headers } = await named(id, type);
      expect(json).toMatchObject({ card_identifier_id: expected, card_identifier_type: 'CONTRACT_NUMBER/EXID' });
      expect(headers['contract-warnings']).toBe(String(warnings));
    }
  });

  it('is looked up only as its type states', async () => {
    expectProblem(await named(card.cardNumber), 404, '303');
    expectProblem(await named(card.masked, 'EXID'), 404, '303');
    expectProblem(await named(card.exid, 'CONTRACT_NUMBER'), 404, '303');
    expectProblem(await named('NOT-A-CARD-AT-ALL', 'CONTRACT_NUMBER/EXID'), 404, '303');
  });

  it('may have its type under the alternative parameter name, with a warning', async () => {
    const { json, headers } = await named(card.cardNumber, 'CONTRACT_NUMBER', 'card_identifier_type');
    expect(json.card_identifier_type).toBe('CONTRACT_NUMBER');
    expect(headers['contract-warnings']).toBe('1');
    const response = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-bank' });
    expect(response.json.warnings).toContainEqual(
      expect.objectContaining({
        operation: 'insurance.list-programs',
        path: 'card_identifier_type',
        rule: 'other-key',
      }),
    );
  });

  it('may have 20 digits, with a warning, whether or not the card exists', async () => {
    const long = '90000000000000000017';
    const missing = await named(long);
    expectProblem(missing, 404, '303');
    expect(missing.headers['contract-warnings']).toBe('1');
    // a 20-digit EXID, taken over with the cards of another system: EXIDs that this system issues have 19 digits
    await server.db.sql(
      `insert into card_directory (bank_id, exid, account_id, card_id)
       select bank_id, $2, account_id, card_id from card_directory where exid = $1`,
      [card.exid, long],
    );
    const found = await named(long);
    expect(found.json).toMatchObject({ card_identifier_id: long, card_identifier_type: 'EXID' });
    expect(codesOf(found)).toEqual(['01', '02', '03']);
    expect(found.headers['contract-warnings']).toBe('1');
    const response = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-bank' });
    expect(response.json.warnings).toContainEqual(
      expect.objectContaining({
        operation: 'insurance.list-programs',
        path: 'card_identifier_id',
        rule: 'long-identifier',
        count: 2,
      }),
    );
    expect(response.text).not.toContain(long);
  });

  it.each([
    ['15 characters', '900000000000000', '104'],
    ['21 digits', '900000000000000000001', '104'],
    ['20 characters that are no digits', 'ABCDEFGHIJKLMNOPQRST', '104'],
  ])('is refused with %s', async (_what, id, code) => {
    const answer = await named(id);
    expectProblem(answer, 400, code);
    expect(answer.json.errors).toEqual([{ path: 'card_identifier_id', code, message: expect.any(String) }]);
  });

  it.each([
    ['', '106'],
    ['exid', '106'],
    ['TOKEN', '106'],
    ['CONTRACT_NUMBERS', '104'],
  ])('cannot have the type %j', async (type, code) => {
    const answer = await named(card.exid, type);
    expect(answer.json.errors).toEqual([{ path: 'card_identify_type', code, message: expect.any(String) }]);
  });

  it('cannot have two types', async () => {
    const query = '?card_identify_type=EXID&card_identify_type=CONTRACT_NUMBER';
    const answer = await listInsurance(server, card.exid, { query });
    expect(answer.json.errors).toEqual([{ path: 'card_identify_type', code: '105', message: 'must be a string' }]);
  });
});
