import { beforeEach, describe, expect, it } from 'vitest';
import { ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { aRuleName, moveOwnRule, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';

interface Answered {
  question: string;
  verdict: string;
  other?: string;
  other_version?: number;
  example?: {
    at: string;
    message?: Record<string, string>;
    values: { source: string; field: string; name?: string; value: string | null }[];
    behaves_as_predicted: boolean;
  };
}

const server = fileServer();
const card = fileResource(() => issueCard(server, { available: '100000.00' }));
beforeEach(() => server.clock.set(TEST_NOW));

const test = (field: string, op: string, value: unknown, more = {}) => ({ field, op, value, ...more });
const all = (...parts: object[]) => ({ all: parts });
const analyze = async (payload: object, as?: string) => {
  const answer = await rules(server, 'POST', '/analysis', { limit_ms: 30_000, ...payload }, as);
  expect(answer.status, answer.text).toBe(200);
  const { answers, ...rest } = answer.json as unknown as { answers: Answered[]; relation: string; free: string[] };
  const of = (question: string, other?: string) =>
    answers.find((one) => one.question === question && (other === undefined || one.other === other));
  return { ...rest, answers, of, verdict: (question: string, other?: string) => of(question, other)?.verdict };
};
const sent = (condition: object, more = {}) => ({ rule: { name: aRuleName(), effect: '57', condition, ...more } });
const valueIn = (answer: Answered | undefined, field: string) =>
  answer?.example?.values.find((value) => value.field === field)?.value;

describe('an analysis', () => {
  it('proves that a rule matches nothing, even if only alternatives contradict each other', async () => {
    const condition = all({ any: [test('mcc', 'eq', '5411'), test('mcc', 'eq', '5412')] }, test('mcc', 'gt', '5500'));
    const { verdict } = await analyze(sent(condition));
    expect(verdict('MATCHES_NOTHING')).toBe('PROVED');
    expect(verdict('DECLINES_NOTHING_NEW')).toBe('PROVED');
    const foreign = all(test('isForeign', 'eq', false), test('country', 'ne', 'AE'));
    expect((await analyze(sent(foreign))).verdict('MATCHES_NOTHING')).toBe('PROVED');
  });

  it('gives an example message that a what-if decides as predicted', async () => {
    const shop = aRuleName().replaceAll('_', '').slice(0, 15);
    const { id, name } = await writeRule(server, all(test('merchantId', 'eq', shop), test('amount', 'gt', '100')));
    await putInForce(server, id);
    const wider = all(test('merchantId', 'eq', shop), test('amount', 'gt', '50'), test('mcc', 'prefix', '58'));
    const changed = { name, effect: '57', condition: wider };
    const { relation, of, verdict } = await analyze({ rule: changed });
    expect([relation, verdict('IMPLIES', name), verdict('IMPLIED_BY', name)]).toEqual([
      'OVERLAPPING',
      'COUNTEREXAMPLE',
      'COUNTEREXAMPLE',
    ]);
    const [declined, approved] = [of('DECLINES_NOTHING_NEW'), of('APPROVES_NOTHING_NEW')];
    expect(declined?.example?.behaves_as_predicted).toBe(true);
    const whatIf = async (answer: Answered | undefined, proposal: object) => {
      server.clock.set(String(answer?.example?.at));
      const message = { ...ecommerceMessage(card), ...answer?.example?.message };
      const url = '/V2/authorizations/preview';
      const { json, text } = await server.request({
        method: 'POST',
        url,
        as: 'demo-bank',
        payload: { message, ...proposal },
      });
      expect(json.rule, text).toBeDefined();
      return json.rule;
    };
    expect([await whatIf(declined, {}), await whatIf(declined, { rules: [changed] })]).toEqual(['APPROVED', name]);
    expect([await whatIf(approved, {}), await whatIf(approved, { rules: [changed] })]).toEqual([name, 'APPROVED']);
    await moveOwnRule(server, id, 'retire');
  });

  it('compares a version with its predecessor, with another rule and with a condition', async () => {
    const shop = aRuleName().slice(0, 15);
    const { id } = await writeRule(server, test('merchantId', 'eq', shop));
    const narrower = all(test('merchantId', 'eq', shop), test('localHour', 'gte', 22));
    await rules(server, 'PUT', `/${id}`, { condition: narrower, effect: '57' });
    const compared = async (payload: object) => (await analyze({ rule_id: id, ...payload })).relation;
    expect(await compared({ against: { rule_id: id, version: 1 } })).toBe('WEAKER');
    expect(await compared({ version: 1, against: { rule_id: id } })).toBe('STRONGER');
    expect(await compared({ against: { condition: narrower } })).toBe('EQUIVALENT');
    expect(await compared({ against: { condition: test('localHour', 'lt', 6) } })).toBe('DISJOINT');
    expect(await compared({ against: { condition: test('cardRole', 'eq', 'S') } })).toBe('OVERLAPPING');
    expect(await compared({})).toBe(null);
  });

  it('finds the live rules that a rule shadows, and those that shadow it', async () => {
    const shop = aRuleName().slice(0, 15);
    const { id, name } = await writeRule(server, test('merchantId', 'eq', shop));
    await putInForce(server, id);
    const inside = all(test('merchantId', 'eq', shop), test('channel', 'eq', 'ECOM'));
    const later = await analyze(sent(inside));
    expect([later.verdict('SHADOWED_BY', name), later.verdict('ADDS_NOTHING')]).toEqual(['PROVED', 'PROVED']);
    const { id: second, name: secondName } = await writeRule(server, inside);
    await putInForce(server, second);
    const first = await analyze({ rule_id: id });
    expect([first.verdict('SHADOWS', secondName), first.verdict('SHADOWED_BY')]).toEqual(['PROVED', undefined]);
    for (const rule of [id, second]) await moveOwnRule(server, rule, 'retire');
  });

  it('uses the times of rules, and the hours that a short period contains', async () => {
    const night = test('localHour', 'eq', 3);
    const noon = { from: '2026-11-20T08:00:00Z', until: '2026-11-20T10:00:00Z' };
    expect((await analyze(sent(night, noon))).verdict('MATCHES_NOTHING')).toBe('PROVED');
    const past = { from: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' };
    expect((await analyze(sent(night, past))).verdict('MATCHES_NOTHING')).toBe('PROVED');
    const week = await analyze(sent(night, { from: '2027-01-01T00:00:00Z' }));
    expect(week.of('MATCHES_NOTHING')?.example?.at).toBe('2027-01-01T23:00:00.000Z');
  });

  it('checks a rule against promises, and names the state that it does not know', async () => {
    const used = test('limitSum', 'gt', '1000', { limit: 'SPENT' });
    const condition = all(test('country', 'eq', 'AE'), used, test('firstAtMerchant', 'eq', true));
    const tuition = { any: [test('mcc', 'prefix', '82'), test('mcc', 'eq', '5942')] };
    const promises = [
      { name: 'TUITION', condition: all(tuition, test('country', 'eq', 'AE')), outcome: 'NEVER_DECLINED' },
      { name: 'ABROAD', condition: all(tuition, test('country', 'ne', 'AE')), outcome: 'NEVER_DECLINED' },
    ];
    const { of, verdict, free } = await analyze({ ...sent(condition), promises });
    expect([verdict('KEEPS_PROMISE', 'TUITION'), verdict('KEEPS_PROMISE', 'ABROAD')]).toEqual([
      'COUNTEREXAMPLE',
      'PROVED',
    ]);
    const broken = of('KEEPS_PROMISE', 'TUITION');
    expect(Number(valueIn(broken, 'limitSum'))).toBeGreaterThan(1_000);
    expect(valueIn(broken, 'firstAtMerchant')).toBe('true');
    expect(free).toEqual(['limitSum SPENT', 'firstAtMerchant']);
    const always = [{ name: 'GAMBLING', condition: test('mcc', 'eq', '7995'), outcome: 'ALWAYS_DECLINED' }];
    const gambling = (from: string) => sent(test('mcc', 'gte', from));
    expect((await analyze({ ...gambling('7000'), promises: always })).verdict('KEEPS_PROMISE')).toBe('PROVED');
    expect((await analyze({ ...gambling('7996'), promises: always })).verdict('KEEPS_PROMISE')).toBe('COUNTEREXAMPLE');
  });

  it('analyzes rules on requests for tokens, whose fields can be absent', async () => {
    const on = { on: 'provisioning', effect: 'decline' };
    const { relation } = await analyze({
      ...sent(test('deviceScore', 'lte', 2), on),
      against: { condition: { not: test('deviceScore', 'gt', 2) } },
    });
    expect(relation).toBe('WEAKER');
    const abroad = all(test('isForeignDevice', 'eq', true), test('deviceCountry', 'eq', 'AE'));
    expect((await analyze(sent(abroad, on))).verdict('MATCHES_NOTHING')).toBe('PROVED');
  });

  it('reports faults with their paths, and finds no rule of another bank', async () => {
    const refused = async (payload: object, as?: string) => {
      const { status, json } = await rules(server, 'POST', '/analysis', payload, as);
      const findings = (json.errors ?? json.findings ?? []) as { path?: string }[];
      return [status, json.error_code, findings.map(({ path }) => path)];
    };
    expect((await refused({}))[0]).toBe(400);
    expect((await refused(sent(test('mcc', 'eq', 'shops'))))[0]).toBe(400);
    const unknown = sent(test('mcc', 'inList', 'no-such-list'));
    expect((await refused(unknown)).slice(0, 2)).toEqual([404, '317']);
    const { id } = await writeRule(server, test('mcc', 'eq', '5411'));
    expect((await refused({ rule_id: id }, 'other-bank')).slice(0, 2)).toEqual([404, '318']);
    expect((await refused({ rule_id: id, version: 7 }))[0]).toBe(400);
    expect((await refused({ rule_id: id, ...sent(test('mcc', 'eq', '5411')) }))[0]).toBe(400);
    const condition = test('mcc', 'eq', '5411');
    const against = await refused({ rule_id: id, against: { condition, version: 1 } });
    expect(against).toEqual([400, expect.any(String), ['against.version']]);
    expect((await refused({ ...sent(condition), version: 1 })).at(-1)).toEqual(['version']);
    expect((await refused({ rule_id: '00000000-0000-4000-8000-000000000000' })).slice(0, 2)).toEqual([404, '318']);
  });
});
