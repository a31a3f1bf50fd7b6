import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { requireSecondPerson } from '../../testing/callers/second-person-clients.ts';
import { deletePromises, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, testServer } from '../../testing/test-server.ts';

const NOON = '2026-11-20T08:00:00Z';
const REASON = 'Fewer false alarms';

const server = fileResource(() => testServer({}, { systemNow: () => new Date(NOON) }));
beforeAll(async () => {
  await requireSecondPerson(server, ['rule.retire', 'list.change']);
});
const analyst = fileResource(() => signInDemo(server, 'noor'));
const admin = fileResource(() => signInDemo(server, 'salim'));
const alive: string[] = [];
afterEach(async () => {
  await requireSecondPerson(server, []);
  await deletePromises(server);
  for (const id of alive.splice(0)) await rules(server, 'POST', `/${id}/retire`, {});
  await requireSecondPerson(server, ['rule.retire', 'list.change']);
});

const promises = (method: 'GET' | 'PUT', path = '', payload?: object) =>
  server.request({ method, url: `/V2/promises${path}`, as: 'demo-bank', ...(payload && { payload }) });
const lists = (method: 'PUT' | 'PATCH', name: string, payload: object) =>
  server.request({ method, url: `/V2/merchant-lists/${name}`, as: 'demo-bank', payload });
const mcc = (op: string, value: string) => ({ field: 'mcc', op, value });

async function promise(name: string, condition: object, outcome = 'ALWAYS_DECLINED'): Promise<void> {
  const { status, text } = await promises('PUT', `/${name}`, { condition, outcome, reason: 'The license demands it' });
  expect(status, text).toBe(200);
}
async function liveRule(condition: object): Promise<{ id: string; name: string }> {
  const rule = await writeRule(server, condition);
  await putInForce(server, rule.id);
  alive.push(rule.id);
  return rule;
}
/** A live rule on a list of categories. */
async function liveList(name: string, entries: readonly string[]): Promise<{ id: string; name: string }> {
  expect((await lists('PUT', name, { kind: 'mcc', entries })).status).toBe(200);
  return await liveRule(mcc('inList', name));
}
async function requested(answer: Answer): Promise<string> {
  expect(answer.status, answer.text).toBe(202);
  expect(answer.json.analysis).toEqual({ state: 'PENDING', answers: [], free: [], overridden: false });
  return String(answer.json.change_request_id);
}
const retire = async ({ id }: { id: string }) =>
  await requested(await analyst.send('POST', `/V2/rules/${id}/retire`, { version: 1, reason: REASON }));

interface Analysis {
  readonly state: string;
  readonly check_id: string;
  readonly overridden: boolean;
  readonly answers: readonly { question: string; promise?: string; verdict: string; example?: object }[];
}
async function analysisOf(id: string): Promise<Analysis> {
  await server.server.backtestsIdle();
  return (await admin.send('GET', `/V2/change-requests/${id}`)).json.analysis as unknown as Analysis;
}
const approve = (id: string, body: object = {}) => admin.send('POST', `/V2/change-requests/${id}/approve`, body);
const outcomeOf = ({ status, json }: Answer) => [status, json.error_code ?? json.state];
const verdictsOf = ({ answers }: Analysis) =>
  Object.fromEntries(answers.map(({ question, promise: of = question, verdict }) => [of, verdict]));

describe('the end of a live rule', () => {
  it('that breaks a promise is approved only with an override and a reason, which are stored', async () => {
    const rule = await liveRule(mcc('eq', '7995'));
    await promise('GAMBLING', mcc('eq', '7995'));
    const id = await retire(rule);
    expect(outcomeOf(await approve(id))).toEqual([409, '420']);
    const analysis = await analysisOf(id);
    expect(analysis.state).toBe('BROKEN');
    expect(verdictsOf(analysis)).toEqual({
      DECLINES_NOTHING_NEW: 'PROVED',
      APPROVES_NOTHING_NEW: 'COUNTEREXAMPLE',
      GAMBLING: 'COUNTEREXAMPLE',
    });
    expect(analysis.answers[2]).toMatchObject({
      example: { values: [{ field: 'mcc', value: '7995' }], message: { Merchant_Type: '7995' } },
    });
    expect((await approve(id)).text).toContain('It breaks promises');
    const override = { override_check_id: analysis.check_id };
    expect(outcomeOf(await approve(id, override))).toEqual([400, '103']);
    expect(outcomeOf(await approve(id, { ...override, override_check_id: '0'.repeat(64), reason: REASON }))).toEqual([
      409,
      '420',
    ]);
    const own = await analyst.send('POST', `/V2/change-requests/${id}/approve`, { ...override, reason: REASON });
    expect(own.status).toBe(403);
    const approved = await approve(id, { ...override, reason: 'The license has changed' });
    expect(outcomeOf(approved)).toEqual([200, 'APPLIED']);
    expect(approved.json).toMatchObject({ analysis: { state: 'BROKEN', overridden: true } });
    const [row] = await server.db.sql(
      `select details->>'overridden_check' as checked, details->>'reason' as reason from audit_log
        where subject = $1 and outcome = 'applied'`,
      [`change-request:${id}`],
    );
    expect(row).toEqual({ checked: analysis.check_id, reason: 'The license has changed' });
  });

  it('that another rule covers keeps the promise, until that rule ends', async () => {
    const [one, other] = [await liveRule(mcc('eq', '7995')), await liveRule(mcc('gte', '7000'))];
    await promise('GAMBLING', mcc('eq', '7995'));
    const [first, second] = [await retire(one), await retire(other)];
    expect(verdictsOf(await analysisOf(first))).toEqual({
      DECLINES_NOTHING_NEW: 'PROVED',
      APPROVES_NOTHING_NEW: 'PROVED',
      GAMBLING: 'PROVED',
    });
    expect(outcomeOf(await approve(first))).toEqual([200, 'APPLIED']);
    // the first approval changed the rules that the second one depends on
    const stale = await approve(second);
    expect([...outcomeOf(stale), stale.text]).toEqual([409, '420', expect.stringContaining('is being checked')]);
    expect((await analysisOf(second)).state).toBe('BROKEN');
  });

  it('may leave a promise broken that was broken before, and needs no analysis without promises', async () => {
    const rule = await liveRule(mcc('eq', '7995'));
    expect(outcomeOf(await approve(await retire(rule)))).toEqual([200, 'APPLIED']);
    const next = await liveRule(mcc('eq', '7801'));
    await promise('GAMBLING', mcc('eq', '7995'));
    await promise('GAMES', mcc('eq', '7801'), 'NEVER_DECLINED');
    const id = await retire(next);
    expect((await analysisOf(id)).state).toBe('KEPT');
    expect(outcomeOf(await approve(id))).toEqual([200, 'APPLIED']);
  });
});

describe('the change of a list that a live rule reads', () => {
  it('shows what it newly declines and approves, and the promises that it breaks', async () => {
    await liveList('analyzed-games', ['7995', '7801']);
    await promise('GAMBLING', mcc('eq', '7995'));
    await promise('SCHOOLS', mcc('eq', '8211'), 'NEVER_DECLINED');
    const change = { add: ['8211', '5816'], remove: ['7995'], reason: REASON };
    const id = await requested(await lists('PATCH', 'analyzed-games', change));
    const analysis = await analysisOf(id);
    expect(verdictsOf(analysis)).toEqual({
      DECLINES_NOTHING_NEW: 'COUNTEREXAMPLE',
      APPROVES_NOTHING_NEW: 'COUNTEREXAMPLE',
      GAMBLING: 'COUNTEREXAMPLE',
      SCHOOLS: 'COUNTEREXAMPLE',
    });
    const example = {
      values: [
        { field: 'mcc', value: '7995' },
        { name: 'analyzed-games', value: 'true' },
      ],
    };
    expect(analysis.answers[1]).toMatchObject({ question: 'APPROVES_NOTHING_NEW', example });
    const harmless = await requested(await lists('PATCH', 'analyzed-games', { add: ['5816'], reason: REASON }));
    expect(verdictsOf(await analysisOf(harmless))).toEqual({
      DECLINES_NOTHING_NEW: 'COUNTEREXAMPLE',
      APPROVES_NOTHING_NEW: 'PROVED',
      GAMBLING: 'PROVED',
      SCHOOLS: 'PROVED',
    });
    expect(outcomeOf(await approve(harmless))).toEqual([200, 'APPLIED']);
  });

  it('with more entries than the analysis distinguishes proves nothing', async () => {
    await liveList('analyzed-many', ['7995']);
    const entries = Array.from({ length: 200 }, (_, at) => String(1_000 + at));
    const id = await requested(await lists('PUT', 'analyzed-many', { kind: 'mcc', entries, reason: REASON }));
    expect(verdictsOf(await analysisOf(id))).toEqual({
      DECLINES_NOTHING_NEW: 'COUNTEREXAMPLE',
      APPROVES_NOTHING_NEW: 'COUNTEREXAMPLE',
    });
    const back = await requested(
      await lists('PUT', 'analyzed-many', { kind: 'mcc', entries: [...entries, '7995'], reason: REASON }),
    );
    expect(verdictsOf(await analysisOf(back))).toMatchObject({ APPROVES_NOTHING_NEW: 'UNDECIDED' });
  });
});

it('shows all changes of a configuration together', async () => {
  const rule = await liveList('analyzed-config', ['7995']);
  await promise('GAMBLING', mcc('eq', '7995'));
  const read = await server.request({ method: 'GET', url: '/V2/configuration', as: 'demo-bank' });
  const configuration = read.json.configuration as unknown as { merchant_lists: { name: string; entries: string[] }[] };
  const changed = configuration.merchant_lists.map((list) =>
    list.name === 'analyzed-config' ? { ...list, entries: ['7801'] } : list,
  );
  const body = { configuration: { ...configuration, merchant_lists: changed } };
  const plan = await server.request({ method: 'POST', url: '/V2/configuration/plan', as: 'demo-bank', payload: body });
  expect(plan.status, plan.text).toBe(200);
  const payload = { ...body, fingerprint: plan.json.fingerprint, reason: REASON };
  const id = await requested(
    await server.request({ method: 'POST', url: '/V2/configuration/apply', as: 'demo-bank', payload }),
  );
  expect(verdictsOf(await analysisOf(id)), rule.name).toEqual({
    DECLINES_NOTHING_NEW: 'COUNTEREXAMPLE',
    APPROVES_NOTHING_NEW: 'COUNTEREXAMPLE',
    GAMBLING: 'COUNTEREXAMPLE',
  });
});

it('is analyzed by one of several servers', async () => {
  const rule = await liveRule(mcc('eq', '7995'));
  const id = await retire(rule);
  const lease = `insert into rule_check_leases values ('DEMO', gen_random_uuid(), now() + interval '1 minute')`;
  await server.db.sql(lease);
  expect((await analysisOf(id)).state).toBe('PENDING');
  await server.db.sql(`update rule_check_leases set leased_until = now() - interval '1 second'`);
  expect((await analysisOf(id)).state).toBe('KEPT');
  expect(await server.db.sql('select bank_id from rule_check_leases')).toEqual([]);
});
