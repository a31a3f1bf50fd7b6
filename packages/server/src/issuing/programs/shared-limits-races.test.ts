import { beforeAll, expect, it } from 'vitest';
import { anotherServer } from '../../testing/another-server.ts';
import { amountFields } from '../../testing/cards/card-control.ts';
import { ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const LANES = { CARDWRIGHT_AUTHORIZATION_LANES: '8' };
const logsOfSecond: string[] = [];
let cards: IssuedCard[];
let headers: { authorization: string };
const first = fileServer(LANES);
const second = fileResource(() => anotherServer(first, LANES, { logs: logsOfSecond }));
beforeAll(async () => {
  cards = await Promise.all(Array.from({ length: 24 }, () => issueCard(first, { available: '100000.00' })));
  headers = { authorization: `Bearer ${await first.token('demo-network')}` };
});

const apps = () => [first.server.app, second.app];
const setLimits = async (...limits: object[]): Promise<void> => {
  const request = { method: 'PUT' as const, url: '/V2/programs/DEBIT-CLASSIC', as: 'demo-bank', payload: { limits } };
  const { status, text } = await first.request(request);
  expect(status, text).toBe(200);
};
const usedOf = async (id: string) =>
  (await first.request({ method: 'GET', url: `/V2/limits/${id}?product_code=DEBIT-CLASSIC`, as: 'demo-bank' })).json
    .used;

/** Returns an answer with the errors in the logs, because the answer itself contains only a number. */
const why = (body: string) =>
  [body, ...[...first.logs, ...logsOfSecond].filter((line) => /"level":50/.test(line))].join('\n');

/** Sends `count` messages of all accounts at once, to both servers. Returns the references of the approvals. */
async function burst(count: number, minor: number): Promise<string[]> {
  const messages = Array.from({ length: count }, async (_, at) => {
    const message = ecommerceMessage(cards[at % cards.length]!, amountFields(minor));
    const url = '/V2/authorizations/Ecommerce';
    const answer = await apps()[at % 2]!.inject({ method: 'POST', url, headers, payload: message });
    expect(answer.statusCode, why(answer.body)).toBe(200);
    return answer.json().Action_Code === '00' ? [String(message.Retrieval_Reference_Number)] : [];
  });
  return (await Promise.all(messages)).flat();
}

it('shared limits of a bank and a program are never exceeded by concurrent messages on two servers', async () => {
  await setLimits(
    { id: 'BANK_SPEND', level: 'bank', measure: 'amount', window: { calendar: 'day' }, max: '500.00' },
    { id: 'PRODUCT_COUNT', level: 'program', measure: 'count', window: { calendar: 'lifetime' }, max: '60' },
  );
  const approved = await burst(192, 1_000);
  expect(approved).toHaveLength(50);
  expect([await usedOf('BANK_SPEND'), await usedOf('PRODUCT_COUNT')]).toEqual(['500.00', '50']);
  // twenty reversals while other messages arrive: each returned amount can be spent once
  const [codesBefore, codesAfter] = [approved.slice(0, 20), approved.slice(20)];
  const reversals = codesBefore.map(async (reference, at) => {
    const url = `/V2/authorizations/${reference}/reversal`;
    const answer = await apps()[at % 2]!.inject({ method: 'POST', url, headers, payload: {} });
    expect(answer.statusCode, answer.body).toBe(200);
  });
  const [more] = await Promise.all([burst(96, 1_000), ...reversals]);
  const last = await burst(48, 1_000);
  expect(more.length + last.length).toBe(20);
  expect([await usedOf('BANK_SPEND'), await usedOf('PRODUCT_COUNT')]).toEqual(['500.00', '50']);
  first.clock.advance(7 * 86_400_000 + 1_000);
  await Promise.all([first.server, second].map((server) => server.periodicJobs.runDue()));
  expect(codesAfter).toHaveLength(30);
  expect([await usedOf('BANK_SPEND'), await usedOf('PRODUCT_COUNT')]).toEqual(['0.00', '0']);
  await expectNoDifference(first);
});
