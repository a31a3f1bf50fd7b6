import { beforeEach, expect, it } from 'vitest';
import { ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { moveOwnRule, putInForce, rules, writeRule } from '../../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

interface Answered {
  question: string;
  verdict: string;
  other?: string;
  example?: {
    at: string;
    message: Record<string, string>;
    values: { source: string; field: string; name?: string; value: string | null }[];
    decision: { before: string; after: string };
  };
}

const server = fileServer();
const card = fileResource(() => issueCard(server, { available: '1000.00' }));
beforeEach(() => server.clock.set(TEST_NOW));

const test = (field: string, op: string, value: unknown, more = {}) => ({ field, op, value, ...more });
const analyze = async (payload: object) => {
  const subject = { account_number: card.accountNumber };
  const answer = await rules(server, 'POST', '/analysis', { limit_ms: 30_000, subject, ...payload });
  expect(answer.status, answer.text).toBe(200);
  const json = answer.json as unknown as {
    answers: Answered[];
    free: string[];
    assumes: string[];
    name: string | null;
  };
  const of = (question: string, other?: string) =>
    json.answers.find((one) => one.question === question && (other === undefined || one.other === other));
  return { ...json, of, verdict: (question: string, other?: string) => of(question, other)?.verdict };
};
/** Returns the decision of a what-if on the example, with the change if one is passed. */
const whatIf = async ({ example }: Answered = { question: '', verdict: '' }, change: object = {}) => {
  server.clock.set(String(example?.at));
  const message = { ...ecommerceMessage(card), ...example?.message };
  const rulesOf = async (proposal: object) => {
    const payload = { message, ...proposal };
    const { json, text } = await server.request({
      method: 'POST',
      url: '/V2/authorizations/preview',
      as: 'demo-bank',
      payload,
    });
    expect(json.rule, text).toBeDefined();
    return json.rule;
  };
  return [await rulesOf({}), await rulesOf(change)];
};

it.each([
  ['a setting', { cardSettings: { ecomStatus: 'OFF' } }, 'ECOM_OFF'],
  ['a limit of one message', { cardSettings: { cardNotPresentTransactionLimit: '20.00' } }, 'CNP_TRANSACTION_LIMIT'],
  ['a limit of a window', { cardSettings: { monthlyLimit: '20.00' } }, 'MONTHLY_LIMIT'],
  ['a restriction', { restrictions: [{ restriction_type: 'INTERNATIONAL' }] }, 'RESTRICTED_INTERNATIONAL'],
  [
    'a custom limit',
    { limits: [{ id: 'SPENT', level: 'account', measure: 'amount', window: { calendar: 'day' }, max: '20.00' }] },
    'SPENT',
  ],
  ['a program', { program: { product_code: 'DEBIT-CLASSIC', defaults: { motoStatus: 'OFF' } } }, 'MOTO_OFF'],
])('finds a payment that %s newly declines, and a what-if confirms it', async (_name, proposal, reason) => {
  const { of, verdict, name } = await analyze({ proposal });
  expect([name, verdict('APPROVES_NOTHING_NEW'), verdict('APPROVES_NOTHING')]).toEqual([
    null,
    'PROVED',
    'COUNTEREXAMPLE',
  ]);
  const newly = of('DECLINES_NOTHING_NEW');
  expect(newly?.example?.decision).toEqual({ before: 'APPROVED', after: reason });
  expect(await whatIf(newly, proposal)).toEqual(['APPROVED', reason]);
});

it('proves that a change declines nothing new', async () => {
  const proposal = { cardSettings: { cardNotPresentTransactionLimit: '9999999999.99', ecomStatus: 'ON' } };
  const { verdict, free, assumes } = await analyze({ proposal });
  expect([verdict('DECLINES_NOTHING_NEW'), verdict('APPROVES_NOTHING_NEW')]).toEqual(['PROVED', 'PROVED']);
  expect(free).toEqual(['balance']);
  expect(assumes).toContain('EXPIRY_SEQUENCE');
});

it('proves that no payment is approved any more', async () => {
  const { verdict } = await analyze({ proposal: { cardSettings: { masterStatus: 'OFF' } } });
  expect(verdict('APPROVES_NOTHING')).toBe('PROVED');
});

it('names the reason that declines first if a rule never decides at the account', async () => {
  const { id, name } = await writeRule(server, { all: [test('channel', 'eq', 'ECOM'), test('mcc', 'eq', '5411')] });
  await putInForce(server, id);
  const free = await analyze({ rule_id: id });
  expect([free.verdict('NEVER_DECIDES'), free.verdict('DECLINED_BEFORE_BY')]).toEqual(['COUNTEREXAMPLE', undefined]);
  expect(await whatIf(free.of('NEVER_DECIDES'))).toEqual([name, name]);
  const off = await analyze({ rule_id: id, proposal: { cardSettings: { ecomStatus: 'OFF' } } });
  expect(off.verdict('NEVER_DECIDES')).toBe('PROVED');
  const before = off.answers.filter(({ question }) => question === 'DECLINED_BEFORE_BY').map(({ other }) => other);
  expect(before).toEqual(['ECOM_OFF']);
  await moveOwnRule(server, id, 'retire');
});

it('analyzes one card, and refuses unknown subjects and invalid requests', async () => {
  const exid = { card_identifier_id: card.exid };
  const restriction = { restriction_type: 'ECOM', card_identifier_id: card.exid };
  const { of } = await analyze({ subject: exid, proposal: { restrictions: [restriction] } });
  expect(of('DECLINES_NOTHING_NEW')?.example?.decision.after).toBe('RESTRICTED_ECOM');
  expect(of('DECLINES_NOTHING_NEW')?.example?.values).toContainEqual({
    source: 'CARD',
    field: 'card_identifier_id',
    value: card.exid,
  });
  const refused = async (payload: object, as?: string) => {
    const { status, json } = await rules(server, 'POST', '/analysis', payload, as);
    return [status, json.error_code];
  };
  expect((await refused({ subject: exid }, 'other-bank'))[0]).toBe(404);
  expect((await refused({ subject: { account_number: '999' } }))[0]).toBe(404);
  expect((await refused({ subject: { ...exid, account_number: card.accountNumber } }))[0]).toBe(400);
  expect((await refused({ proposal: {} }))[0]).toBe(400);
  expect((await refused({ subject: exid, proposal: { cardSettings: { ecomStatus: 'MAYBE' } } }))[0]).toBe(400);
});

it('analyzes all accounts of a product, with any settings within the ceilings', async () => {
  const product = (defaults: object, ceilings: object) => ({
    subject: { product_code: 'DEBIT-CLASSIC' },
    proposal: { program: { product_code: 'DEBIT-CLASSIC', defaults, ceilings } },
  });
  const limit = { cardNotPresentTransactionLimit: '20.00' };
  const { of, verdict, assumes, free } = await analyze(product(limit, limit));
  expect(of('DECLINES_NOTHING_NEW')?.example?.decision).toEqual({ before: 'APPROVED', after: 'CNP_TRANSACTION_LIMIT' });
  expect(verdict('APPROVES_NOTHING_NEW')).toBe('PROVED');
  expect([assumes.includes('RESTRICTIONS'), free[0]]).toEqual([true, 'settings']);
  const wrong = { ...product(limit, limit), subject: { product_code: 'NO-SUCH' } };
  expect((await rules(server, 'POST', '/analysis', wrong)).status).toBe(400);
});

it('checks a promise against the whole decision', async () => {
  const promise = (outcome: string) => [
    { name: 'GAMBLING', condition: test('mcc', 'eq', '7995'), outcome, by: 'DECISION' },
  ];
  const off = { proposal: { cardSettings: { masterStatus: 'OFF' } } };
  const verdictOf = async (outcome: string, more = {}) =>
    (await analyze({ promises: promise(outcome), ...more })).verdict('KEEPS_PROMISE', 'GAMBLING');
  expect(await verdictOf('ALWAYS_DECLINED')).toBe('COUNTEREXAMPLE');
  expect(await verdictOf('ALWAYS_DECLINED', off)).toBe('PROVED');
  expect(await verdictOf('NEVER_DECLINED')).toBe('PROVED');
  expect(await verdictOf('NEVER_DECLINED', off)).toBe('COUNTEREXAMPLE');
  const payload = {
    rule: { name: 'A_RULE', effect: '57', condition: test('mcc', 'eq', '5411') },
    promises: promise('NEVER_DECLINED'),
  };
  expect((await rules(server, 'POST', '/analysis', payload)).status).toBe(400);
});
