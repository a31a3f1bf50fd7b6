import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@cardwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reasonOf, restrict } from '../../../testing/cards/card-control.ts';
import { addCard, type IssuedCard, issueAccount, issueCard } from '../../../testing/cards/issued-cards.ts';
import { queueNotifications } from '../../../testing/cards/tokens.ts';
import { backtestBank, expectNoDifference } from '../../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../../testing/moments.ts';
import { type Answer, fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await queueNotifications(server);
  await server.db.sql(
    `update webhook_endpoints set events = events || 'token.provisioning.decided'::text where endpoint_id = 'test-endpoint'`,
  );
});
afterAll(async () => {
  await expectNoDifference(server);
});
beforeEach(() => server.clock.set(TEST_NOW));

const send = (path: string, payload: object, as = 'demo-bank', method = 'POST'): Promise<Answer> =>
  server.request({ method: method as 'POST', url: `/V2${path}`, as, payload });
const get = async (url: string) => (await server.request({ url: `/V2${url}`, as: 'demo-bank' })).json;
const fields = (card: string, more: object = {}) => ({
  ...{ card, requestor_id: 'R-1', requestor_name: 'Example Pay', scores: { account: 5, device: 5 } },
  ...more,
});

async function request(card: string, more: object = {}): Promise<string> {
  const { json } = await send(
    '/tokens/provisioning',
    { provisioning_id: randomUUID(), ...fields(card, more) },
    'demo-network',
  );
  const { items } = await get(`/tokens/provisioning?card=${card}&limit=1`);
  const { rule } = (items as { rule: string }[])[0]!;
  return `${json.reason ?? json.outcome} ${rule}`;
}

const ofAccount = (accountNumber: string) => ({ level: 'account', account_number: accountNumber });
const ofCard = (exid: string) => ({ level: 'card', card_identifier_id: exid });

async function setLimit(owner: object, more: object = {}): Promise<JsonObject> {
  const terms = { id: 'TOKENS', measure: 'provisionings', window: { calendar: 'day' }, max: '1' };
  const { status, json, text } = await send('/limits', { ...terms, ...owner, ...more });
  expect(status, text).toBe(200);
  return json;
}

const later = (ms: number) => new Date(Date.parse(TEST_NOW) + ms).toISOString();

const usedOf = async (owner: string, id = 'TOKENS') => (await get(`/limits/${id}?${owner}`)).used;

describe('60 concurrent requests', () => {
  it('get as many approvals as the limit of the account allows, with one event for each decision', async () => {
    const account = await issueAccount(server);
    const cards = await Promise.all(Array.from({ length: 12 }, () => addCard(server, account)));
    await setLimit(ofAccount(account.accountNumber), { max: '7' });
    const sent = Array.from({ length: 60 }, (_, at) =>
      send('/tokens/provisioning', { provisioning_id: randomUUID(), ...fields(cards[at % 12]!.exid) }, 'demo-network'),
    );
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ json }) => json.outcome === 'APPROVED')).toHaveLength(7);
    expect(answers.filter(({ json }) => json.reason === 'TOO_MANY_TOKENS')).toHaveLength(53);
    expect(await usedOf(`account_number=${account.accountNumber}`)).toBe('7');
    const events = await server.db.sql<{ events: number }>(
      `select count(*)::int as events from outbox_messages m
        where endpoint_id = 'test-endpoint' and type = 'token.provisioning.decided'
        group by stream, (stream like 'token:%') having stream like 'token:%' or stream = any($1)`,
      [cards.map(({ exid }) => `card:${exid}`)],
    );
    expect(events.reduce((sum, row) => sum + row.events, 0)).toBe(60);
    const { items } = await get(`/accounts/${account.accountNumber}/history?limit=200`);
    const counted = (items as { kind: string; change: object; actor: string }[]).filter(
      ({ kind }) => kind === 'PROVISIONING',
    );
    expect(counted).toHaveLength(7);
    expect(counted[0]).toMatchObject({ actor: 'demo-network', change: { outcome: 'APPROVED' } });
  });

  it('get as many approvals as the limit of the product allows, on separate accounts', async () => {
    const limit = { id: 'PRODUCT', level: 'program', measure: 'provisionings', window: { calendar: 'day' }, max: '9' };
    const put = (limits: object[]) => send('/programs/DEBIT-CLASSIC', { limits }, 'demo-bank', 'PUT');
    const before = await send('/programs/DEBIT-CLASSIC', { limits: [limit] }, 'demo-bank', 'PUT');
    expect(before.status, before.text).toBe(200);
    const cards = await Promise.all(Array.from({ length: 20 }, () => issueCard(server)));
    const sent = Array.from({ length: 60 }, (_, at) => request(cards[at % 20]!.exid));
    const outcomes = await Promise.all(sent);
    await put([]);
    expect(outcomes.filter((one) => one.startsWith('APPROVED'))).toHaveLength(9);
    // the limit neither counts nor declines a payment
    expect(await reasonOf(server, cards[0]!)).toBe('APPROVED');
  });
});

describe('a limit of requests for tokens', () => {
  let card: IssuedCard;
  beforeEach(async () => {
    card = await issueCard(server);
  });

  it('counts approvals, and neither counts nor declines payments', async () => {
    await setLimit(ofCard(card.exid));
    expect(await reasonOf(server, card)).toBe('APPROVED');
    expect(await request(card.exid)).toBe('APPROVED APPROVED');
    expect(await request(card.exid)).toBe('TOO_MANY_TOKENS TOKENS');
    expect(await usedOf(`card_identifier_id=${card.exid}`)).toBe('1');
    expect(await reasonOf(server, card)).toBe('APPROVED');
    server.clock.set(later(86_400_000));
    expect(await request(card.exid)).toBe('APPROVED APPROVED');
  });

  it('of one card does not cover the other card of the account', async () => {
    const other = await addCard(server, { ...card, currency: 'AED' });
    await setLimit(ofCard(card.exid), { max: '0' });
    expect(await request(card.exid)).toBe('TOO_MANY_TOKENS TOKENS');
    expect(await request(other.exid)).toBe('APPROVED APPROVED');
  });

  it('of declines stops further requests, and does not count its own declines', async () => {
    await setLimit(ofCard(card.exid), { of: 'declines', max: '2', window: { sliding: 3_600 } });
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: false });
    for (let nth = 0; nth < 2; nth++)
      expect(await request(card.exid, { token_type: 'CLOUD' })).toBe('RESTRICTED RESTRICTIONS');
    expect(await request(card.exid)).toBe('TOO_MANY_ATTEMPTS TOKENS');
    expect(await usedOf(`card_identifier_id=${card.exid}`)).toBe('2');
    server.clock.set(later(3_700_000));
    expect(await request(card.exid)).toBe('APPROVED APPROVED');
  });

  it('with a condition covers the requests of one requestor only', async () => {
    const where = { field: 'requestor', op: 'eq', value: 'R-2' };
    expect((await setLimit(ofCard(card.exid), { where })).where).toEqual(where);
    for (let nth = 0; nth < 2; nth++) expect(await request(card.exid)).toBe('APPROVED APPROVED');
    expect(await request(card.exid, { requestor_id: 'R-2' })).toBe('APPROVED APPROVED');
    expect(await request(card.exid, { requestor_id: 'R-2' })).toBe('TOO_MANY_TOKENS TOKENS');
  });

  it('is in the trace and in the explanation of the decision, in both languages', async () => {
    await setLimit(ofCard(card.exid), { max: '0' });
    await request(card.exid);
    const { items } = await get(`/tokens/provisioning?card=${card.exid}`);
    const [{ decision_id: id }] = items as [{ decision_id: string }];
    const { trace, explanation } = await get(`/tokens/provisioning/${id}?explain=en`);
    expect((trace as object[]).at(-1)).toEqual({
      rule: 'LIMITS',
      verdict: 'REFUSE',
      saw: { refusing: 'TOKENS', states: 'TOKENS:card:provisionings:approvals:0:0:1:1795204800000' },
    });
    const text = ({ sentences }: JsonObject) => (sentences as { text: string }[]).map((one) => one.text).join(' ');
    expect(text(explanation as JsonObject)).toContain('allows 0 requests for tokens in its period. It has counted 0.');
    const arabic = (await get(`/tokens/provisioning/${id}?explain=ar`)).explanation as JsonObject;
    expect(text(arabic)).toContain('من طلبات الرموز المميزة في فترته');
  });

  it('is part of the account at any past moment', async () => {
    const moments = [];
    await setLimit(ofAccount(card.accountNumber), { max: '5' });
    for (let hour = 1; hour <= 3; hour++) {
      server.clock.set(later(hour * 3_600_000));
      await request(card.exid);
      moments.push(await recordMoment(server, card));
    }
    await checkMoments(server, moments);
  });

  it('is assumed by a preview, and by backtests', async () => {
    for (let nth = 0; nth < 3; nth++) await request(card.exid);
    const limit = { id: 'ASSUMED', measure: 'provisionings', window: { calendar: 'day' } };
    const preview = async (more: object) =>
      (await send('/tokens/provisioning/preview', { ...fields(card.exid), limits: [{ ...limit, ...more }] })).json;
    expect(await preview({ level: 'card', max: '1' })).toMatchObject({ outcome: 'APPROVED' });
    expect(await preview({ level: 'account', max: '0' })).toMatchObject({ rule: 'ASSUMED', reason: 'TOO_MANY_TOKENS' });
    const proposal = { limits: [{ ...limit, level: 'card', max: '1' }] };
    const changed = {
      ...{ decisions: 3, changed: 2 },
      would_be: { approved: 1, approved_with_code: 0, declined: 2 },
      by_rule: [{ would_be: { outcome: 'DECLINED', rule: 'ASSUMED' }, count: 2 }],
    };
    expect((await send(`/accounts/${card.accountNumber}/backtest`, proposal)).json.provisionings).toMatchObject(
      changed,
    );
    const { result } = await backtestBank(server, { proposal, accounts: [card.accountNumber] });
    expect((result as JsonObject).provisionings).toMatchObject(changed);
  });

  it('counts in a backtest the decisions of the replay, not the real ones', async () => {
    await setLimit(ofCard(card.exid), { max: '2' });
    for (const country of ['FR', 'AE', 'AE']) await request(card.exid, { device: { country } });
    const condition = { field: 'deviceCountry', op: 'eq', value: 'FR' };
    const provisioning = { rules: [{ name: 'FOREIGN', condition, effect: 'decline' }] };
    const { json } = await send(`/accounts/${card.accountNumber}/backtest`, { provisioning });
    // without the first approval, the last request is within the limit
    expect((json.provisionings as JsonObject).changes).toMatchObject([
      { was: { outcome: 'APPROVED' }, would_be: { rule: 'FOREIGN' } },
      { was: { rule: 'TOKENS' }, would_be: { outcome: 'APPROVED' } },
    ]);
  });

  it.each([
    ['a field of payments', { where: { field: 'amount', op: 'gt', value: '1.00' } }, 'where.field'],
    ['the name of a fixed rule', { id: 'ATTEMPTS' }, 'id'],
    ['more than whole numbers', { max: '1.5' }, 'max'],
  ])('refuses %s', async (_what, more, path) => {
    const terms = { id: 'TOKENS', measure: 'provisionings', window: { calendar: 'day' }, max: '1' };
    const { status, text } = await send('/limits', { ...terms, ...ofCard(card.exid), ...more });
    expect(status).toBe(400);
    expect(text).toContain(path);
  });
});
