import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { expectNoDifference } from '../../../testing/decisions/bank-backtests.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const server = fileServer();
afterAll(async () => {
  await expectNoDifference(server);
});

const send = (path: string, payload: Record<string, unknown>, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'POST', url: `/V2${path}`, as, payload });

async function request(more: Record<string, unknown> = {}) {
  const { exid } = await issueCard(server);
  const fields = { card: exid, requestor_id: 'R-1', requestor_name: 'Example Pay', scores: { account: 5, device: 5 } };
  const { json } = await send(
    '/tokens/provisioning',
    { provisioning_id: randomUUID(), ...fields, ...more },
    'demo-network',
  );
  return json;
}

async function create(name: string, condition: unknown, effect: string, more: Record<string, unknown> = {}) {
  const answer = await send('/rules', { name, on: 'provisioning', condition, effect, ...more });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.json.rule_id);
}

async function live(name: string, condition: unknown, effect: string): Promise<string> {
  const id = await create(name, condition, effect);
  for (const [step, as] of [
    ['shadow', 'demo-bank'],
    ['propose', 'demo-bank'],
    ['approve', 'demo-checker'],
  ] as const) {
    if (step === 'approve') await server.server.backtestsIdle();
    const answer = await send(`/rules/${id}/${step}`, step === 'approve' ? { version: 1 } : {}, as);
    expect([step, answer.status], answer.text).toEqual([step, 200]);
  }
  return id;
}

const retire = (...ids: string[]) => Promise.all(ids.map((id) => send(`/rules/${id}/retire`, {})));
const foreign = { field: 'isForeignDevice', op: 'eq', value: true };

describe('a rule on provisioning', () => {
  it('declines, requires a code or approves, and none runs on authorizations', async () => {
    const young = { field: 'walletAccountAgeDays', op: 'lt', value: 10 };
    const ids = [
      await live('FOREIGN_DEVICE', foreign, 'decline'),
      await live('YOUNG_WALLET', young, 'require_code'),
      await live('TRUSTED', { field: 'panSource', op: 'eq', value: 'APP' }, 'approve'),
      await live('EVERY_CARD', { field: 'cardRole', op: 'in', value: ['P', 'S'] }, 'approve'),
    ];
    expect(await request({ device: { country: 'FR' } })).toMatchObject({ outcome: 'DECLINED', reason: 'RULE' });
    expect(await request({ device: { country: 'AE' } })).toMatchObject({ outcome: 'APPROVED' });
    // a later rule never loosens an earlier one
    expect(await request({ wallet_account_age_days: 3, pan_source: 'APP' })).toMatchObject({
      outcome: 'APPROVED_WITH_CODE',
    });
    expect(await request({ scores: { account: 1 }, pan_source: 'APP' })).toMatchObject({ outcome: 'APPROVED' });
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    await retire(...ids);
    expect(await request({ device: { country: 'FR' } })).toMatchObject({ outcome: 'APPROVED' });
  });

  it('in shadow decides nothing, and is in the trace', async () => {
    const id = await create('SHADOW_ONLY', foreign, 'decline');
    expect((await send(`/rules/${id}/shadow`, {})).status).toBe(200);
    expect(await request({ device: { country: 'FR' } })).toMatchObject({ outcome: 'APPROVED' });
    const list = await server.request({ url: '/V2/tokens/provisioning?limit=1', as: 'demo-bank' });
    const [{ decision_id }] = list.json.items as [{ decision_id: string }];
    const { json } = await server.request({
      url: `/V2/tokens/provisioning/${decision_id}?explain=ar`,
      as: 'demo-bank',
    });
    const steps = json.trace as { rule: string; saw: Record<string, unknown> }[];
    expect(steps.find(({ rule }) => rule === 'RULES')!.saw).toMatchObject({
      evaluated: 0,
      rule: null,
      shadow: 'SHADOW_ONLY:1:decline',
    });
    expect(json.explanation).toMatchObject({ language: 'ar' });
    await retire(id);
  });

  it('is counted by the statistics: as live if it decided, as shadow if it would have', async () => {
    const inParis = { field: 'deviceCountry', op: 'eq', value: 'FR' };
    const ids = [await live('CODE_ABROAD', inParis, 'require_code'), await create('NO_ABROAD', inParis, 'decline')];
    expect((await send(`/rules/${ids[1]}/shadow`, {})).status).toBe(200);
    for (const country of ['FR', 'FR', 'AE']) await request({ device: { country } });
    const { json } = await server.request({ url: '/V2/statistics/provisionings', as: 'demo-bank' });
    const counts = (json.rules as { rule: string }[]).filter(({ rule }) => rule.endsWith('_ABROAD'));
    expect(counts).toEqual([
      { rule: 'CODE_ABROAD', version: 1, is_live: true, effect: 'require_code', decisions: 2 },
      { rule: 'NO_ABROAD', version: 1, is_live: false, effect: 'decline', decisions: 2 },
    ]);
    await retire(...ids);
  });

  it('whose field is absent from a request does not apply', async () => {
    const id = await live('NOT_IN_AE', { field: 'deviceCountry', op: 'ne', value: 'AE' }, 'decline');
    expect(await request()).toMatchObject({ outcome: 'APPROVED' });
    expect(await request({ device: { country: 'FR' } })).toMatchObject({ reason: 'RULE' });
    await retire(id);
  });

  it('knows whether the phone number on file matches, and the counts', async () => {
    const ids = [
      await live('OTHER_PHONE', { field: 'phoneMatches', op: 'eq', value: false }, 'require_code'),
      await live('FULL_DEVICE', { field: 'tokensOfDevice', op: 'gte', value: 2 }, 'decline'),
    ];
    expect(await request({ device: { number_last_digits: '4567' } })).toMatchObject({ outcome: 'APPROVED' });
    expect(await request({ device: { number_last_digits: '9999' } })).toMatchObject({ outcome: 'APPROVED_WITH_CODE' });
    const outcomes = [];
    for (let at = 0; at < 3; at++) outcomes.push((await request({ device: { id: 'COUNTED' } })).outcome);
    expect(outcomes).toEqual(['APPROVED', 'APPROVED', 'DECLINED']);
    await retire(...ids);
  });

  it('has only the effects and fields of its subject, and never changes its subject', async () => {
    const refused = async (body: Record<string, unknown>) => {
      const { status, json } = await send('/rules', body);
      return [status, (json.errors as { path: string }[]).map(({ path }) => path)];
    };
    const night = { field: 'localHour', op: 'lt', value: 6 };
    expect(await refused({ name: 'WRONG', on: 'provisioning', condition: night, effect: '57' })).toEqual([
      400,
      ['effect'],
    ]);
    expect(await refused({ name: 'WRONG', condition: night, effect: 'decline' })).toEqual([400, ['effect']]);
    const amount = { field: 'amount', op: 'gt', value: '1.00' };
    expect(await refused({ name: 'WRONG', on: 'provisioning', condition: amount, effect: 'decline' })).toEqual([
      400,
      ['condition.field'],
    ]);
    expect(await refused({ name: 'WRONG', condition: foreign, effect: '57' })).toEqual([400, ['condition.field']]);
    expect(await refused({ name: 'ATTEMPTS', on: 'provisioning', condition: night, effect: 'decline' })).toEqual([
      400,
      ['name'],
    ]);
    const id = await create('KEEPS', night, 'decline');
    const changed = await server.request({
      method: 'PUT',
      url: `/V2/rules/${id}`,
      as: 'demo-bank',
      payload: { condition: foreign, effect: 'approve' },
    });
    expect(changed.json).toMatchObject({ on: 'provisioning' });
  });
});

it('a rule on authorizations does not run on requests for tokens', async () => {
  const { json } = await send('/rules', {
    name: 'NO_PAYMENTS',
    condition: { field: 'cardRole', op: 'in', value: ['P', 'S'] },
    effect: '57',
  });
  expect(json).toMatchObject({ on: 'authorization' });
  expect((await send(`/rules/${json.rule_id as string}/shadow`, {})).status).toBe(200);
  const { outcome } = await request();
  expect(outcome).toBe('APPROVED');
  const [row] = await server.db.sql<{ trace: string }>(
    'select trace from token_provisionings order by provisioning_key desc limit 1',
  );
  expect(row!.trace).not.toContain('RULES');
});
