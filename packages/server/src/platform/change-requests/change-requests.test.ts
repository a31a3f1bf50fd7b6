import { CHANGE_KINDS } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoSession, signInDemo } from '../../testing/callers/demo-sessions.ts';
import { addSecondPersonClients, requireSecondPerson } from '../../testing/callers/second-person-clients.ts';
import { approve, atMerchant, moveOwnRule, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';
import { requireValue } from '../kernel/required.ts';

const REASON = 'Fewer false alarms';
const NOON = '2026-11-20T08:00:00Z';
const server = fileServer({}, { systemNow: () => new Date(NOON) });

beforeAll(async () => {
  await addSecondPersonClients(server);
  await requireSecondPerson(server, CHANGE_KINDS);
});
const analyst = fileResource(() => signInDemo(server, 'noor'));
const admin = fileResource(() => signInDemo(server, 'salim'));
const operations = fileResource(() => signInDemo(server, 'omar'));

let made = 0;
async function liveRule(condition?: object): Promise<{ id: string; name: string }> {
  const rule = await writeRule(server, condition ?? atMerchant(`SECOND${++made}`));
  await putInForce(server, rule.id);
  return rule;
}

async function liveList(): Promise<string> {
  const name = `second-person-${++made}`;
  const body = { kind: 'mcc', entries: ['7995', '7801'] };
  const { status, text } = await send('demo-bank', 'PUT', `/V2/merchant-lists/${name}`, body);
  expect(status, text).toBe(200);
  await liveRule({ field: 'mcc', op: 'inList', value: name });
  return name;
}

const stateOf = async ({ id }: { id: string }) => (await rules(server, 'GET', `/${id}`)).json.versions?.[0 as never];
const entriesOf = async (name: string) => (await send('demo-bank', 'GET', `/V2/merchant-lists/${name}`)).json.entries;

function send(as: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  return server.request({ method, url, as, ...(payload && { payload }) });
}

const decide = (who: DemoSession, id: unknown, decision: string, body: object = { reason: REASON }) =>
  who.send('POST', `/V2/change-requests/${id}/${decision}`, body);
const decideAs = (as: string, id: unknown, decision: string, body: object = { reason: REASON }) =>
  send(as, 'POST', `/V2/change-requests/${id}/${decision}`, body);
const outcome = ({ status, json }: Answer) => [status, json.state ?? json.error_code];
const retireAs = (who: DemoSession, { id }: { id: string }, reason: string | undefined = REASON) =>
  who.send('POST', `/V2/rules/${id}/retire`, { version: 1, ...(reason !== '' && { reason }) });

/** Makes a live rule, and the analyst's request to retire it. */
async function requestedRetirement() {
  const rule = await liveRule();
  const { status, text, json } = await retireAs(analyst, rule);
  expect(status, text).toBe(202);
  return { rule, id: json.change_request_id, json };
}

const REFUSED = [409, '420'];

describe('a change that needs a second person', () => {
  it('is stored and listed, and takes effect when another person approves it', async () => {
    const { rule, id, json } = await requestedRetirement();
    expect(json).toMatchObject({
      kinds: ['rule.retire'],
      operation: 'rules.retire-rule',
      subject: `rule:${rule.name}`,
      state: 'PENDING',
      before: { version: 1, state: 'LIVE', effect: '57' },
      after: { version: 1, state: 'RETIRED' },
      reason: REASON,
      proposed_by: 'sandbox#noor',
      proposed_by_name: expect.stringMatching(/^Noor /),
      expires_at: '2026-11-27T08:00:00.000Z',
      decided_by: null,
      is_own: true,
    });
    expect(await stateOf(rule)).toMatchObject({ state: 'LIVE' });
    const { json: listed } = await admin.send('GET', '/V2/change-requests?state=PENDING');
    expect(listed.items).toContainEqual({ ...json, is_own: false });
    const approved = await decide(admin, id, 'approve', { reason: 'Seen' });
    expect(outcome(approved)).toEqual([200, 'APPLIED']);
    expect(approved.json).toMatchObject({ decided_by: 'sandbox#salim', decision_reason: 'Seen', is_own: false });
    expect(await stateOf(rule)).toMatchObject({ state: 'RETIRED', retired_by: 'sandbox#noor', retired_reason: REASON });
    const rows = await server.db.sql(
      `select actor, subject, outcome, details->>'proposed_by' as proposer, details->>'reason' as reason from audit_log
        where subject = any($1) and operation like '%change-request' or operation = 'rules.retire-rule' and subject = any($1)
        order by audit_id`,
      [[`rule:${rule.name}`, `change-request:${id}`]],
    );
    expect(rows).toEqual([
      { actor: 'sandbox#noor', subject: `change-request:${id}`, outcome: 'requested', proposer: null, reason: REASON },
      {
        actor: 'sandbox#salim',
        subject: `rule:${rule.name}`,
        outcome: 'version retired',
        proposer: 'sandbox#noor',
        reason: REASON,
      },
      {
        actor: 'sandbox#salim',
        subject: `change-request:${id}`,
        outcome: 'applied',
        proposer: 'sandbox#noor',
        reason: 'Seen',
      },
    ]);
  });

  it('needs a reason, and its request is checked like the change itself', async () => {
    const rule = await liveRule();
    const without = await retireAs(analyst, rule, '');
    expect([without.status, without.json.errors]).toMatchObject([400, [{ path: 'reason', code: '103' }]]);
    const wrong = await operations.send('PUT', '/V2/programs/DEBIT-CLASSIC', {
      ceilings: { dailyLimit: '1.234' },
      reason: REASON,
    });
    expect(wrong.status).toBe(400);
    expect(await stateOf(rule)).toMatchObject({ state: 'LIVE' });
    const { json } = await admin.send('GET', '/V2/change-requests?state=PENDING');
    expect((json.items as never[]).map(({ subject }) => subject)).not.toContain(`rule:${rule.name}`);
  });

  it('is not one to a version that is not live, to a list that no live rule reads, or at a bank without the kind', async () => {
    const { id } = await writeRule(server, atMerchant('NEVERLIVE'));
    await moveOwnRule(server, id, 'shadow');
    expect((await moveOwnRule(server, id, 'retire')).status).toBe(200);
    const list = { kind: 'mcc', entries: ['7995'] };
    for (const entries of [['7995'], ['5411']]) {
      const url = '/V2/merchant-lists/nobody-reads-it';
      expect((await send('demo-bank', 'PUT', url, { ...list, entries })).status).toBe(200);
    }
    const other = await send('other-bank', 'PUT', '/V2/programs/OTHER-DEBIT', { ceilings: {} });
    expect(other.status, other.text).toBe(200);
  });

  it('can be one to the entries of a list that a live rule reads', async () => {
    const name = await liveList();
    const url = `/V2/merchant-lists/${name}`;
    const answer = await analyst.send('PATCH', url, { remove: ['7995'], reason: REASON });
    expect(answer.json).toMatchObject({ kinds: ['list.change'], after: { entries: 1, removed: ['7995'], added: [] } });
    const replaced = await send('demo-bank', 'PUT', url, { kind: 'mcc', entries: [], reason: REASON });
    expect(replaced.status, replaced.text).toBe(202);
    expect(await entriesOf(name)).toEqual(['7801', '7995']);
    expect((await analyst.send('PATCH', url, { add: ['7801'], reason: REASON })).status).toBe(200);
    expect(outcome(await decide(admin, answer.json.change_request_id, 'approve'))).toEqual([200, 'APPLIED']);
    expect(await entriesOf(name)).toEqual(['7801']);
    const late = await decide(admin, replaced.json.change_request_id, 'approve');
    expect(outcome(late)).toEqual([409, '421']);
    expect(await entriesOf(name)).toEqual(['7801']);
  });

  it('can be one to a ceiling or to a limit of a program, each by its kind', async () => {
    const url = '/V2/programs/CREDIT-GOLD';
    const limit = { id: 'CAP', level: 'program', measure: 'amount', window: { calendar: 'day' }, max: '20000.00' };
    const set = (body: object) => operations.send('PUT', url, { reason: REASON, ...body });
    const first = await set({ limits: [limit] });
    expect(first.json).toMatchObject({ kinds: ['limit.change'], subject: 'program:CREDIT-GOLD' });
    expect(outcome(await decide(admin, first.json.change_request_id, 'approve'))).toEqual([200, 'APPLIED']);
    const raised = await set({ limits: [{ ...limit, max: '25000.00' }] });
    expect(raised.json).toMatchObject({
      before: { limits: [limit] },
      after: { limits: [{ ...limit, max: '25000.00' }] },
    });
    const { json } = await operations.send('GET', url);
    expect(json).toMatchObject({ limits: [limit], created_by: 'sandbox#omar' });
    const defaults = await set({ limits: [limit], defaults: { ecomStatus: 'OFF' } });
    expect(defaults.json).toMatchObject({ kinds: ['program.change'] });
    const { json: scores } = await set({ limits: [limit], provisioning: { lowScores: 'APPROVED' } });
    expect(scores.kinds).toEqual(['program.change']);
    expect(scores.after).toMatchObject({ provisioning: { lowScores: 'APPROVED' } });
    await requireSecondPerson(server, ['program.change']);
    const answer = await set({ limits: [] });
    expect(answer.status, answer.text).toBe(200);
    expect(outcome(await decide(admin, raised.json.change_request_id, 'approve'))).toEqual([409, '421']);
    await requireSecondPerson(server, CHANGE_KINDS);
  });

  it('can be one to an endpoint, whose secret only its holder gets', async () => {
    const url = '/V2/webhook-endpoints';
    const body = { url: 'https://receiver.example.com/second', reason: REASON };
    const answer = await send('demo-bank', 'POST', url, body);
    expect([answer.status, answer.json.kinds, answer.json.secret]).toEqual([202, ['endpoint.change'], undefined]);
    const approved = await decide(admin, answer.json.change_request_id, 'approve');
    expect(outcome(approved)).toEqual([200, 'APPLIED']);
    expect(approved.text).not.toContain('whsec_');
    const { json } = await send('demo-bank', 'GET', url);
    const endpoints = json.endpoints as unknown as { url: string; endpoint_id: string }[];
    const endpoint = requireValue(
      endpoints.find((one) => one.url === body.url),
      'the endpoint that was approved',
    );
    const own = `${url}/${endpoint.endpoint_id}`;
    const moved = await send('demo-bank', 'PATCH', own, { url: 'https://other.example.com/', reason: REASON });
    expect(moved.json).toMatchObject({ before: { url: body.url }, after: { url: 'https://other.example.com/' } });
    expect((await send('demo-bank', 'PATCH', own, { description: 'ours' })).status).toBe(200);
    const deleted = await send('demo-bank', 'DELETE', `${own}?reason=unused`);
    expect(deleted.status, deleted.text).toBe(202);
    const [stored] = await server.db.sql('select count(*)::int as all from webhook_endpoints where endpoint_id = $1', [
      endpoint.endpoint_id,
    ]);
    expect(stored).toEqual({ all: 1 });
    const rotate = (as = 'demo-bank') => send(as, 'POST', `${own}/rotate-secret`, { reason: REASON });
    const collected = await rotate();
    expect([collected.status, collected.json.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    const keys = () => server.db.sql('select key_id from webhook_keys where endpoint_id = $1', [endpoint.endpoint_id]);
    const before = await keys();
    const again = await rotate();
    expect([again.status, again.json.kinds, again.json.secret]).toEqual([202, ['endpoint.change'], undefined]);
    expect(outcome(await decideAs('demo-bank', again.json.change_request_id, 'approve'))).toEqual(REFUSED);
    const granted = await decide(admin, again.json.change_request_id, 'approve');
    expect([outcome(granted), await keys()]).toEqual([[200, 'APPLIED'], before]);
    // the grant belongs to the proposer, and this person may not read the events
    expect((await admin.send('POST', `${own}/rotate-secret`, { reason: REASON })).status).toBe(403);
    expect((await rotate()).json.secret).toMatch(/^whsec_/);
    expect((await rotate()).status).toBe(202);
  });
});

describe('nobody can avoid the second person', () => {
  it('by approving an own request, in any tab or by REST', async () => {
    const { rule, id } = await requestedRetirement();
    const otherTab = await signInDemo(server, 'noor');
    for (const tab of [analyst, otherTab]) expect((await decide(tab, id, 'approve')).status).toBe(403);
    expect(outcome(await decideAs('client-of-noor', id, 'approve'))).toEqual(REFUSED);
    expect(outcome(await decideAs('client-of-noor', id, 'reject'))).toEqual(REFUSED);
    const own = await send('demo-bank', 'POST', `/V2/rules/${rule.id}/retire`, { version: 1, reason: REASON });
    expect(own.status).toBe(202);
    expect(outcome(await decideAs('demo-bank', own.json.change_request_id, 'approve'))).toEqual(REFUSED);
    expect(await stateOf(rule)).toMatchObject({ state: 'LIVE' });
  });

  it('with two clients of one person, or a client that is no approver', async () => {
    const rule = await liveRule();
    const retire = { version: 1, reason: REASON };
    const { json } = await send('one-of-two', 'POST', `/V2/rules/${rule.id}/retire`, retire);
    const id = json.change_request_id;
    expect(outcome(await decideAs('other-of-two', id, 'approve'))).toEqual(REFUSED);
    expect(outcome(await decideAs('plain-approver', id, 'approve'))).toEqual(REFUSED);
    expect(outcome(await decideAs('plain-approver', id, 'reject'))).toEqual(REFUSED);
    expect((await decideAs('risk-engine', id, 'approve')).status).toBe(403);
    expect(await stateOf(rule)).toMatchObject({ state: 'LIVE' });
    expect(outcome(await decideAs('marked-approver', id, 'approve'))).toEqual([200, 'APPLIED']);
  });

  it('after the proposer or the approver has lost the role', async () => {
    const { rule, id } = await requestedRetirement();
    const rolesOf = (subject: string, roles: string[]) =>
      server.db.sql('update people set roles = $2 where subject = $1', [subject, roles]);
    await rolesOf('sandbox#noor', ['agent']);
    expect(outcome(await decide(admin, id, 'approve'))).toEqual(REFUSED);
    await rolesOf('sandbox#noor', ['analyst']);
    const second = await signInDemo(server, 'salim');
    await server.db.sql(`update sessions set roles = '{auditor}' where subject = 'sandbox#salim'`);
    expect((await decide(second, id, 'approve')).status).toBe(403);
    await server.db.sql(`update sessions set roles = '{bank-admin}' where subject = 'sandbox#salim'`);
    expect(await stateOf(rule)).toMatchObject({ state: 'LIVE' });
    const retire = { version: 1, reason: REASON };
    const ofClient = await send('risk-engine', 'POST', `/V2/rules/${rule.id}/retire`, retire);
    await server.db.sql(`update oauth_clients set scopes = '{programs:read}' where client_id = 'risk-engine'`);
    expect(outcome(await decide(admin, ofClient.json.change_request_id, 'approve'))).toEqual(REFUSED);
    expect(outcome(await decide(admin, id, 'approve'))).toEqual([200, 'APPLIED']);
  });

  it('by approving twice: of two concurrent approvals, one applies the change', async () => {
    const name = await liveList();
    const answer = await analyst.send('PATCH', `/V2/merchant-lists/${name}`, { remove: ['7801'], reason: REASON });
    const id = answer.json.change_request_id;
    const answers = await Promise.all([decide(admin, id, 'approve'), decideAs('marked-approver', id, 'approve')]);
    expect(answers.map(outcome).sort()).toEqual([[200, 'APPLIED'], REFUSED]);
    const [row] = await server.db.sql(
      `select count(*)::int as applied from audit_log where subject = $1 and outcome = 'list changed'`,
      [`merchant-list:${name}`],
    );
    expect(row).toEqual({ applied: 1 });
    expect(outcome(await decide(admin, id, 'approve'))).toEqual(REFUSED);
  });

  it('for an object that has changed in between', async () => {
    const name = await liveList();
    const url = `/V2/merchant-lists/${name}`;
    const first = await analyst.send('PATCH', url, { remove: ['7801'], reason: REASON });
    const second = await analyst.send('PATCH', url, { add: ['5411'], reason: REASON });
    expect(outcome(await decide(admin, second.json.change_request_id, 'approve'))).toEqual([200, 'APPLIED']);
    expect(outcome(await decide(admin, first.json.change_request_id, 'approve'))).toEqual([409, '421']);
    expect(await entriesOf(name)).toEqual(['5411', '7801', '7995']);
    const { rule, id } = await requestedRetirement();
    await server.request({
      method: 'PUT',
      url: `/V2/rules/${rule.id}`,
      as: 'demo-bank',
      payload: { effect: '05', condition: atMerchant('NEXT') },
    });
    await putInForce(server, rule.id, 2);
    expect(outcome(await decide(admin, id, 'approve'))).toEqual([409, '421']);
  });

  it('of another bank, which does not find the request', async () => {
    const { id } = await requestedRetirement();
    for (const decision of ['approve', 'reject', 'withdraw', 'break-glass']) {
      expect(outcome(await decideAs('other-bank', id, decision))).toEqual([404, '325']);
    }
    expect((await send('other-bank', 'GET', `/V2/change-requests/${id}`)).status).toBe(404);
    expect((await send('other-bank', 'GET', '/V2/change-requests')).json.items).toEqual([]);
  });

  it('after a week, a rejection or a withdrawal', async () => {
    const [late, rejected, withdrawn] = [
      await requestedRetirement(),
      await requestedRetirement(),
      await requestedRetirement(),
    ];
    expect(outcome(await decide(admin, rejected.id, 'reject'))).toEqual([200, 'REJECTED']);
    expect(outcome(await decide(admin, withdrawn.id, 'withdraw'))).toEqual(REFUSED);
    expect(outcome(await decide(analyst, withdrawn.id, 'withdraw'))).toEqual([200, 'WITHDRAWN']);
    for (const { id } of [rejected, withdrawn]) expect(outcome(await decide(admin, id, 'approve'))).toEqual(REFUSED);
    const [row] = await server.db.sql(
      'select count(*)::int as sealed from change_requests where sealed_input is not null and change_request_id = any($1)',
      [[rejected.id, withdrawn.id]],
    );
    expect(row).toEqual({ sealed: 0 });
    server.clock.set('2026-11-27T08:00:00Z');
    expect(outcome(await decide(admin, late.id, 'approve'))).toEqual(REFUSED);
    expect((await admin.send('GET', `/V2/change-requests/${late.id}`)).json.state).toBe('EXPIRED');
    expect(await stateOf(late.rule)).toMatchObject({ state: 'LIVE' });
    server.clock.set(NOON);
  });

  it('with a list that changes after the proposal of the rule that reads it', async () => {
    const name = `second-person-${++made}`;
    const url = `/V2/merchant-lists/${name}`;
    await send('demo-bank', 'PUT', url, { kind: 'mcc', entries: ['7995', '7801'] });
    const { id } = await writeRule(server, { field: 'mcc', op: 'inList', value: name });
    await moveOwnRule(server, id, 'shadow');
    await moveOwnRule(server, id, 'propose');
    await server.server.backtestsIdle();
    // on a server whose clock is behind, the change succeeds
    server.clock.set('2026-11-19T08:00:00Z');
    expect((await send('demo-bank', 'PATCH', url, { remove: ['7995'] })).status).toBe(200);
    server.clock.set('2026-11-20T08:00:01Z');
    const { status, json } = await approve(server, id);
    expect([status, json.detail]).toEqual([409, `${name} changed after the proposal: propose the version again`]);
    await moveOwnRule(server, id, 'propose');
    await server.server.backtestsIdle();
    expect((await approve(server, id)).status).toBe(200);
    server.clock.set(NOON);
  });

  it('as the approver of an own rule under another login', async () => {
    const { id } = await writeRule(server, atMerchant('TWINRULE'), { as: 'one-of-two' });
    await moveOwnRule(server, id, 'shadow');
    await moveOwnRule(server, id, 'propose');
    await server.server.backtestsIdle();
    expect((await approve(server, id, 1, { as: 'other-of-two' })).status).toBe(409);
    const disable = (disabled: boolean) =>
      server.db.sql("update oauth_clients set disabled = $1 where client_id = 'one-of-two'", [disabled]);
    await disable(true);
    expect((await approve(server, id, 1, { as: 'other-of-two' })).status).toBe(409);
    await disable(false);
    expect((await approve(server, id)).status).toBe(200);
  });
});

describe('a break-glass approval', () => {
  it('applies an own change at once, with a reason, marked, and within an hour', async () => {
    const [now, late] = [await liveRule(), await liveRule()];
    const retire = (rule: { id: string }) =>
      send('night-shift', 'POST', `/V2/rules/${rule.id}/retire`, { version: 1, reason: REASON });
    const [first, second] = [(await retire(now)).json, (await retire(late)).json];
    const id = first.change_request_id;
    expect((await decideAs('night-shift', id, 'break-glass', {})).status).toBe(400);
    expect((await decide(analyst, id, 'break-glass')).status).toBe(403);
    expect(outcome(await decideAs('demo-bank', id, 'break-glass'))).toEqual(REFUSED);
    const broken = await decideAs('night-shift', id, 'break-glass', { reason: 'Cards fail in all shops' });
    expect(broken.json).toMatchObject({ state: 'APPLIED', without_second_person: true, decided_by: 'night-shift' });
    expect(await stateOf(now)).toMatchObject({ state: 'RETIRED' });
    const [event] = await server.db.sql(
      `select type from outbox_events where stream = $1 order by event_id desc limit 1`,
      [`change-request:${id}`],
    );
    expect(event).toEqual({ type: 'change.decided' });
    const taskOf = async (who: DemoSession) =>
      ((await who.send('GET', '/V2/tasks')).json.items as { reference: string }[]).find(
        ({ reference }) => reference === id,
      );
    const task = { kind: 'EMERGENCY_CHANGE', about: `rule:${now.name}`, requested_by: 'night-shift' };
    for (const colleague of [admin, analyst, operations]) expect(await taskOf(colleague)).toMatchObject(task);
    expect(await taskOf(await signInDemo(server, 'layla'))).toBeUndefined();
    server.clock.set('2026-11-20T09:00:00Z');
    expect(outcome(await decideAs('night-shift', second.change_request_id, 'break-glass'))).toEqual(REFUSED);
    server.clock.set(NOON);
    expect(await stateOf(late)).toMatchObject({ state: 'LIVE' });
    await server.db.sql(`update change_requests set decided_at = decided_at - interval '1 day' where bank_id = 'DEMO'`);
    expect(await taskOf(admin)).toBeUndefined();
  });
});
