import { afterEach, describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { requireSecondPerson } from '../../testing/callers/second-person-clients.ts';
import { setSettings } from '../../testing/cards/account-settings.ts';
import { ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { deletePromises, moveOwnRule, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, testServer } from '../../testing/test-server.ts';

const NOON = '2026-11-20T08:00:00Z';
const PRODUCT = 'DEBIT-CLASSIC';
const LIMIT = 'cardNotPresentTransactionLimit';
const alive: string[] = [];

const server = fileResource(() => testServer({}, { systemNow: () => new Date(NOON) }));
const card = fileResource(() => issueCard(server, { available: '1000000.00' }));
const analyst = fileResource(() => signInDemo(server, 'noor'));
const admin = fileResource(() => signInDemo(server, 'salim'));
afterEach(async () => {
  await requireSecondPerson(server, []);
  await deletePromises(server);
  for (const id of alive.splice(0)) await rules(server, 'POST', `/${id}/retire`, {});
  await inForce({});
});

const call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, payload?: object) =>
  server.request({ method, url: `/V2${path}`, as: 'demo-bank', ...(payload && { payload }) });
const mcc = (op: string, value: string) => ({ field: 'mcc', op, value });
const GAMBLING_ON_DEBIT = { all: [mcc('eq', '7995'), { field: 'product', op: 'eq', value: PRODUCT }] };
const LARGE_ECOM = {
  all: [
    { field: 'amount', op: 'gt', value: '500.00' },
    { field: 'channel', op: 'eq', value: 'ECOM' },
    { field: 'product', op: 'eq', value: PRODUCT },
  ],
};
const ceiling = (most: string) => ({ defaults: { [LIMIT]: '100.00' }, ceilings: { [LIMIT]: most } });
const NO_BETS = {
  ...{ id: 'NO_BETS', level: 'bank', measure: 'count', window: { calendar: 'day' }, max: '1' },
  where: mcc('eq', '7995'),
};

async function inForce(program: object): Promise<void> {
  const { status, text } = await call('PUT', `/programs/${PRODUCT}`, program);
  expect(status, text).toBe(200);
}
async function promise(name: string, condition: object, more: object = {}): Promise<void> {
  const statement = { condition, outcome: 'ALWAYS_DECLINED', by: 'DECISION', reason: 'The license demands it' };
  const { status, text } = await call('PUT', `/promises/${name}`, { ...statement, ...more });
  expect(status, text).toBe(200);
}
async function requested(answer: Answer): Promise<string> {
  expect(answer.status, answer.text).toBe(202);
  return String(answer.json.change_request_id);
}
async function requestProgram(program: object): Promise<string> {
  await requireSecondPerson(server, ['program.change', 'limit.change', 'rule.retire', 'list.change']);
  return await requested(await call('PUT', `/programs/${PRODUCT}`, { ...program, reason: 'A new season' }));
}

interface Analyzed {
  readonly question: string;
  readonly product?: string;
  readonly promise?: string;
  readonly verdict: string;
  readonly example?: {
    readonly at: string;
    readonly message: Record<string, string>;
    readonly values: readonly { source: string; field: string; value: string }[];
    readonly decision: { before: string; after: string };
  };
}
async function analysisOf(id: string) {
  await server.server.backtestsIdle();
  const { analysis } = (await admin.send('GET', `/V2/change-requests/${id}`)).json;
  return analysis as unknown as { state: string; check_id: string; answers: readonly Analyzed[] };
}
const verdictsOf = ({ answers }: { readonly answers: readonly Analyzed[] }) =>
  answers.map(({ question, promise: of = question, product = '', verdict }) => [of, product, verdict]);
const approve = async (id: string, body: object = {}) => {
  const { status, json } = await admin.send('POST', `/V2/change-requests/${id}/approve`, body);
  return [status, json.error_code ?? json.state];
};
/** Returns the decision of a what-if on an example, with settings of the account and a program. */
async function whatIf({ message, at }: NonNullable<Analyzed['example']>, cardSettings: object, program: object) {
  server.clock.set(at);
  const proposal = { cardSettings, program: { product_code: PRODUCT, ...program } };
  const payload = { message: { ...ecommerceMessage(card), ...message }, ...proposal };
  const { json, text } = await call('POST', '/authorizations/preview', payload);
  server.clock.set(NOON);
  expect(json.rule, text).toBeDefined();
  return json.rule;
}

describe('the change of a program', () => {
  it('shows what its defaults newly decline and approve at the product, as a what-if confirms', async () => {
    await inForce({ defaults: { motoStatus: 'OFF' } });
    const id = await requestProgram({ defaults: { ecomStatus: 'OFF' } });
    const analysis = await analysisOf(id);
    expect([analysis.state, ...verdictsOf(analysis)]).toEqual([
      'KEPT',
      ['DECLINES_NOTHING_NEW', PRODUCT, 'COUNTEREXAMPLE'],
      ['APPROVES_NOTHING_NEW', PRODUCT, 'COUNTEREXAMPLE'],
    ]);
    const [declined, approved] = analysis.answers.map(({ example }) => example);
    if (declined === undefined || approved === undefined) throw new Error('no examples');
    expect([declined.decision, approved.decision]).toEqual([
      { before: 'APPROVED', after: 'ECOM_OFF' },
      { before: 'MOTO_OFF', after: 'APPROVED' },
    ]);
    expect(await whatIf(declined, {}, { defaults: { ecomStatus: 'OFF' } })).toBe('ECOM_OFF');
    expect(await whatIf(approved, {}, { defaults: { ecomStatus: 'OFF' } })).toBe('APPROVED');
    expect(await whatIf(approved, {}, { defaults: { motoStatus: 'OFF' } })).toBe('MOTO_OFF');
    expect(await approve(id)).toEqual([200, 'APPLIED']);
  });

  it('shows which payments a higher ceiling lets accounts make, and that a lower one changes no account', async () => {
    await inForce({ defaults: { [LIMIT]: '100.00' }, ceilings: { [LIMIT]: '500.00' } });
    const higher = { defaults: { [LIMIT]: '100.00' }, ceilings: { [LIMIT]: '900.00' } };
    const analysis = await analysisOf(await requestProgram(higher));
    expect(verdictsOf(analysis)).toEqual([
      ['DECLINES_NOTHING_NEW', PRODUCT, 'PROVED'],
      ['APPROVES_NOTHING_NEW', PRODUCT, 'COUNTEREXAMPLE'],
    ]);
    const { example } = analysis.answers[1] ?? {};
    if (example === undefined) throw new Error('no example');
    expect(example.decision).toEqual({ before: 'CNP_TRANSACTION_LIMIT', after: 'APPROVED' });
    const own = Number(example.values.find(({ field }) => field === LIMIT)?.value);
    expect([own > 500, own <= 900]).toEqual([true, true]);
    expect(await whatIf(example, { [LIMIT]: own.toFixed(2) }, higher)).toBe('APPROVED');
    expect(await whatIf(example, { [LIMIT]: '500.00' }, higher)).toBe('CNP_TRANSACTION_LIMIT');
    const lower = { defaults: { [LIMIT]: '100.00' }, ceilings: { [LIMIT]: '300.00' } };
    expect(verdictsOf(await analysisOf(await requestProgram(lower)))).toEqual([
      ['DECLINES_NOTHING_NEW', PRODUCT, 'PROVED'],
      ['APPROVES_NOTHING_NEW', PRODUCT, 'PROVED'],
    ]);
  });

  it('that breaks a promise that its ceiling keeps is approved only with an override', async () => {
    await inForce({ defaults: { [LIMIT]: '100.00' }, ceilings: { [LIMIT]: '500.00' } });
    await promise('LARGE_ECOM', LARGE_ECOM);
    const harmless = { defaults: { [LIMIT]: '200.00' }, ceilings: { [LIMIT]: '400.00' } };
    const retained = await requestProgram(harmless);
    expect(verdictsOf(await analysisOf(retained)).at(-1)).toEqual(['LARGE_ECOM', '', 'PROVED']);
    const id = await requestProgram({ defaults: { [LIMIT]: '100.00' }, ceilings: { [LIMIT]: '900.00' } });
    expect(await approve(id)).toEqual([409, '420']);
    const analysis = await analysisOf(id);
    expect([analysis.state, verdictsOf(analysis).at(-1)]).toEqual([
      'BROKEN',
      ['LARGE_ECOM', PRODUCT, 'COUNTEREXAMPLE'],
    ]);
    const override = { override_check_id: analysis.check_id };
    expect(await approve(id, override)).toEqual([400, '103']);
    const own = await analyst.send('POST', `/V2/change-requests/${id}/approve`, { ...override, reason: 'Mine' });
    expect(own.status).toBe(403);
    expect(await approve(id, { ...override, reason: 'The season is over' })).toEqual([200, 'APPLIED']);
    // the other request depends on the changed program
    expect(await approve(retained)).toEqual([409, '421']);
  });

  it('includes the settings that accounts still have from before a ceiling was lowered', async () => {
    const check = async () => {
      const { id } = await writeRule(server, mcc('eq', '7801'));
      alive.push(id);
      await moveOwnRule(server, id, 'shadow');
      await moveOwnRule(server, id, 'propose');
      await server.server.backtestsIdle();
      const [found] = (await rules(server, 'GET', `/${id}/promise-check`)).json.promises as unknown as {
        state: string;
        example?: NonNullable<Analyzed['example']>;
      }[];
      return found;
    };
    await inForce(ceiling('900.00'));
    await setSettings(server, card, { [LIMIT]: '800.00' });
    await inForce(ceiling('500.00'));
    await promise('LARGE_ECOM', LARGE_ECOM);
    const broken = await check();
    if (broken?.example === undefined) throw new Error('no example');
    expect(broken.state).toBe('BROKEN');
    expect(broken.example.values).toContainEqual({ source: 'ACCOUNT', field: LIMIT, value: '800.00' });
    // the account can really make the payment of the example
    expect(await whatIf(broken.example, {}, {})).toBe('APPROVED');
    await setSettings(server, card, { [LIMIT]: '500.00' });
    expect(await check()).toMatchObject({ state: 'KEPT' });
    // until a lower ceiling is in force, accounts can set higher limits
    await setSettings(server, card, { [LIMIT]: '' });
    await deletePromises(server);
    await inForce(ceiling('900.00'));
    await inForce({ ...ceiling('500.00'), inForceFrom: '2026-12-24T00:00:00Z' });
    await promise('LARGE_ECOM', LARGE_ECOM);
    expect(await check()).toMatchObject({ state: 'BROKEN' });
  });

  it('is checked against promises from the time on at which it is in force, even at other products', async () => {
    await inForce({ limits: [NO_BETS] });
    await promise('BETS', mcc('eq', '7995'), { outcome: 'NEVER_DECLINED' });
    const later = { inForceFrom: '2026-12-24T00:00:00Z', limits: [], defaults: { motoStatus: 'OFF' } };
    const id = await requestProgram(later);
    const broken = (await analysisOf(id)).answers.find(({ promise: of }) => of === 'BETS');
    expect([broken?.verdict, broken?.product, broken?.example?.decision.after]).toEqual([
      'COUNTEREXAMPLE',
      PRODUCT,
      'MOTO_OFF',
    ]);
    const others = (await analysisOf(id)).answers.filter(({ question }) => question === 'APPROVES_NOTHING_NEW');
    // the limit of the bank declines at all products
    expect(others.map(({ product, verdict }) => [product, verdict])).toEqual([
      ['CREDIT-GOLD', 'COUNTEREXAMPLE'],
      [PRODUCT, 'COUNTEREXAMPLE'],
      ['PREPAID-BASIC', 'COUNTEREXAMPLE'],
    ]);
  });

  it('is analyzed again when another version comes into force', async () => {
    const { id } = await writeRule(server, mcc('eq', '7995'));
    await putInForce(server, id);
    alive.push(id);
    await inForce({ inForceFrom: '2026-11-21T00:00:00Z', defaults: { motoStatus: 'OFF' } });
    await promise('MOTO', { field: 'channel', op: 'eq', value: 'MOTO' }, { outcome: 'NEVER_DECLINED' });
    await requireSecondPerson(server, ['rule.retire']);
    const end = { version: 1, reason: 'A new season' };
    const request = await requested(await analyst.send('POST', `/V2/rules/${id}/retire`, end));
    const { check_id: first } = await analysisOf(request);
    server.clock.set('2026-11-21T01:00:00Z');
    expect(await approve(request)).toEqual([409, '420']);
    expect((await analysisOf(request)).check_id).not.toBe(first);
    expect(await approve(request)).toEqual([200, 'APPLIED']);
    server.clock.set(NOON);
  });

  it('is analyzed again when an account lowers a limit that was above the ceiling', async () => {
    const { id } = await writeRule(server, mcc('eq', '7801'));
    await putInForce(server, id);
    alive.push(id);
    await inForce(ceiling('900.00'));
    await setSettings(server, card, { [LIMIT]: '800.00' });
    await inForce(ceiling('500.00'));
    await promise('LARGE_ECOM', LARGE_ECOM);
    await requireSecondPerson(server, ['rule.retire']);
    const end = { version: 1, reason: 'A new season' };
    const request = await requested(await analyst.send('POST', `/V2/rules/${id}/retire`, end));
    const first = await analysisOf(request);
    expect(first.state).toBe('BROKEN');
    await setSettings(server, card, { [LIMIT]: '500.00' });
    expect(await approve(request)).toEqual([409, '420']);
    expect(await analysisOf(request)).toEqual(first);
    server.clock.set('2026-11-20T08:01:00Z');
    expect((await analysisOf(request)).check_id).not.toBe(first.check_id);
    expect(await approve(request)).toEqual([200, 'APPLIED']);
    server.clock.set(NOON);
  });
});

describe('a promise about the decision', () => {
  it('is kept by a rule, a default or a limit, and only covers authorizations', async () => {
    const answer = await call('PUT', '/promises/WALLETS', {
      ...{ on: 'provisioning', by: 'DECISION', outcome: 'ALWAYS_DECLINED', reason: 'Never' },
      condition: { field: 'requestor', op: 'eq', value: 'WALLET0001' },
    });
    expect([answer.status, answer.json.error_code]).toEqual([400, '106']);
    await promise('GAMBLING', GAMBLING_ON_DEBIT);
    expect((await call('GET', '/promises')).json.items).toMatchObject([{ name: 'GAMBLING', by: 'DECISION' }]);
    const check = async (condition: object) => {
      const { id } = await writeRule(server, condition);
      alive.push(id);
      await moveOwnRule(server, id, 'shadow');
      await moveOwnRule(server, id, 'propose');
      await server.server.backtestsIdle();
      return (await rules(server, 'GET', `/${id}/promise-check`)).json;
    };
    expect(await check(mcc('eq', '7801'))).toMatchObject({
      state: 'BROKEN',
      blocks_approval: true,
      promises: [{ name: 'GAMBLING', by: 'DECISION', product: PRODUCT, example: { decision: { after: 'APPROVED' } } }],
    });
    expect(await check(mcc('eq', '7995'))).toMatchObject({ state: 'KEPT', promises: [{ state: 'KEPT' }] });
    await inForce({ limits: [{ ...NO_BETS, max: '1', measure: 'amount', window: { sliding: 3_600 } }] });
    expect(await check(mcc('eq', '7802'))).toMatchObject({ state: 'BROKEN' });
  });

  it('is broken by the end of the rule that keeps it, and by the removal of entries from its list', async () => {
    const list = 'decided-games';
    expect((await call('PUT', `/merchant-lists/${list}`, { kind: 'mcc', entries: ['7995'] })).status).toBe(200);
    const { id } = await writeRule(server, mcc('inList', list));
    await putInForce(server, id);
    await promise('GAMBLING', GAMBLING_ON_DEBIT);
    await requireSecondPerson(server, ['rule.retire', 'list.change']);
    const change = { remove: ['7995'], add: ['7801'], reason: 'A new season' };
    const ofList = await requested(await call('PATCH', `/merchant-lists/${list}`, change));
    const end = { version: 1, reason: 'A new season' };
    const ofRule = await requested(await analyst.send('POST', `/V2/rules/${id}/retire`, end));
    alive.push(id);
    for (const request of [ofList, ofRule]) {
      const { state, answers } = await analysisOf(request);
      const { promise: of, product, example } = answers.at(-1) ?? {};
      expect([state, of, product]).toEqual(['BROKEN', 'GAMBLING', PRODUCT]);
      expect(example?.message).toMatchObject({ Merchant_Type: '7995' });
      expect(example?.decision.after).toBe('APPROVED');
    }
  });

  it('includes the lists that limits of programs read, as does the analysis', async () => {
    const list = 'limited-games';
    expect((await call('PUT', `/merchant-lists/${list}`, { kind: 'mcc', entries: ['7995'] })).status).toBe(200);
    const inList = mcc('inList', list);
    const { id } = await writeRule(server, { all: [inList, { field: 'product', op: 'eq', value: 'CREDIT-GOLD' }] });
    await putInForce(server, id);
    alive.push(id);
    await inForce({ limits: [{ ...NO_BETS, level: 'account', where: inList }] });
    await promise('SCHOOLS', mcc('eq', '8211'), { outcome: 'NEVER_DECLINED' });
    await requireSecondPerson(server, ['list.change']);
    const change = { add: ['8211'], reason: 'A new season' };
    const analysis = await analysisOf(await requested(await call('PATCH', `/merchant-lists/${list}`, change)));
    expect(verdictsOf(analysis)).toEqual([
      ['DECLINES_NOTHING_NEW', '', 'COUNTEREXAMPLE'],
      ['APPROVES_NOTHING_NEW', '', 'PROVED'],
      ['DECLINES_NOTHING_NEW', PRODUCT, 'COUNTEREXAMPLE'],
      ['APPROVES_NOTHING_NEW', PRODUCT, 'PROVED'],
      ['SCHOOLS', expect.any(String), 'COUNTEREXAMPLE'],
    ]);
    const { example } = analysis.answers[2] ?? {};
    expect([example?.message.Merchant_Type, example?.decision]).toEqual([
      '8211',
      { before: 'APPROVED', after: 'NO_BETS' },
    ]);
  });
});
