import { randomUUID } from 'node:crypto';
import { SCOPES } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoSession, signInDemo } from '../../testing/callers/demo-sessions.ts';
import { type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { atMerchant, moveOwnRule, writeRule } from '../../testing/decisions/bank-rules.ts';
import { hitsOf, REVIEW_REASON, review, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';
import { findTask } from './read-tasks.ts';
import type { TaskSource } from './task-source.ts';

interface ListItem {
  items: { task_id: string; kind: string; is_own: boolean; reference: string; [name: string]: unknown }[];
  counts: { kind: string; count: number }[];
  people: { subject: string; kinds: string[] }[];
}

const NOON = '2026-11-20T08:00:00Z';
const server = fileServer({}, { systemNow: () => new Date(NOON) });
let agent: DemoSession;
let operations: DemoSession;
let analyst: DemoSession;
let admin: DemoSession;
let reviewer: DemoSession;
let approver: DemoSession;
let card: IssuedCard;

beforeAll(async () => {
  const names = ['layla', 'omar', 'noor', 'salim', 'mariam', 'yusuf'];
  const people = await Promise.all(names.map((name) => signInDemo(server, name)));
  [agent, operations, analyst, admin, reviewer, approver] = people as [
    DemoSession,
    DemoSession,
    DemoSession,
    DemoSession,
    DemoSession,
    DemoSession,
  ];
  card = await issueCard(server);
});

const listOf = async (who: DemoSession) => {
  const { status, text, json } = await who.send('GET', '/V2/tasks');
  expect(status, text).toBe(200);
  return json as unknown as ListItem;
};
const find = async (who: DemoSession, taskId: unknown) =>
  (await listOf(who)).items.find(({ task_id }) => task_id === taskId);
const request = (who: DemoSession, more: object = {}) =>
  who.send('POST', '/V2/payment-requests', {
    account_number: card.accountNumber,
    merchantId: 'SHOP00000000042',
    maxAmount: '900.00',
    reason: 'On the phone',
    ...more,
  });
const decide = (who: DemoSession, id: unknown, body: object) =>
  who.send('POST', `/V2/payment-requests/${id}/decision`, body);
const ALLOW = { decision: 'ALLOW', validUntil: '2026-11-20T08:30:00Z' };
const at = (taskId: unknown, rest: string) => `/V2/tasks/${encodeURIComponent(String(taskId))}/${rest}`;

describe('a payment request', () => {
  it('is a task of card operations, who allow it, and the agent sees the answer until the agent finishes it', async () => {
    const answer = await request(agent);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      kind: 'PAYMENT_REQUEST',
      is_own: true,
      payment: { state: 'OPEN', maxAmount: '900.00', currency: 'AED' },
    });
    const { task_id: id, reference } = answer.json;
    expect(await find(analyst, id)).toBeUndefined();
    expect(await find(operations, id)).toMatchObject({ is_own: false, requested_by_name: 'Layla Haddad' });
    expect((await decide(agent, reference, ALLOW)).status).toBe(403);
    const allowed = await decide(operations, reference, { ...ALLOW, comment: 'Only once' });
    expect(allowed.status, allowed.text).toBe(200);
    const { payment } = (await find(agent, id)) as unknown as { payment: { exception_id: string } };
    expect(payment).toMatchObject({ state: 'ALLOWED', comment: 'Only once', decided_by_name: 'Omar Farouk' });
    expect(await find(operations, id)).toBeUndefined();
    const { json } = await operations.send('GET', `/V2/accounts/${card.accountNumber}/exceptions`);
    expect(json.items).toContainEqual(
      expect.objectContaining({ exception_id: payment.exception_id, state: 'OPEN', created_by: 'Omar Farouk' }),
    );
    expect((await decide(operations, reference, ALLOW)).json).toMatchObject({ error_code: '420' });
    const finish = () => agent.send('DELETE', `/V2/payment-requests/${reference}`);
    expect((await finish()).json).toMatchObject({ payment: { state: 'DONE' } });
    expect((await finish()).status).toBe(200);
    expect(await find(agent, id)).toBeUndefined();
  });

  it('is declined with a comment, and only its requester can finish it', async () => {
    const { reference, task_id: id } = (await request(analyst)).json;
    expect((await decide(operations, reference, { decision: 'DECLINE' })).json).toMatchObject({ error_code: '103' });
    const declined = await decide(operations, reference, {
      decision: 'DECLINE',
      comment: 'Known fraud at 4000001234567899',
    });
    expect(declined.json).toMatchObject({ payment: { state: 'DECLINED', exception_id: null } });
    expect(declined.text).not.toContain('4000001234567899');
    expect(await find(analyst, id)).toMatchObject({ payment: { state: 'DECLINED' } });
    expect((await agent.send('DELETE', `/V2/payment-requests/${reference}`)).json).toMatchObject({ error_code: '420' });
  });

  it('needs another person, and an amount within the grant of that person', async () => {
    const own = (await request(operations)).json.reference;
    expect((await decide(operations, own, ALLOW)).json).toMatchObject({ error_code: '420' });
    const high = (await request(agent, { maxAmount: '5000.01' })).json.reference;
    expect((await decide(operations, high, ALLOW)).json).toMatchObject({ error_code: '106' });
    expect((await decide(operations, high, { ...ALLOW, validUntil: undefined })).json).toMatchObject({
      error_code: '103',
    });
  });

  it('is decided by only one of two concurrent decisions', async () => {
    const { reference } = (await request(agent)).json;
    const answers = await Promise.all([
      decide(operations, reference, ALLOW),
      decide(operations, reference, { decision: 'DECLINE', comment: 'No' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('names an account and an amount of the bank, and belongs to it', async () => {
    expect((await request(agent, { account_number: 'NOBODYS' })).json).toMatchObject({ error_code: '302' });
    expect((await request(agent, { maxAmount: '1.001' })).json).toMatchObject({ error_code: '105' });
    expect((await decide(operations, randomUUID(), ALLOW)).json).toMatchObject({ error_code: '329' });
    const { reference } = (await request(agent)).json;
    const decision = { method: 'POST' as const, url: `/V2/payment-requests/${reference}/decision`, payload: ALLOW };
    expect((await server.request({ ...decision, as: 'other-bank' })).json).toMatchObject({ error_code: '329' });
  });
});

describe('a task', () => {
  it('is derived: a proposed rule waits for its approver, and is gone when it is rejected', async () => {
    const rule = await writeRule(server, atMerchant('TASKS'));
    await moveOwnRule(server, rule.id, 'shadow');
    await moveOwnRule(server, rule.id, 'propose');
    const id = `rule:${rule.id}:1`;
    expect(await find(admin, id)).toMatchObject({ kind: 'RULE_APPROVAL', about: rule.name, reference: rule.id });
    expect(await find(agent, id)).toBeUndefined();
    await moveOwnRule(server, rule.id, 'retire');
    expect(await find(admin, id)).toBeUndefined();
  });

  it('can be a change that waits for a second person, but not for its proposer', async () => {
    await server.db.sql(
      `insert into change_requests (bank_id, change_request_id, kinds, operation, subject, target_version, reason,
         proposed_at, proposed_by, expires_at, state)
       values ('DEMO', 'mine', '{rule.retire}', 'rules.retire-rule', 'rule:A', '1', 'a', $1, 'sandbox#salim', $2, 'PENDING'),
              ('theirs', 'x', '{rule.retire}', 'rules.retire-rule', 'rule:A', '1', 'a', $1, 'a', $2, 'PENDING'),
              ('DEMO', 'his', '{rule.retire}', 'rules.retire-rule', 'rule:A', '1', 'a', $1, 'sandbox#noor', $2, 'PENDING')`,
      [NOON, '2026-11-27T08:00:00Z'],
    );
    const { items } = await listOf(admin);
    const approvals = items.filter(({ kind }) => kind === 'CHANGE_APPROVAL');
    expect(approvals.map(({ reference }) => reference)).toEqual(['his']);
    expect((await listOf(operations)).items.filter(({ kind }) => kind === 'CHANGE_APPROVAL')).toEqual([]);
  });

  it('can be a failing endpoint or overdue embossing', async () => {
    await server.db.sql(
      `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, state, disabled_reason, max_in_flight,
         created_at, changed_at)
       values ('DEMO', 'gone', 'bank', 'DEMO', 'https://gone.example.com/secret', 'DISABLED', 'GONE', 1, $1, $1)`,
      [NOON],
    );
    const failing = await find(admin, 'endpoint:gone');
    expect(failing).toMatchObject({ kind: 'ENDPOINT_FAILING', about: 'gone.example.com' });
    expect(JSON.stringify(failing)).not.toContain('/secret');
    await server.db.sql(`update embossing_queue set queued_at = $1 where bank_id = 'DEMO'`, ['2026-11-19T05:00:00Z']);
    expect(await find(operations, 'embossing:waiting')).toBeUndefined();
    await server.db.sql(`update banks set embossing = '{"public_key":"key"}' where bank_id = 'DEMO'`);
    await server.server.periodicJobs.runDue();
    expect(await find(operations, 'embossing:waiting')).toMatchObject({ kind: 'EMBOSSING_OVERDUE' });
  });

  it('is assigned to a person who can do it, commented on, counted and audited', async () => {
    const { task_id: id } = (await request(agent)).json;
    const { people, counts } = await listOf(operations);
    expect(people).toContainEqual(
      expect.objectContaining({ subject: 'sandbox#omar', kinds: expect.arrayContaining(['PAYMENT_REQUEST']) }),
    );
    expect(counts.find(({ kind }) => kind === 'PAYMENT_REQUEST')?.count).toBeGreaterThan(0);
    const assign = (who: DemoSession, assignee: string | null) => who.send('PUT', at(id, 'assignee'), { assignee });
    expect((await assign(operations, 'sandbox#layla')).json).toMatchObject({ error_code: '106' });
    expect((await assign(admin, 'sandbox#omar')).json).toMatchObject({ error_code: '329' });
    const assigned = await assign(operations, 'sandbox#omar');
    expect(assigned.json).toMatchObject({ assignee: 'sandbox#omar', assignee_name: 'Omar Farouk' });
    const commented = await operations.send('POST', at(id, 'comments'), { text: 'Which card, 4000001234567899?' });
    expect(commented.status, commented.text).toBe(200);
    const seen = await find(agent, id);
    expect(seen).toMatchObject({ assignee_name: 'Omar Farouk', comments: [{ by_name: 'Omar Farouk' }] });
    expect(JSON.stringify(seen)).not.toContain('4000001234567899');
    expect((await assign(operations, null)).json).toMatchObject({ assignee: null });
    const rows = await server.db.sql('select outcome from audit_log where subject = $1 order by audit_id', [
      `task:${id}`,
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['assigned', 'commented', 'assigned']);
  });

  it('of an approval appears once no hit prevents the approval, as in the list of applications', async () => {
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ mcc: '7995' })]);
    await review(server, applicationId, 'review');
    expect((await listOf(reviewer)).items).toMatchObject([{ kind: 'MERCHANT_REVIEW', reference: applicationId }]);
    expect((await listOf(approver)).items).toEqual([]);
    for (const { hitId } of await hitsOf(server, applicationId)) {
      const url = `/V2/merchants/applications/${applicationId}/hits/${hitId}/clear`;
      const { status } = await server.request({ method: 'POST', url, payload: REVIEW_REASON, as: 'demo-reviewer' });
      expect(status).toBe(200);
    }
    expect((await listOf(reviewer)).items).toEqual([]);
    expect((await listOf(approver)).items).toMatchObject([{ kind: 'MERCHANT_APPROVAL', reference: applicationId }]);
    const { json } = await approver.send('GET', '/V2/merchants/applications?relation=ASKED_OF_ME');
    expect(json.applications).toMatchObject([{ applicationId }]);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });

  it('of an acquirer is shown only to its people', async () => {
    const { applicationId } = await submitAndScreen(server);
    expect((await listOf(reviewer)).items).toMatchObject([{ kind: 'MERCHANT_REVIEW', reference: applicationId }]);
    expect((await listOf(approver)).items).toEqual([]);
    expect((await review(server, applicationId, 'review')).status).toBe(200);
    expect((await listOf(reviewer)).items).toEqual([]);
    expect((await listOf(approver)).items).toMatchObject([{ kind: 'MERCHANT_APPROVAL', reference: applicationId }]);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    expect((await listOf(approver)).items).toEqual([]);
    expect((await server.request({ method: 'GET', url: '/V2/tasks', as: 'demo-network' })).status).toBe(403);
  });
});

it('a task is searched only among those of its kind', async () => {
  const read: string[] = [];
  const source = (kind: 'RULE_APPROVAL' | 'CHANGE_APPROVAL', prefix: string): TaskSource => ({
    kind,
    prefix,
    read: async () => {
      read.push(prefix);
      const about = { subject: 'rule:R', reference: 'R', about: 'R', since: new Date(NOON) };
      return [1, 2].map((no) => ({ id: `${prefix}:R:${no}`, kind, ...about }));
    },
  });
  const sources = [source('RULE_APPROVAL', 'rule'), source('CHANGE_APPROVAL', 'change-request')];
  const caller = { clientId: 'someone', sender: 1, kind: 'bank', bankId: 'DEMO', scopes: new Set(SCOPES) } as const;
  const found = await server.db.database.transaction(async (tx) => ({
    commit: false,
    result: await findTask({ sources, people: async () => [] }, { tx, caller } as never, 'DEMO', 'rule:R:2'),
  }));
  expect([found?.task.task_id, read]).toEqual(['rule:R:2', ['rule']]);
});
