import { CHANGE_KINDS } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { UNMET_CONDITION } from '../../testing/audit-world.ts';
import { type DemoSession, signInDemo } from '../../testing/callers/demo-sessions.ts';
import { requireSecondPerson } from '../../testing/callers/second-person-clients.ts';
import { approve, deletePromises, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileServer } from '../../testing/test-server.ts';

const CLIENTS = [
  {
    client_id: 'pipeline',
    scopes: ['programs:read', 'programs:write', 'webhooks:read', 'webhooks:write', 'tokens:read'],
  },
  { client_id: 'no-webhooks', scopes: ['programs:read', 'programs:write', 'webhooks:read'] },
  { client_id: 'reader', scopes: ['programs:read'] },
] as const;

const server = fileServer({}, { systemNow: () => new Date('2026-11-20T08:00:00Z') });
let admin: DemoSession;

beforeAll(async () => {
  const oauth_clients = CLIENTS.map(({ scopes, ...client }) => ({
    ...{ ...client, scopes: [...scopes], kind: 'bank' as const, bank_id: 'DEMO' },
    secret: `${client.client_id}-secret`,
  }));
  await applyConfiguration(server.db.database, { banks: [], oauth_clients }, { sandbox: true });
  await requireSecondPerson(server, []);
  admin = await signInDemo(server, 'salim');
});

function send(as: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  return server.request({ method, url, as, ...(payload && { payload }) });
}

const read = async (as = 'pipeline') => (await send(as, 'GET', '/V2/configuration')).json;
const plan = (configuration: object, as = 'pipeline') => send(as, 'POST', '/V2/configuration/plan', { configuration });
const apply = (configuration: object, fingerprint: unknown, more: object = {}, as = 'pipeline') =>
  send(as, 'POST', '/V2/configuration/apply', { configuration, fingerprint, ...more });

async function planAndApply(configuration: object, more: object = {}) {
  const planned = await plan(configuration);
  expect(planned.status, planned.text).toBe(200);
  return await apply(configuration, planned.json.fingerprint, more);
}

const actionsOf = (changes: unknown) =>
  (changes as { kind: string; name: string; action: string }[]).map(({ kind, name, action }) => [kind, name, action]);
const inList = (name: string) => ({ field: 'mcc', op: 'inList', value: name });
const rule = (name: string, list: string) => ({ name, condition: inList(list), effect: '57', description: 'No games' });
const createList = (name: string) => ({
  method: 'PUT' as const,
  url: `/V2/merchant-lists/${name}`,
  payload: { kind: 'mcc', entries: ['7995'] },
});
const list = (name: string, entries = ['7995']) => ({ name, kind: 'mcc', entries });

/** Returns the present configuration with additions to some sections. */
async function withMore(more: Record<string, object[]>): Promise<Record<string, object[]>> {
  const { configuration } = await read();
  const now = configuration as unknown as Record<string, object[]>;
  return Object.fromEntries(Object.entries(more).map(([name, added]) => [name, [...(now[name] ?? []), ...added]]));
}

describe('reading and planning', () => {
  it('finds no differences from the configuration that was just read, in any section', async () => {
    const { id } = await writeRule(server, { field: 'mcc', op: 'eq', value: '7995' });
    await putInForce(server, id);
    const limit = { id: 'FIVE', level: 'program', measure: 'count', window: { calendar: 'day' }, max: '5' };
    const program = { defaults: { cashStatus: 'OFF' }, limits: [limit] };
    expect((await send('pipeline', 'PUT', '/V2/programs/DEBIT-CLASSIC', program)).status).toBe(200);
    const { configuration, callers } = await read();
    expect(Object.keys(configuration as object)).toEqual(['merchant_lists', 'programs', 'rules', 'webhook_endpoints']);
    expect(callers).toBeUndefined();
    const planned = await plan(configuration as object);
    expect([planned.status, planned.json.changes]).toEqual([200, []]);
    const admins = await admin.send('GET', '/V2/configuration');
    expect(admins.json.callers).toContainEqual({
      ...{ client_id: 'reader', scopes: ['programs:read'], approver: false, person: null },
    });
  });

  it('lists the changes that it would make, and makes none', async () => {
    const configuration = await withMore({ merchant_lists: [list('games')], rules: [rule('NO_GAMES', 'games')] });
    const planned = await plan(configuration);
    expect(actionsOf(planned.json.changes)).toEqual([
      ['merchant_list', 'games', 'CREATE'],
      ['rule', 'NO_GAMES', 'PROPOSE'],
    ]);
    expect((await send('pipeline', 'GET', '/V2/merchant-lists/games')).status).toBe(404);
    expect((await plan(configuration)).json.fingerprint).toBe(planned.json.fingerprint);
  });

  it('reports the same findings as applying, at the same paths', async () => {
    const faults = async (configuration: object) => {
      const { status, json } = await plan(configuration);
      return [status, (json.errors as { path: string }[] | undefined)?.[0]?.path ?? json.error_code];
    };
    expect(await faults({ rules: [rule('NO_GAMES', 'nowhere')] })).toEqual([
      404,
      'configuration.rules[0].condition.value',
    ]);
    expect(await faults({ merchant_lists: [list('a'), list('a')] })).toEqual([
      400,
      'configuration.merchant_lists[1].name',
    ]);
    expect(await faults({ programs: [{ product_code: 'NOWHERE' }] })).toEqual([404, '320']);
    expect(await faults({ rule: [] })).toEqual([400, 'configuration.rule']);
  });
});

describe('promises of the bank in a plan', () => {
  const TUITION = {
    all: [
      { field: 'mcc', op: 'prefix', value: '82' },
      { field: 'country', op: 'eq', value: 'AE' },
    ],
  };
  const promise = (name: string, condition: object, outcome: string) =>
    send('demo-bank', 'PUT', `/V2/promises/${name}`, { condition, outcome, reason: 'Parents pay late' });
  const checked = async (configuration: object) => {
    const { status, json, text } = await send('pipeline', 'POST', '/V2/configuration/plan', {
      ...{ configuration, check_promises: true },
    });
    expect(status, text).toBe(200);
    return json.promises;
  };
  const NO_SCHOOLS = { name: 'NO_SCHOOLS', effect: '57', condition: { field: 'mcc', op: 'eq', value: '8220' } };

  it('are checked under all planned rules together, with a message that breaks one', async () => {
    await promise('TUITION', TUITION, 'NEVER_DECLINED');
    await promise('GAMBLING', { field: 'mcc', op: 'eq', value: '7995' }, 'ALWAYS_DECLINED');
    const games = { ...NO_SCHOOLS, name: 'NO_GAMES_AT_ALL', condition: { field: 'mcc', op: 'prefix', value: '79' } };
    expect(await checked({ rules: [NO_SCHOOLS, games] })).toMatchObject([
      { name: 'GAMBLING', on: 'authorization', outcome: 'ALWAYS_DECLINED', state: 'KEPT' },
      {
        name: 'TUITION',
        state: 'BROKEN',
        now: 'KEPT',
        example: {
          values: expect.arrayContaining([
            { source: 'MESSAGE', field: 'mcc', value: '8220' },
            { source: 'MESSAGE', field: 'country', value: 'AE' },
          ]),
        },
      },
    ]);
    // nothing of the plan remains, and the promise is about rules of payments
    expect((await read()).configuration).not.toMatchObject({ rules: [{ name: 'NO_SCHOOLS' }] });
    const onTokens = { name: 'NO_TOKENS', on: 'provisioning', effect: 'decline' };
    const condition = { field: 'isForeignDevice', op: 'eq', value: true };
    const states = (await checked({ rules: [{ ...onTokens, condition }] })) as unknown as object[];
    expect(states).toMatchObject([
      { name: 'GAMBLING', state: 'BROKEN', now: 'KEPT' },
      { name: 'TUITION', state: 'KEPT' },
    ]);
  });

  it('are not checked if no rule differs, or if the request does not ask for it', async () => {
    const { configuration } = await read();
    expect(await checked(configuration as object)).toBeUndefined();
    expect((await plan({ rules: [NO_SCHOOLS] })).json.promises).toBeUndefined();
    await deletePromises(server);
  });
});

describe('an impossible configuration', () => {
  it('is refused for a list without entries that does not exist with its kind', async () => {
    await server.request({ ...createList('known'), as: 'demo-bank' });
    const refusal = async (...lists: object[]) => {
      const { status, json } = await plan(await withMore({ merchant_lists: lists }));
      return [
        status,
        (json.errors as { path: string; code: string }[] | undefined)?.map(({ path, code }) => [path, code]),
      ];
    };
    const present = (await read()).configuration as { merchant_lists: object[] };
    const at = present.merchant_lists.length;
    const path = `configuration.merchant_lists[${at}].entries`;
    expect(await refusal({ name: 'unknown', kind: 'mcc' })).toEqual([400, [[path, '103']]]);
    const others = present.merchant_lists.filter((one) => (one as { name: string }).name !== 'known');
    const changed = [...others, { name: 'known', kind: 'merchantId' }];
    const { status, json } = await plan({ merchant_lists: changed });
    expect([status, json.error_code]).toEqual([400, '103']);
    expect((await plan({ merchant_lists: [...others, { name: 'known', kind: 'mcc' }] })).json.changes).toEqual([]);
  });

  it('is refused for a rule whose subject differs from the stored rule', async () => {
    await writeRule(server, UNMET_CONDITION, { name: 'ON_PAYMENTS' });
    const condition = { field: 'isForeignDevice', op: 'eq', value: true };
    const { status, json } = await plan({
      rules: [{ name: 'ON_PAYMENTS', on: 'provisioning', condition, effect: 'decline' }],
    });
    expect([status, json.errors]).toMatchObject([400, [{ path: 'configuration.rules[0].on', code: '106' }]]);
  });
});

describe('applying', () => {
  it('makes all changes in one transaction, proposes rules, and changes nothing when repeated', async () => {
    const url = 'https://hooks.example.test/cfg';
    const configuration = await withMore({
      merchant_lists: [list('casino')],
      rules: [rule('NO_CASINO', 'casino')],
      programs: [],
      webhook_endpoints: [{ url, events: ['TC'], state: 'PAUSED' }],
    });
    const applied = await planAndApply(configuration);
    expect([applied.status, actionsOf(applied.json.changes)], applied.text).toEqual([
      200,
      [
        ['merchant_list', 'casino', 'CREATE'],
        ['rule', 'NO_CASINO', 'PROPOSE'],
        ['webhook_endpoint', url, 'CREATE'],
      ],
    ]);
    expect(applied.text).not.toContain('whsec_');
    expect((await read()).configuration).toMatchObject({
      webhook_endpoints: [{ url, state: 'PAUSED', events: ['TC'] }],
    });
    const again = await plan(configuration);
    expect(actionsOf(again.json.changes)).toEqual([['rule', 'NO_CASINO', 'AWAIT']]);
    const repeated = await apply(configuration, applied.json.fingerprint ?? 'old');
    expect([repeated.json.changes, actionsOf(repeated.json.remaining)]).toEqual([[], [['rule', 'NO_CASINO', 'AWAIT']]]);
    const proposed = (await rules(server, 'GET', '?state=PROPOSED')).json as {
      items?: { rule_id: string; name: string }[];
    };
    const own = proposed.items?.find(({ name }) => name === 'NO_CASINO');
    await server.server.backtestsIdle();
    expect((await approve(server, own?.rule_id ?? '')).status).toBe(200);
    expect((await plan(configuration)).json.changes).toEqual([]);
  });

  it('proposes more rules in one request than the number of backtests that callers may queue', async () => {
    const four = ['A1', 'A2', 'A3', 'A4'].map((name) => ({ ...rule(name, ''), condition: UNMET_CONDITION }));
    const applied = await planAndApply(await withMore({ rules: four }));
    expect([applied.status, applied.json.changes], applied.text).toEqual([200, expect.objectContaining({ length: 4 })]);
    await server.server.backtestsIdle();
  });

  it('makes no change if one of them is invalid', async () => {
    const configuration = {
      ...(await withMore({ merchant_lists: [list('half')] })),
      webhook_endpoints: [{ url: 'https://hooks.example.test/half', events: ['clients.unknown'] }],
    };
    expect((await apply(configuration, 'any')).status).toBe(400);
    const forbidden = {
      ...(await withMore({ merchant_lists: [list('half')] })),
      programs: [{ product_code: 'NOWHERE' }],
    };
    const refused = await apply(forbidden, (await plan({ ...forbidden, programs: undefined })).json.fingerprint);
    expect([refused.status, refused.json.error_code]).toEqual([409, '421']);
    expect((await send('pipeline', 'GET', '/V2/merchant-lists/half')).status).toBe(404);
  });

  it('is refused if the bank or the configuration has changed since the plan', async () => {
    const configuration = await withMore({ merchant_lists: [list('moved')] });
    const planned = await plan(configuration);
    await send('demo-bank', 'PUT', '/V2/merchant-lists/moved', { kind: 'mcc', entries: ['5411'] });
    const refused = await apply(configuration, planned.json.fingerprint);
    expect([refused.status, refused.json.error_code]).toEqual([409, '421']);
    const other = await plan(configuration);
    const edited = {
      merchant_lists: configuration.merchant_lists?.map((one) => ({ ...one, kind: 'mcc', entries: [] })),
    };
    expect((await apply(edited, other.json.fingerprint)).status).toBe(409);
    expect((await apply(configuration, other.json.fingerprint)).status).toBe(200);
  });

  it('requires the scope of every change, and otherwise makes none', async () => {
    const url = 'https://hooks.example.test/scope';
    const configuration = {
      ...(await withMore({ merchant_lists: [list('scope')] })),
      webhook_endpoints: [{ url, events: ['TC'] }],
    };
    const { fingerprint } = (await plan(configuration)).json;
    expect((await plan(configuration, 'reader')).status).toBe(403);
    expect((await apply(configuration, fingerprint, {}, 'reader')).status).toBe(403);
    const refused = await apply(configuration, fingerprint, {}, 'no-webhooks');
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('webhooks:write')]);
    expect((await send('pipeline', 'GET', '/V2/merchant-lists/scope')).status).toBe(404);
  });

  it('neither shows nor changes the objects of another bank', async () => {
    await send('demo-bank', 'PUT', '/V2/merchant-lists/of-demo', { kind: 'mcc', entries: ['7995'] });
    const others = await read('other-bank');
    expect(JSON.stringify(others)).not.toContain('of-demo');
    expect(others.bank_id).not.toBe('DEMO');
    const planned = await plan({ rules: [], merchant_lists: [] }, 'other-bank');
    expect([planned.status, planned.json.changes]).toEqual([200, []]);
  });
});

describe('applying with a second person', () => {
  it('creates one change request for all changes, which a repeat finds and an approval applies', async () => {
    await requireSecondPerson(server, CHANGE_KINDS);
    const configuration = await withMore({
      merchant_lists: [list('pending')],
      webhook_endpoints: [{ url: 'https://hooks.example.test/second', events: ['TC'] }],
    });
    const planned = await plan(configuration);
    const kinds = (planned.json.changes as unknown as { name: string; second_person: string[] }[]).map(
      (one) => one.second_person,
    );
    expect(kinds).toEqual([[], ['endpoint.change']]);
    expect((await apply(configuration, planned.json.fingerprint)).status).toBe(400);
    const sent = await apply(configuration, planned.json.fingerprint, { reason: 'Release 7' });
    expect([sent.status, sent.json.subject, sent.json.kinds], sent.text).toEqual([
      202,
      'configuration',
      ['endpoint.change'],
    ]);
    const id = sent.json.change_request_id;
    const again = await apply(configuration, planned.json.fingerprint, { reason: 'Release 7' });
    expect([again.status, again.json.change_request_id]).toEqual([202, id]);
    expect((await send('pipeline', 'GET', '/V2/merchant-lists/pending')).status).toBe(404);
    const approved = await admin.send('POST', `/V2/change-requests/${id}/approve`, {});
    expect([approved.status, approved.json.state], approved.text).toEqual([200, 'APPLIED']);
    expect((await plan(configuration)).json.changes).toEqual([]);
  });

  it('is refused on approval if the bank has changed since the request', async () => {
    const { configuration } = await read();
    const without = { ...(configuration as object), rules: [] };
    const planned = await plan(without);
    const sent = await apply(without, planned.json.fingerprint, { reason: 'No rules' });
    expect([sent.status, sent.json.kinds], sent.text).toEqual([202, ['rule.retire']]);
    const { id } = await writeRule(server, { field: 'mcc', op: 'eq', value: '7802' });
    await putInForce(server, id);
    const approved = await admin.send('POST', `/V2/change-requests/${sent.json.change_request_id}/approve`, {});
    expect([approved.status, approved.json.error_code]).toEqual([409, '421']);
  });
});
