import { describe, expect, it } from 'vitest';
import {
  ACTIVE,
  changeInsurance,
  codesOf,
  expectProblem,
  insurance,
  issueInsuredCard,
  listInsurance,
} from '../../testing/cards/insurance.ts';
import { addCard, issueAccount, issueCard, luhnNumber } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const IN_FORCE = { is_active: 'ACTIVE', status_code: 'F', status_name: 'In force' };
const BY_INSURED = {
  is_active: 'CANCELLED',
  status_code: 'R',
  status_name: 'Canceled at the request of the insured party',
};
const CREDIT_SHIELD = {
  name: 'Credit Shield',
  code: '01',
  parameters: {
    insurance_company: 'DEMO INSURANCE',
    grace_period_duration: '30',
    grace_period_type: 'D',
    dlq_cancel_auto_reinstate: 'Y',
    dlq_cancel_man_reinstate: 'Y',
    allow_zero_coverage: 'N',
    max_coverage_behavior: 'C',
    minimum_fee: '5.00',
    base_fee: '0.00',
    percentage: '0.99',
    max_coverage: '100000.00',
    max_age: '65',
  },
};
const PURCHASE_PROTECTION = {
  name: 'Purchase Protection',
  code: '02',
  parameters: {
    insurance_company: 'DEMO INSURANCE',
    grace_period_duration: '14',
    grace_period_type: 'D',
    dlq_cancel_auto_reinstate: '',
    dlq_cancel_man_reinstate: '',
    allow_zero_coverage: 'Y',
    max_coverage_behavior: '',
    minimum_fee: '0.00',
    base_fee: '12.50',
    percentage: '0',
    max_coverage: '20000.00',
    max_age: '99',
  },
};
const TRAVEL_CARE = {
  name: 'Travel Care',
  code: '03',
  parameters: {
    insurance_company: 'DEMO TRAVEL INSURANCE',
    grace_period_duration: '1',
    grace_period_type: 'M',
    dlq_cancel_auto_reinstate: 'N',
    dlq_cancel_man_reinstate: 'N',
    allow_zero_coverage: 'N',
    max_coverage_behavior: 'R',
    minimum_fee: '10.00',
    base_fee: '25.00',
    percentage: '0',
    max_coverage: '250000.00',
    max_age: '70',
  },
};

const server = fileServer();
const card = fileResource(() => issueInsuredCard(server));

describe('the list of insurance programs', () => {
  it('has every field of the table for each program that the card holds or held, ordered by code', async () => {
    const answer = await listInsurance(server, card.exid);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['contract-warnings']).toBeUndefined();
    expect(answer.json).toEqual({
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      insurance_products: [
        { ...CREDIT_SHIELD, ...IN_FORCE },
        { ...PURCHASE_PROTECTION, ...BY_INSURED },
        { ...TRAVEL_CARE, ...IN_FORCE },
      ],
    });
  });

  it('writes the fields in the order of the table', async () => {
    const { insurance_products: products } = (await listInsurance(server, card.exid)).json as {
      insurance_products: [Record<string, object>];
    };
    expect(Object.keys(products[0])).toEqual(['name', 'code', 'is_active', 'status_code', 'status_name', 'parameters']);
    expect(Object.keys(products[0].parameters!)).toEqual(Object.keys(CREDIT_SHIELD.parameters));
  });

  it('is empty for a card that never held a program', async () => {
    const { exid } = await issueCard(server);
    expect((await listInsurance(server, exid)).json).toEqual({
      card_identifier_id: exid,
      card_identifier_type: 'EXID',
      insurance_products: [],
    });
  });

  it('contains only programs of the card, and not those of another card of the account', async () => {
    const account = await issueAccount(server);
    const [first, second] = [await addCard(server, account), await addCard(server, account)];
    await changeInsurance(server, first.exid, '02', ACTIVE);
    expect(codesOf(await listInsurance(server, first.exid))).toEqual(['02']);
    expect(codesOf(await listInsurance(server, second.exid))).toEqual([]);
  });

  it('returns 303 for a missing card, and writes no audit row for a read', async () => {
    const entries = `select outcome, count(*)::int as count from audit_log where outcome <> 'not found' group by outcome`;
    const before = await server.db.sql(entries);
    const answer = await listInsurance(server, '9999999999999999990');
    expectProblem(answer, 404, '303');
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Card not found',
      status: 404,
      detail: 'Card not found',
      error_code: '303',
    });
    expect(await server.db.sql(entries)).toEqual(before);
  });
});

describe('a single insurance program', () => {
  const one = (code: string, id = card.exid) => insurance(server, 'GET', `/cards/${id}/insurances/${code}`);

  it('has the form of the list with one entry, whether cancelled or not', async () => {
    for (const [code, program] of [
      ['01', { ...CREDIT_SHIELD, ...IN_FORCE }],
      ['02', { ...PURCHASE_PROTECTION, ...BY_INSURED }],
    ] as const) {
      const answer = await one(code);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        card_identifier_id: card.exid,
        card_identifier_type: 'EXID',
        insurance_products: [program],
      });
    }
  });

  it('returns 304 if the card never held it, whether or not the bank defines it', async () => {
    const { exid } = await issueCard(server);
    const [defined, undefinedOne] = [await one('01', exid), await one('12', exid)];
    for (const answer of [defined, undefinedOne]) {
      expectProblem(answer, 404, '304');
      expect(answer.json.detail).toBe('Insurance program not found');
    }
    expect(defined.text).toBe(undefinedOne.text);
  });

  it('returns 303 for a missing card', async () => {
    expectProblem(await one('01', '9999999999999999990'), 404, '303');
  });

  it.each([
    ['00', '106'],
    ['13', '106'],
    ['1', '106'],
    ['AB', '106'],
    ['001', '104'],
  ])('cannot have the code %s: %s', async (code, expected) => {
    const answer = await one(code);
    expect(answer.json.errors).toEqual([{ path: 'code', code: expected, message: expect.any(String) }]);
  });
});

describe('the list of insurance programs by card number', () => {
  const byNumber = (body: object) => insurance(server, 'POST', '/cards_pan/insurances', { body });

  it('is the list of the card, with its number masked', async () => {
    for (const number of [card.cardNumber, card.masked]) {
      const answer = await byNumber({ card_number: number });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        card_identifier_id: `400000XXXXXX${card.cardNumber.slice(-4)}`,
        card_identifier_type: 'CONTRACT_NUMBER',
      });
      expect(codesOf(answer)).toEqual(['01', '02', '03']);
      expect(answer.text).not.toContain(card.cardNumber);
    }
  });

  it('returns 303 for an unknown number and for an EXID', async () => {
    expectProblem(await byNumber({ card_number: luhnNumber('400000') }), 404, '303');
    expectProblem(await byNumber({ card_number: card.exid }), 404, '303');
  });

  it.each([
    [{}, '103'],
    [{ card_number: '' }, '103'],
    [{ card_number: null }, '105'],
    [{ card_number: 4000001234567899 }, '105'],
    [{ card_number: '400000123456' }, '104'],
    [{ card_number: '40000012345678991234' }, '104'],
    [{ card_number: '4000 0012 3456 789' }, '105'],
    [{ card_number: '400001234567XXXX' }, '105'],
  ])('is refused for %j', async (body, code) => {
    const answer = await byNumber(body);
    expect(answer.json.errors).toEqual([{ path: 'card_number', code, message: expect.any(String) }]);
  });

  it('requires a body', async () => {
    const answer = await insurance(server, 'POST', '/cards_pan/insurances');
    expect(answer.json.errors).toEqual([{ path: 'card_number', code: '103', message: 'is mandatory' }]);
  });
});
