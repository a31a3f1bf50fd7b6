import { beforeEach, describe, expect, it } from 'vitest';
import { auditedRows } from '../../testing/audited-rows.ts';
import { waitForIndex } from '../../testing/background-work.ts';
import { ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { backtest, spend, update } from '../../testing/decisions/backtests.ts';
import { backtestBank, expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import {
  approve,
  aRuleName,
  atMerchant,
  moveOwnRule,
  putInForce,
  rules,
  writeRule,
} from '../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server, { available: '100000.00' }));
beforeEach(() => server.clock.set(TEST_NOW));

let shops = 0;
const aShop = () => {
  shops += 1;
  return `OWN${String(shops).padStart(12, '0')}`;
};
/** Returns the action code and the reason. */
const pay = async (shop: string, minor = 1_000, fields = {}) => {
  const { json } = await spend(server, card, minor, { Card_Acceptor_Identification_Code: shop, ...fields });
  return [json.Action_Code, json.Additional_Response_Data];
};
const APPROVED = ['00', 'APPROVED'];
const stateOf = async (id: string) => {
  const { json } = await rules(server, 'GET', `/${id}`);
  return (json.versions as { version: number; state: string }[]).map(({ version, state }) => `${version} ${state}`);
};
const stepOf = async (reference: string) => {
  const { json } = await server.request({ method: 'GET', url: `/V2/authorizations/${reference}`, as: 'demo-bank' });
  return (json.trace as { rule: string; verdict: string; saw: object }[]).find(({ rule }) => rule === 'RULES');
};

describe('a rule of a bank', () => {
  it('decides nothing as a draft or in shadow, declines while it is live, and decides nothing after it is retired', async () => {
    const shop = aShop();
    const { id, name } = await writeRule(server, {
      all: [atMerchant(shop), { field: 'amount', op: 'gte', value: '10' }],
    });
    expect(await pay(shop)).toEqual(APPROVED);
    await moveOwnRule(server, id, 'shadow');
    expect(await pay(shop)).toEqual(APPROVED);
    await moveOwnRule(server, id, 'propose');
    await server.server.backtestsIdle();
    expect(await pay(shop)).toEqual(APPROVED);
    expect((await approve(server, id)).status).toBe(200);
    expect(await pay(shop)).toEqual(['57', name]);
    expect(await pay(shop, 999)).toEqual(APPROVED);
    expect(await pay(aShop())).toEqual(APPROVED);
    await moveOwnRule(server, id, 'retire');
    expect(await pay(shop)).toEqual(APPROVED);
    expect(await stateOf(id)).toEqual(['1 RETIRED']);
    await expectNoDifference(server);
  });

  it('has versions that never change; a new one replaces the live one when it is approved', async () => {
    const shop = aShop();
    const { id, name } = await writeRule(server, atMerchant(shop));
    await putInForce(server, id);
    const changes = { condition: atMerchant(aShop()), effect: '62', description: 'As with 4000001000000018' };
    const { json } = await rules(server, 'PUT', `/${id}`, changes);
    const written = { ...changes, description: 'As with 400000XXXXXX0018' };
    expect((json.versions as object[])[0]).toMatchObject({ version: 2, state: 'DRAFT', ...written });
    expect(await pay(shop)).toEqual(['57', name]);
    await putInForce(server, id, 2, 'Fewer of them');
    const { versions } = (await rules(server, 'GET', `/${id}`)).json;
    expect(versions).toMatchObject([
      { version: 2, state: 'LIVE', approved_reason: 'Fewer of them', retired_reason: null },
      { version: 1, state: 'RETIRED', approved_reason: null, retired_reason: null },
    ]);
    expect(await pay(shop)).toEqual(APPROVED);
    await moveOwnRule(server, id, 'retire');
  });

  it('is in force only between its times', async () => {
    const shop = aShop();
    const times = { from: '2026-11-20T09:00:00Z', until: '2026-11-20T10:00:00Z' };
    const { id, name } = await writeRule(server, atMerchant(shop), { ...times, effect: '05' });
    await putInForce(server, id);
    const states = [];
    for (const time of ['08:59:59', '09:00:00', '09:59:59', '10:00:00']) {
      server.clock.set(`2026-11-20T${time}Z`);
      states.push((await pay(shop))[1]);
    }
    expect(states).toEqual(['APPROVED', name, name, 'APPROVED']);
    await moveOwnRule(server, id, 'retire');
    await expectNoDifference(server);
  });

  it('reads the present entries of its list, and the entries of the time in a replay', async () => {
    const [one, other] = [aShop(), aShop()];
    const list = async (method: 'PUT' | 'PATCH', change: object) => {
      const payload = { ...change, reason: 'Another list' };
      const answer = await server.request({
        method,
        url: '/V2/merchant-lists/own-rule-shops',
        as: 'demo-bank',
        payload,
      });
      if (answer.status !== 202) return;
      const url = `/V2/change-requests/${answer.json.change_request_id}/approve`;
      const approved = await server.request({ method: 'POST', url, as: 'demo-checker', payload: {} });
      expect(approved.status, approved.text).toBe(200);
    };
    await list('PUT', { kind: 'merchantId', entries: [one] });
    const { id, name } = await writeRule(server, { field: 'merchantId', op: 'inList', value: 'own-rule-shops' });
    await putInForce(server, id);
    expect([await pay(one), await pay(other)]).toEqual([['57', name], APPROVED]);
    await list('PATCH', { add: [other], remove: [one] });
    expect([await pay(one), await pay(other)]).toEqual([APPROVED, ['57', name]]);
    await list('PUT', { kind: 'merchantId', entries: [] });
    expect([await pay(one), await pay(other)]).toEqual([APPROVED, APPROVED]);
    await expectNoDifference(server);
    const { json } = await backtest(server, card.accountNumber, { until: '2026-11-30' });
    expect(json.identical).toBe(json.decisions);
    await moveOwnRule(server, id, 'retire');
  });

  it('is evaluated after the rules of the interface, and before the funds', async () => {
    const shop = aShop();
    const { id, name } = await writeRule(server, atMerchant(shop));
    await putInForce(server, id);
    expect(await pay(shop, 99_999_999_999)).toEqual(['57', name]);
    await update(server, card, { ecomStatus: 'OFF' });
    expect(await pay(shop)).toEqual(['57', 'ECOM_OFF']);
    await update(server, card, { ecomStatus: 'ON' });
    await moveOwnRule(server, id, 'retire');
  });
});

describe('the proposal of a rule', () => {
  it('cannot be approved by its author or proposer, or before its backtest is done', async () => {
    const shop = aShop();
    await pay(shop);
    const { id } = await writeRule(server, atMerchant(shop));
    await moveOwnRule(server, id, 'shadow');
    const firstAnswer = await approve(server, id);
    expect([firstAnswer.status, firstAnswer.json.error_code]).toEqual([409, '420']);
    await moveOwnRule(server, id, 'propose');
    await server.server.backtestsIdle();
    const ownAnswer = await approve(server, id, 1, { as: 'demo-bank' });
    expect([ownAnswer.status, ownAnswer.json.detail]).toEqual([
      409,
      'The author or proposer of a version cannot approve it',
    ]);
    const { json } = await rules(server, 'GET', `/${id}`, undefined, 'demo-checker');
    expect(json.backtest).toMatchObject({ state: 'DONE', changed: 1 });
    expect(await stateOf(id)).toEqual(['1 PROPOSED']);
    expect((await approve(server, id)).json.versions).toMatchObject([
      { state: 'LIVE', created_by: 'demo-bank', proposed_by: 'demo-bank', approved_by: 'demo-checker' },
    ]);
    await moveOwnRule(server, id, 'retire');
    const over = await rules(server, 'POST', `/${id}/shadow`, {});
    expect(over.json.error_code).toBe('420');
  });

  it('requires a scope that approvers lack', async () => {
    const { id } = await writeRule(server, atMerchant(aShop()));
    const failure = await rules(server, 'POST', `/${id}/shadow`, {}, 'demo-checker');
    expect([failure.status, failure.json.error_code]).toEqual([403, '202']);
  });

  it('can be read with its backtest and rejected by an approver, who has no access to other versions and backtests', async () => {
    const shop = aShop();
    await pay(shop);
    const { id } = await writeRule(server, atMerchant(shop));
    const checker = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.request({ method, url: `/V2${url}`, as: 'demo-checker', ...(payload && { payload }) });
    const codes = async (...requests: Promise<{ status: number; json: Record<string, unknown> }>[]) =>
      (await Promise.all(requests)).map(({ status, json }) => [status, json.error_code]);
    await moveOwnRule(server, id, 'shadow');
    expect(await codes(checker('POST', `/rules/${id}/retire`, {}))).toEqual([[403, '202']]);
    await moveOwnRule(server, id, 'propose');
    await server.server.backtestsIdle();
    const [version] = (await rules(server, 'GET', `/${id}`)).json.versions as { backtest_id: string }[];
    const run = `/backtests/${version?.backtest_id}`;
    expect((await checker('GET', run)).json).toMatchObject({ state: 'DONE', result: { changed: 1 } });
    expect((await checker('GET', `${run}/differences`)).json.items).toMatchObject([{ merchant: shop }]);
    const { backtest_id: other } = await backtestBank(server, { proposal: {} });
    const others = [checker('GET', `/backtests/${other}`), checker('GET', `/backtests/${other}/differences`)];
    const all = [
      checker('GET', '/backtests'),
      server.request({ method: 'DELETE', url: `/V2${run}`, as: 'demo-checker' }),
    ];
    expect(await codes(...others, ...all)).toEqual([
      [403, '202'],
      [403, '202'],
      [403, '202'],
      [403, '202'],
    ]);
    const tooLong = checker('POST', `/rules/${id}/retire`, { reason: 'x'.repeat(501) });
    expect(await codes(tooLong)).toEqual([[400, '104']]);
    const reason = 'It would decline 4000001000000018, which is a good customer';
    const [auditRow] = await auditedRows(server, () => checker('POST', `/rules/${id}/retire`, { version: 1, reason }));
    const retirement = 'It would decline 400000XXXXXX0018, which is a good customer';
    expect(auditRow).toMatchObject({ outcome: 'version retired', details: { version: 1, reason: retirement } });
    expect((await checker('GET', `/rules/${id}`)).json.versions).toMatchObject([
      {
        ...{ state: 'RETIRED', retired_by: 'demo-checker', retired_reason: retirement },
        ...{ approved_by: null, approved_reason: null },
      },
    ]);
    expect(await pay(shop)).toEqual(APPROVED);
  });
});

describe('proposed rules', () => {
  const proposedRules = (shop: string, name = aRuleName()) => [{ name, effect: '62', condition: atMerchant(shop) }];

  it('decide in a preview and in both backtests like live ones, and change nothing', async () => {
    const shop = aShop();
    const name = aRuleName();
    expect(await pay(shop, 1_200)).toEqual(APPROVED);
    const payload = { message: ecommerceMessage(card, { Card_Acceptor_Identification_Code: shop }) };
    const preview = async (more: object) =>
      (
        await server.request({
          method: 'POST',
          url: '/V2/authorizations/preview?explain=en',
          as: 'demo-bank',
          payload: { ...payload, ...more },
        })
      ).json;
    expect((await preview({})).rule).toBe('APPROVED');
    const explanation = await preview({ rules: proposedRules(shop, name) });
    expect(explanation).toMatchObject({ action_code: '62', rule: name });
    expect(JSON.stringify(explanation.explanation)).toContain("One of the bank's own rules declines such messages");
    const declined = { action_code: '62', rule: name };
    const ofAccount = await backtest(server, card.accountNumber, { rules: proposedRules(shop, name) });
    expect(ofAccount.json).toMatchObject({ changed: 1, changes: [{ would_be: declined, amount: '12.00' }] });
    const { result } = await backtestBank(server, { proposal: { rules: proposedRules(shop, name) } });
    expect(result).toMatchObject({ changed: 1, by_rule: [{ would_be: declined, count: 1, amount: '12.00' }] });
    expect(await pay(shop)).toEqual(APPROVED);
  });

  it('replace the live rule of the same name', async () => {
    const shop = aShop();
    const { id, name } = await writeRule(server, atMerchant(shop));
    await putInForce(server, id);
    expect(await pay(shop, 700)).toEqual(['57', name]);
    const { json } = await backtest(server, card.accountNumber, { rules: proposedRules(aShop(), name) });
    expect(json).toMatchObject({ changed: 1, changes: [{ was: { rule: name }, would_be: { rule: 'APPROVED' } }] });
    await moveOwnRule(server, id, 'retire');
  });
});

describe('the values that a rule saw', () => {
  it('are in the trace, with the declines of rules in shadow, and in the report by version and day', async () => {
    const [shop, otherShop] = [aShop(), aShop()];
    const live = await writeRule(server, atMerchant(shop));
    await putInForce(server, live.id);
    const shadow = await writeRule(server, { any: [atMerchant(shop), atMerchant(otherShop)] });
    await moveOwnRule(server, shadow.id, 'shadow');
    const references = ['777000000001', '777000000002', '777000000003'];
    await pay(shop, 500, { Retrieval_Reference_Number: references[0] });
    await pay(otherShop, 300, { Retrieval_Reference_Number: references[1] });
    server.clock.advance(86_400_000);
    await pay(aShop(), 200, { Retrieval_Reference_Number: references[2] });
    const edition = expect.any(Number);
    expect(await stepOf(references[0]!)).toMatchObject({
      verdict: 'REFUSE',
      saw: { edition, live: 1, declined_by: `${live.name}:1`, shadow: 1, would_decline: `${shadow.name}:1` },
    });
    expect(await stepOf(references[1]!)).toMatchObject({
      verdict: 'PASS',
      saw: { edition, live: 1, declined_by: null, shadow: 1, would_decline: `${shadow.name}:1` },
    });
    expect((await stepOf(references[2]!))?.saw).toMatchObject({ declined_by: null, would_decline: '' });
    await waitForIndex(server);
    const none = { would_decline: 0, would_decline_amount: '0.00', declined: 0, declined_amount: '0.00' };
    const of = (evaluatedCount: number, more: object) => ({
      version: 1,
      currency: 'AED',
      asked: evaluatedCount,
      ...none,
      ...more,
    });
    const report = async (id: string, query = '') => (await rules(server, 'GET', `/${id}/report${query}`)).json;
    expect(await report(live.id)).toEqual({
      rule_id: live.id,
      name: live.name,
      versions: [of(3, { declined: 1, declined_amount: '5.00' })],
      days: [
        { day: '2026-11-20', ...of(2, { declined: 1, declined_amount: '5.00' }) },
        { day: '2026-11-21', ...of(1, {}) },
      ],
    });
    expect((await report(shadow.id)).versions).toEqual([of(3, { would_decline: 2, would_decline_amount: '8.00' })]);
    expect((await report(shadow.id, '?from=2026-11-21')).versions).toEqual([of(1, {})]);
    for (const { id } of [live, shadow]) await moveOwnRule(server, id, 'retire');
    // the trace of a decision of a bank without rules has no such step
    await pay(shop, 100, { Retrieval_Reference_Number: '777000000004' });
    expect(await stepOf('777000000004')).toBeUndefined();
  });
});

describe('a faulty rule', () => {
  it('is refused with all faults and their paths; a rule with warnings is created', async () => {
    const { status, json } = await rules(server, 'POST', '', {
      name: 'MASTER_OFF',
      effect: '57',
      condition: { all: [{ field: 'mcc', op: 'inList', value: 'no-such-list' }] },
      from: '2026-11-21T00:00:00Z',
      until: '2026-11-20T00:00:00Z',
    });
    expect([status, json.errors]).toEqual([
      400,
      [
        { path: 'name', code: '106', message: 'is a name that decisions have for themselves' },
        { path: 'until', code: '106', message: 'must be after from' },
        { path: 'condition.all[0].value', code: '317', message: 'is no list of the bank' },
      ],
    ]);
    const never = { all: ['5411', '5812'].map((value) => ({ field: 'mcc', op: 'eq', value })) };
    const strange = await rules(server, 'POST', '', { name: aRuleName(), effect: '57', condition: never });
    expect(strange.json.warnings).toEqual([{ path: 'condition', rule: 'condition-never-met' }]);
    const conditions = ['limitCount', 'limitSum'].map((field) => ({ field, limit: 'SOON', op: 'gte', value: '3' }));
    const rule = await writeRule(server, { any: [{ not: { ...conditions[0], value: 3 } }, conditions[1]] });
    const warnings = async () => (await rules(server, 'GET', `/${rule.id}`)).json.warnings;
    const unknown = { rule: 'condition-limit-unknown', limit: 'SOON' };
    expect(await warnings()).toEqual([
      { path: 'condition.any[0].not.limit', ...unknown },
      { path: 'condition.any[1].limit', ...unknown },
    ]);
    const limit = { measure: 'count', window: { calendar: 'day' }, max: '9' };
    const set = { id: 'SOON', level: 'account', account_number: card.accountNumber, ...limit };
    expect((await server.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', payload: set })).status).toBe(
      200,
    );
    expect(await warnings()).toEqual([{ path: 'condition.any[1].limit', ...unknown }]);
    const answer = await rules(server, 'POST', '', {
      name: strange.json.name,
      effect: '05',
      condition: atMerchant(aShop()),
    });
    expect(answer.json.error_code).toBe('420');
  });
});

describe('another bank', () => {
  it('has its own rules: rules of this bank are neither evaluated nor visible there', async () => {
    const shop = aShop();
    const { id, name } = await writeRule(server, atMerchant(shop));
    await putInForce(server, id);
    const foreign = await issueCard(server, { as: 'other-bank', available: '1000.00' });
    const money = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
    const { json } = await spend(server, foreign, 100, { Card_Acceptor_Identification_Code: shop, ...money });
    expect(json.Additional_Response_Data).toBe('APPROVED');
    expect(await pay(shop)).toEqual(['57', name]);
    expect((await rules(server, 'GET', `/${id}`, undefined, 'other-bank')).json.error_code).toBe('318');
    await moveOwnRule(server, id, 'retire');
  });
});
