import { beforeAll, expect, it } from 'vitest';
import { requireSecondPerson } from '../../testing/callers/second-person-clients.ts';
import { deletePromises, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { testServer } from '../../testing/test-server.ts';

const NOON = '2026-11-20T08:00:00Z';
const PRODUCT = 'DEBIT-CLASSIC';
const REASON = 'Fewer false alarms';
const GAMBLING = { field: 'mcc', op: 'eq', value: '7995' };

const server = fileResource(() => testServer({}, { systemNow: () => new Date(NOON) }));
beforeAll(async () => {
  await requireSecondPerson(server, []);
});

const call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, payload?: object, as = 'demo-bank') =>
  server.request({ method, url: `/V2${path}`, as, ...(payload && { payload }) });
const promise = async (name: string, statement: object) => {
  const { status, text } = await call('PUT', `/promises/${name}`, { reason: 'The license demands it', ...statement });
  expect(status, text).toBe(200);
};
const liveRule = async (condition: object) => {
  const rule = await writeRule(server, condition);
  await putInForce(server, rule.id);
  return rule;
};
const stateOf = async (id: string) => {
  const { versions } = (await rules(server, 'GET', `/${id}`)).json as unknown as { versions: { state: string }[] };
  return versions[0]?.state;
};

it('lets one person end a rule that no promise needs, and creates a change request for the end of one that a promise needs', async () => {
  const [one, other] = [await liveRule(GAMBLING), await liveRule({ field: 'mcc', op: 'gte', value: '7990' })];
  await promise('GAMBLING', { condition: GAMBLING, outcome: 'ALWAYS_DECLINED' });
  expect((await rules(server, 'POST', `/${one.id}/retire`, {})).status).toBe(200);
  const filed = await rules(server, 'POST', `/${other.id}/retire`, { reason: REASON });
  expect([filed.status, filed.json.kinds, filed.json.reason]).toEqual([202, ['rule.retire'], REASON]);
  expect(await stateOf(other.id)).toBe('LIVE');
  await server.server.backtestsIdle();
  const path = `/change-requests/${filed.json.change_request_id}`;
  const { analysis } = (await call('GET', path)).json as unknown as { analysis: { state: string; check_id: string } };
  expect(analysis.state).toBe('BROKEN');
  const override = { override_check_id: analysis.check_id, reason: 'The license has changed' };
  expect((await call('POST', `${path}/approve`, override)).status).toBe(409);
  expect((await call('POST', `${path}/approve`, override, 'demo-checker')).json.state).toBe('APPLIED');
  expect(await stateOf(other.id)).toBe('RETIRED');
  await deletePromises(server);
});

it('creates a change request for a program, a list and a configuration that break a promise, even without a reason', async () => {
  expect((await call('PUT', '/merchant-lists/one-games', { kind: 'mcc', entries: ['7995'] })).status).toBe(200);
  const inList = { field: 'mcc', op: 'inList', value: 'one-games' };
  const limit = { id: 'NO_BETS', level: 'account', measure: 'amount', window: { sliding: 3_600 }, max: '0.01' };
  const program = { limits: [{ ...limit, where: inList }] };
  const set = (body: object) => call('PUT', `/programs/${PRODUCT}`, body);
  expect((await set(program)).status).toBe(200);
  const ofProduct = { field: 'product', op: 'eq', value: PRODUCT };
  const large = { all: [GAMBLING, ofProduct, { field: 'amount', op: 'gt', value: '1.00' }] };
  await promise('BETS', { condition: large, outcome: 'ALWAYS_DECLINED', by: 'DECISION' });
  // only a limit reads the list
  const ofList = await call('PATCH', '/merchant-lists/one-games', { remove: ['7995'] });
  expect([ofList.status, ofList.json.kinds]).toEqual([202, ['list.change']]);
  expect(String(ofList.json.reason)).toContain('breaks a promise');
  expect((await call('PATCH', '/merchant-lists/one-games', { add: ['7801'] })).status).toBe(200);
  const ofProgram = await set({ limits: [] });
  expect([ofProgram.status, ofProgram.json.kinds]).toEqual([202, ['limit.change']]);
  expect((await set({ ...program, defaults: { ecomStatus: 'OFF' } })).status).toBe(200);
  const read = (await call('GET', '/configuration')).json.configuration as unknown as { merchant_lists: object[] };
  const lists = read.merchant_lists.map((list) =>
    (list as { name: string }).name === 'one-games' ? { ...list, entries: ['7801'] } : list,
  );
  const body = { configuration: { ...read, merchant_lists: lists } };
  const { fingerprint } = (await call('POST', '/configuration/plan', body)).json;
  expect((await call('POST', '/configuration/apply', { ...body, fingerprint })).status).toBe(202);
  await deletePromises(server);
  const applied = await call('POST', '/configuration/apply', { ...body, fingerprint });
  expect(applied.status, applied.text).toBe(200);
});
