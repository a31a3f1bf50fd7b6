import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { TEST_NOW, type TestServer, testServer } from '../../testing/test-server.ts';

const PATH = '/V2/merchants/onboarding-rules';
const OF_THE_FILE = { restricted_mccs: ['7995', '7801-7802'] };

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.db.sql('delete from onboarding_rules');
  await requireSecondPerson(undefined);
});

async function requireSecondPerson(kinds: readonly string[] | undefined): Promise<void> {
  const change = kinds === undefined ? `- 'secondPerson'` : `|| '${JSON.stringify({ secondPerson: kinds })}'`;
  await server.db.sql(`update acquirers set configuration = configuration ${change} where acquirer_id = 'DEMO'`);
  await server.server.periodicJobs.runDue();
}

const read = async (as = 'demo-acquirer') => (await server.request({ method: 'GET', url: PATH, as })).json;
const replace = (rules: object, more: object = {}, as = 'demo-acquirer') =>
  server.request({ method: 'PUT', url: PATH, as, payload: { rules, ...more } });
const decide = (id: unknown, decision: string, as: string) =>
  server.request({ method: 'POST', url: `/V2/change-requests/${id}/${decision}`, as, payload: { reason: 'Seen' } });

it('stored rules replace those of the configuration file and have a history without equal versions', async () => {
  expect(await read()).toMatchObject({ acquirer_id: 'DEMO', version: 0, rules: OF_THE_FILE, versions: [] });
  const rules = { ...OF_THE_FILE, deny_list_threshold: '0.9' };
  const first = await replace(rules, { version: 0, reason: 'Fewer false hits' });
  expect([first.status, first.json.version], first.text).toEqual([200, 1]);
  const equal = { ...rules, deny_list_threshold: 0.9, submitter_may_decide: false, catalogues: {} };
  expect((await replace(equal, { version: 0 })).json.version).toBe(1);
  expect((await replace({}, { version: 1 })).json).toMatchObject({ version: 2, rules: {} });
  const defaults = {
    ...{ restricted_mccs: [], deny_list_threshold: '0.85', submitter_may_decide: false },
    ...{ approved_amendments: ['ACCOUNT', 'MCC'], catalogues: { default_payment_methods: ['VISA', 'MASTERCARD'] } },
  };
  expect((await replace(defaults, { version: 2 })).json).toMatchObject({ version: 2, rules: {} });
  await server.db.sql(
    `update onboarding_rules set rules = rules || '{"denyListThreshold": 0.85, "approvedAmendments": ["ACCOUNT", "MCC"]}'
      where acquirer_id = 'DEMO' and version = 2`,
  );
  expect((await replace(defaults, { version: 2 })).json).toMatchObject({ version: 2, rules: {} });
  const by = { changed_at: TEST_NOW.replace('Z', '.000Z').replace('.000.000', '.000'), changed_by: 'demo-acquirer' };
  expect((await read()).versions).toEqual([
    { version: 2, rules: {}, reason: null, ...by },
    { version: 1, rules, reason: 'Fewer false hits', ...by },
  ]);
  const moved = await replace(OF_THE_FILE, { version: 1 });
  expect([moved.status, moved.json.error_code]).toEqual([409, '421']);
});

it('stored rules apply to later requests and screenings on every server', async () => {
  const code = async () => (await onboard(server, requestOf([uniqueMerchant({ mcc: '5411' })]))).status;
  expect(await code()).toBe(202);
  await replace({ approved_amendments: ['ADDRESS'], catalogues: { card_schemes: ['ZZZZ'] } });
  await server.server.periodicJobs.runDue();
  const refused = await onboard(server, requestOf([uniqueMerchant()]));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('acceptedCardSchemes')]);
  await replace(OF_THE_FILE);
  await server.server.periodicJobs.runDue();
  expect(await code()).toBe(202);
});

it('rules are refused with all findings at their paths', async () => {
  const { status, json } = await replace({
    catalogues: { payment_methods: ['ONE'], default_payment_methods: ['ONE', 'TWO'] },
    deny_list_threshold: '0.5',
  });
  expect([status, json.errors]).toMatchObject([
    400,
    [{ path: 'rules.catalogues.default_payment_methods[1]' }, { path: 'rules.deny_list_threshold' }],
  ]);
  expect((await replace({ restricted_mccs: ['799'] })).json.errors).toMatchObject([
    { path: 'rules.restricted_mccs[0]' },
  ]);
  expect((await replace({ threshold: '0.9' })).json.errors).toMatchObject([{ path: 'rules.threshold' }]);
});

it('a change of rules waits for a required second person of the acquirer, and a repeat finds the request', async () => {
  await requireSecondPerson(['onboarding.change']);
  const rules = { restricted_mccs: ['7995'] };
  expect((await read()).second_person).toEqual(['onboarding.change']);
  expect((await replace(rules)).json.errors).toMatchObject([{ path: 'reason' }]);
  const requested = await replace(rules, { reason: 'Arcades are allowed' });
  expect([requested.status, requested.json], requested.text).toMatchObject([
    202,
    { kinds: ['onboarding.change'], subject: 'onboarding-rules', before: OF_THE_FILE, after: rules },
  ]);
  const id = requested.json.change_request_id;
  expect((await replace(rules, { reason: 'Arcades are allowed' })).json.change_request_id).toBe(id);
  expect(await read()).toMatchObject({ version: 0, rules: OF_THE_FILE });
  const list = await server.request({ method: 'GET', url: '/V2/change-requests', as: 'demo-bank' });
  expect(list.text).not.toContain(id as string);
  expect((await decide(id, 'approve', 'demo-checker')).json.error_code).toBe('325');
  const approved = await decide(id, 'approve', 'demo-approver');
  expect([approved.status, approved.json.state], approved.text).toEqual([200, 'APPLIED']);
  expect(await read()).toMatchObject({
    version: 1,
    rules,
    versions: [{ changed_by: 'demo-acquirer', reason: 'Arcades are allowed' }],
  });
});

it('a change of rules can be approved by a person with the role approver of the acquirer', async () => {
  await requireSecondPerson(['onboarding.change']);
  const { json } = await replace({ restricted_mccs: ['7801'] }, { reason: 'Lotteries stay out' });
  const url = `/V2/change-requests/${json.change_request_id}`;
  const auditor = await signInDemo(server, 'rania');
  expect((await auditor.send('GET', url)).status).toBe(404);
  const approver = await signInDemo(server, 'yusuf');
  expect((await approver.send('GET', url)).json).toMatchObject({
    state: 'PENDING',
    after: { restricted_mccs: ['7801'] },
  });
  const tasks = async () => (await approver.send('GET', '/V2/tasks')).json.items;
  const task = { kind: 'CHANGE_APPROVAL', reference: json.change_request_id, about: 'onboarding-rules' };
  expect(await tasks()).toMatchObject([task]);
  const approved = await approver.send('POST', `${url}/approve`, { reason: 'Seen' });
  expect([approved.status, approved.json.state], approved.text).toEqual([200, 'APPLIED']);
  expect(await read()).toMatchObject({ version: 1, rules: { restricted_mccs: ['7801'] } });
  expect(await tasks()).toEqual([]);
});

it('a change of rules cannot be approved after the rules have changed', async () => {
  await requireSecondPerson(['onboarding.change']);
  const requested = await replace({}, { reason: 'No restrictions' });
  await requireSecondPerson([]);
  await replace({ restricted_mccs: ['7995'] });
  const approved = await decide(requested.json.change_request_id, 'approve', 'demo-approver');
  expect([approved.status, approved.json.error_code]).toEqual([409, '421']);
});

it('rules belong to one acquirer, and require their scope', async () => {
  expect(await read('other-acquirer')).toMatchObject({ acquirer_id: 'OTHER', rules: { submitter_may_decide: true } });
  expect((await replace({}, {}, 'demo-approver')).json.error_code).toBe('202');
  expect((await replace({}, {}, 'demo-bank')).json.error_code).toBe('202');
});
