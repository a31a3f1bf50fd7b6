import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireSecondPerson } from '../../../testing/callers/second-person-clients.ts';
import { ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import {
  approve,
  aRuleName,
  deletePromises,
  moveOwnRule,
  rules,
  writeRule,
} from '../../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const server = fileServer();
const alive: string[] = [];
const card = fileResource(() => issueCard(server, { available: '100000.00' }));
beforeEach(() => server.clock.set(TEST_NOW));
afterEach(async () => {
  await deletePromises(server);
  for (const id of alive.splice(0)) await rules(server, 'POST', `/${id}/retire`, {});
  await requireSecondPerson(server, []);
});

const test = (field: string, op: string, value: unknown) => ({ field, op, value });
const TUITION = { all: [test('mcc', 'prefix', '82'), test('country', 'eq', 'AE')] };
const REASON = 'Parents pay on the last day';

const promises = (method: 'GET' | 'PUT' | 'DELETE', path = '', payload?: object, as = 'demo-bank') =>
  server.request({ method, url: `/V2/promises${path}`, as, ...(payload && { payload }) });
const list = async (as?: string) =>
  (await promises('GET', '', undefined, as)).json.items as unknown as { name: string; version: number }[];
async function promise(name: string, condition: object = TUITION, outcome = 'NEVER_DECLINED') {
  const answer = await promises('PUT', `/${name}`, { condition, outcome, reason: REASON });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
async function propose(condition: object): Promise<{ id: string; name: string }> {
  const rule = await writeRule(server, condition);
  alive.push(rule.id);
  await moveOwnRule(server, rule.id, 'shadow');
  await moveOwnRule(server, rule.id, 'propose');
  await server.server.backtestsIdle();
  return rule;
}
const check = async (id: string) => (await rules(server, 'GET', `/${id}/promise-check`)).json;
const override = (id: string, body: object, as = 'demo-checker') =>
  rules(server, 'POST', `/${id}/promise-check/override`, { version: 1, reason: 'Fraud at one school', ...body }, as);
const outcomeOf = ({ status, json }: { status: number; json: Record<string, unknown> }) => [
  status,
  json.error_code ?? json.state ?? 'OK',
];
const REFUSED = [409, '420'];

describe('a promise', () => {
  it('is stored with its reason and versions, for its bank only', async () => {
    expect(await promise('TUITION')).toMatchObject({ version: 1, on: 'authorization', reason: REASON });
    expect(await promise('TUITION')).toMatchObject({ version: 1 });
    await promise('FUEL', test('mcc', 'eq', '5541'));
    expect((await list()).map(({ name, version }) => [name, version])).toEqual([
      ['FUEL', 1],
      ['TUITION', 1],
    ]);
    expect(await list('other-bank')).toEqual([]);
    expect((await promises('DELETE', '/FUEL', undefined, 'other-bank')).json.error_code).toBe('331');
    await deletePromises(server, ['FUEL']);
    expect((await list()).map(({ name }) => name)).toEqual(['TUITION']);
    const fault = { condition: test('mcc', 'eq', 'fuel'), outcome: 'NEVER_DECLINED', reason: REASON };
    expect((await promises('PUT', '/FUEL', fault)).json.errors).toMatchObject([{ path: 'condition.value' }]);
    const unknown = { ...fault, condition: test('mcc', 'inList', 'no-such-list') };
    expect((await promises('PUT', '/FUEL', unknown)).json.error_code).toBe('317');
  });

  it.each([[[]], [['rule.retire']]] as const)(
    'is deleted or changed by two people if %j need two, and created and explained by one',
    async (kinds) => {
      await requireSecondPerson(server, kinds);
      await promise('TUITION');
      const wider = { condition: TUITION, outcome: 'ALWAYS_DECLINED', reason: 'Not any more' };
      const requested = await promises('PUT', '/TUITION', wider);
      expect([requested.status, requested.json.kinds, requested.json.after]).toEqual([
        202,
        ['rule.retire'],
        {
          ...{ version: 2, on: 'authorization', by: 'RULES' },
          ...{ condition: TUITION, outcome: 'ALWAYS_DECLINED', reason: 'Not any more' },
        },
      ]);
      expect((await promises('DELETE', '/TUITION')).json.error_code).toBe('103');
      expect((await promises('DELETE', '/TUITION?reason=Gone')).status).toBe(202);
      expect((await promises('PUT', '/TUITION', { ...wider, outcome: 'NEVER_DECLINED' })).json).toMatchObject({
        version: 2,
        reason: 'Not any more',
      });
      expect(await list()).toMatchObject([{ outcome: 'NEVER_DECLINED', reason: 'Not any more' }]);
      const approval = `/V2/change-requests/${requested.json.change_request_id}/approve`;
      const approveAs = (as: string) => server.request({ method: 'POST', url: approval, as, payload: {} });
      expect([(await approveAs('demo-bank')).status, (await approveAs('demo-checker')).json.error_code]).toEqual([
        409,
        '421',
      ]);
      await requireSecondPerson(server, []);
    },
  );
});

describe('a proposal', () => {
  it('that breaks a promise is approved only after a second person overrides the check', async () => {
    await promise('TUITION');
    await promise('FUEL', test('mcc', 'eq', '5541'));
    const condition = { all: [test('mcc', 'gte', '8000'), test('amount', 'gt', '700')] };
    const { id, name } = await propose(condition);
    const broken = await check(id);
    expect(broken).toMatchObject({ state: 'BROKEN', blocks_approval: true, version: 1, name, overridden_by: null });
    const [fuel, tuition] = broken.promises as unknown as Record<string, never>[];
    expect(fuel).toEqual({ name: 'FUEL', version: 1, outcome: 'NEVER_DECLINED', by: 'RULES', state: 'KEPT' });
    expect(tuition).toMatchObject({ name: 'TUITION', state: 'BROKEN', example: { behaves_as_predicted: true } });
    // a what-if of the live engine decides the example as predicted
    const { at, message } = (tuition as unknown as { example: { at: string; message: object } }).example;
    server.clock.set(at);
    const whatIf = { message: { ...ecommerceMessage(card), ...message }, rules: [{ name, effect: '57', condition }] };
    const url = '/V2/authorizations/preview';
    const previewed = await server.request({ method: 'POST', url, as: 'demo-bank', payload: whatIf });
    expect(previewed.json.rule, previewed.text).toBe(name);
    server.clock.set(TEST_NOW);

    const refused = await approve(server, id);
    expect([...outcomeOf(refused), refused.json.detail]).toEqual([...REFUSED, expect.stringContaining('TUITION')]);
    const { check_id } = broken;
    expect(outcomeOf(await override(id, { check_id }, 'demo-bank'))).toEqual(REFUSED);
    expect(outcomeOf(await override(id, { check_id, reason: '' }))[0]).toBe(400);
    expect(outcomeOf(await override(id, { check_id: '0'.repeat(64) }))).toEqual([409, '421']);
    expect(outcomeOf(await override(id, { check_id, version: 2 }))[0]).toBe(400);
    expect((await override(id, { check_id })).json).toMatchObject({
      state: 'BROKEN',
      blocks_approval: false,
      overridden_by: 'demo-checker',
      override_reason: 'Fraud at one school',
    });
    expect(outcomeOf(await override(id, { check_id }))).toEqual(REFUSED);
    expect((await approve(server, id)).status).toBe(200);
    expect(await check(id)).toMatchObject({ state: 'BROKEN', overridden_by: 'demo-checker', blocks_approval: false });
    const rows = await server.db.sql(
      `select actor, details->>'reason' as reason, details->>'promises' as promises from audit_log
        where subject = $1 and outcome = 'promises overridden'`,
      [`rule:${name}`],
    );
    expect(rows).toEqual([{ actor: 'demo-checker', reason: 'Fraud at one school', promises: '["TUITION"]' }]);
  });

  it('that keeps all promises needs no override, whatever the entries of its lists', async () => {
    const list = `promise-${process.pid}`;
    await server.request({
      ...{ method: 'PUT', url: `/V2/merchant-lists/${list}`, as: 'demo-bank' },
      payload: { kind: 'mcc', entries: ['7995'] },
    });
    await promise('TUITION');
    const abroad = { all: [test('mcc', 'inList', list), test('country', 'ne', 'AE')] };
    const { id } = await propose(abroad);
    expect(await check(id)).toMatchObject({ state: 'KEPT', blocks_approval: false, free: [`list ${list}`] });
    const anywhere = await propose(test('mcc', 'inList', list));
    expect(await check(anywhere.id)).toMatchObject({ state: 'BROKEN' });
    const { check_id } = await check(id);
    expect(outcomeOf(await override(id, { check_id }))).toEqual(REFUSED);
    expect((await approve(server, id)).status).toBe(200);
  });

  it('is not approved without a check, or with a check of other promises or live rules', async () => {
    const { id } = await propose(test('mcc', 'eq', '8211'));
    expect(await check(id)).toMatchObject({ state: 'NONE', blocks_approval: false, check_id: null });
    await promise('TUITION');
    const pending = await check(id);
    expect(pending).toMatchObject({ state: 'PENDING', blocks_approval: true, promises: [] });
    expect(outcomeOf(await approve(server, id))).toEqual(REFUSED);
    await server.server.backtestsIdle();
    const { check_id } = await check(id);
    expect(outcomeOf(await override(id, { check_id }))).toEqual([200, 'BROKEN']);
    // the override does not cover a promise that is added later
    await promise('SCHOOLS', test('mcc', 'eq', '8211'));
    expect(await check(id)).toMatchObject({ state: 'PENDING', blocks_approval: true, overridden_by: null });
    expect(outcomeOf(await approve(server, id))).toEqual(REFUSED);
    expect(outcomeOf(await override(id, { check_id }))).toEqual([409, '421']);
    await server.server.backtestsIdle();
    expect(await check(id)).toMatchObject({ state: 'BROKEN', overridden_by: null });
    expect(outcomeOf(await approve(server, id))).toEqual(REFUSED);
    // without promises, there is nothing to keep
    await deletePromises(server, ['TUITION', 'SCHOOLS']);
    expect((await approve(server, id)).status).toBe(200);

    await promise('GAMBLING', test('mcc', 'eq', '7995'), 'ALWAYS_DECLINED');
    const gambling = await propose(test('mcc', 'eq', '7995'));
    const other = await propose(test('mcc', 'eq', '7801'));
    expect([(await check(gambling.id)).state, (await check(other.id)).state]).toEqual(['KEPT', 'BROKEN']);
    expect((await approve(server, gambling.id)).status).toBe(200);
    // the live rule keeps the promise now, but the check precedes that rule
    expect(await check(other.id)).toMatchObject({ state: 'PENDING', blocks_approval: true });
    await server.server.backtestsIdle();
    expect(await check(other.id)).toMatchObject({ state: 'KEPT' });
    // the end of the live rule breaks the promise, so another person approves it
    const { change_request_id: end } = (await rules(server, 'POST', `/${gambling.id}/retire`, {})).json;
    await server.server.backtestsIdle();
    const request = { url: `/V2/change-requests/${end}`, as: 'demo-checker' };
    const read = (await server.request({ ...request, method: 'GET' })).json as unknown as {
      analysis: { check_id: string };
    };
    const payload = { override_check_id: read.analysis.check_id, reason: 'The license has changed' };
    const ended = await server.request({ ...request, method: 'POST', url: `${request.url}/approve`, payload });
    expect(ended.json.state, ended.text).toBe('APPLIED');
    expect(outcomeOf(await approve(server, other.id))).toEqual(REFUSED);
    await server.server.backtestsIdle();
    expect(await check(other.id)).toMatchObject({ state: 'BROKEN' });
  });

  it('loses its override when it is proposed again, and none of its proposers can override it', async () => {
    await promise('TUITION');
    const { id } = await propose(test('mcc', 'eq', '8211'));
    const { check_id } = await check(id);
    expect((await override(id, { check_id })).status).toBe(200);
    await moveOwnRule(server, id, 'propose');
    expect(await check(id)).toMatchObject({ state: 'PENDING', overridden_by: null });
    await server.server.backtestsIdle();
    expect(await check(id)).toMatchObject({ state: 'BROKEN', check_id, overridden_by: null });
    expect(outcomeOf(await approve(server, id))).toEqual(REFUSED);
    await server.db.sql(`update rule_versions set proposed_by = 'demo-checker' where rule_id = $1`, [id]);
    expect(outcomeOf(await override(id, { check_id }))).toEqual(REFUSED);
    expect(outcomeOf(await rules(server, 'GET', `/${id}/promise-check`, undefined, 'other-bank'))).toEqual([
      404,
      '318',
    ]);
  });

  it('is analyzed with the stored promises', async () => {
    await promise('TUITION');
    const rule = { name: aRuleName(), effect: '57', condition: test('mcc', 'eq', '8211') };
    const { json } = await rules(server, 'POST', '/analysis', { rule });
    const answers = json.answers as unknown as Record<string, unknown>[];
    expect(answers.filter(({ question }) => question === 'KEEPS_PROMISE')).toMatchObject([
      { other: 'TUITION', other_version: 1, verdict: 'COUNTEREXAMPLE' },
    ]);
  });
});
