import { OPERATIONS, type Operation } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import {
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../../testing/cards/issued-cards.ts';
import { act, activationCodeOf, newToken, queueNotifications, TOKEN_REASON } from '../../testing/cards/tokens.ts';
import { aRuleName, moveOwnRule, putInForce, writeRule } from '../../testing/decisions/bank-rules.ts';
import { hitsOf, REVIEW_REASON, review, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import type { TestRequest } from '../../testing/requests/test-requests.ts';
import { type Answer, type TestServer, testServer } from '../../testing/test-server.ts';
import { registerWebhook, webhooks } from '../../testing/webhooks.ts';

let server: TestServer;
let card: IssuedCard;
beforeAll(async () => {
  server = await testServer();
  card = await issueCard(server, { available: '10000.00' });
  await queueNotifications(server);
});
afterAll(() => server?.close());

/** `given` creates a new object that `ask` is about: two of them make two requests. */
interface Keyed {
  readonly as?: string;
  readonly given: () => Promise<string>;
  readonly ask: (given: string) => TestRequest | Promise<TestRequest>;
}

const post = (url: string, payload: object = {}): TestRequest => ({ method: 'POST', url: `/V2${url}`, payload });

async function reserved(): Promise<string> {
  const message = ecommerceMessage(card);
  await authorize(server, message);
  return String(message.Retrieval_Reference_Number);
}

const byCode = () => newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
const active = () => newToken(server, card.exid);
const aCard = async () => (await issueCard(server)).exid;
const anEndpoint = async () => (await registerWebhook(server)).id;

const ONE_PAYMENT = { mcc: '5541', maxAmount: '50.00', validUntil: '2026-11-20T08:30:00Z', reason: 'On the phone' };
const tenADay = (accountNumber: string) => ({
  ...{ id: 'TEN_A_DAY', level: 'account', account_number: accountNumber },
  ...{ measure: 'count', window: { calendar: 'day' }, max: '10' },
});
/** Amounts of programs, each different. */
let amounts = 100;
const UNMET_CONDITION = { field: 'amount', op: 'lt', value: '0' };
const aDraft = async () => (await writeRule(server, UNMET_CONDITION)).id;

async function inShadow(): Promise<string> {
  await server.server.backtestsIdle();
  const id = await aDraft();
  await moveOwnRule(server, id, 'shadow');
  return id;
}

async function proposed(): Promise<string> {
  const id = await inShadow();
  await moveOwnRule(server, id, 'propose');
  await server.server.backtestsIdle();
  return id;
}

async function aList(entry = '5411'): Promise<string> {
  const name = `list-${crypto.randomUUID().slice(0, 8)}`;
  const payload = { kind: 'mcc', entries: [entry] };
  await server.request({ method: 'PUT', url: `/V2/merchant-lists/${name}`, payload, as: 'demo-bank' });
  return name;
}

/** A change of a list that a live rule reads, which waits for a second person. */
async function aChangeRequest(): Promise<string> {
  const name = await aList('0742');
  const { id } = await writeRule(server, { field: 'mcc', op: 'inList', value: name });
  await putInForce(server, id);
  const payload = { add: ['0763'], reason: 'One more' };
  const url = `/V2/merchant-lists/${name}`;
  const { json } = await server.request({ method: 'PATCH', url, payload, as: 'demo-bank' });
  return String(json.change_request_id);
}

const PAYMENT = { merchantId: 'SHOP00000000042', maxAmount: '25.00', reason: 'On the phone' };

async function aPaymentRequest(): Promise<string> {
  const { accountNumber } = await issueAccount(server);
  const body = { ...PAYMENT, account_number: accountNumber };
  return String((await server.request({ ...post('/payment-requests', body), as: 'demo-bank' })).json.reference);
}

async function suspended(): Promise<string> {
  const reference = await active();
  await act(server, reference, 'suspend');
  return reference;
}

/** The path of a message that waits for a paused endpoint. */
async function waiting(): Promise<string> {
  const { id } = await registerWebhook(server);
  await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
  await active();
  const { json } = await webhooks(server, `/${id}/messages`);
  const [first] = json.messages as { notification_id: string }[];
  return `${id}/messages/${first!.notification_id}`;
}

const application = async (more = {}) => (await submitAndScreen(server, [uniqueMerchant(more)])).applicationId;

async function reviewed(): Promise<string> {
  const id = await application();
  await review(server, id, 'review');
  return id;
}

const ending = (kind: string): Keyed => ({
  given: reserved,
  ask: (reference) => post(`/authorizations/${reference}/${kind}`, { amount: '1.00' }),
});
const tokenChange = (action: string, given = active): Keyed => ({
  given,
  ask: (reference) => post(`/tokens/${reference}/${action}`, TOKEN_REASON),
});
const onReview = (action: string, given = application, more = {}): Keyed => ({
  as: action === 'approve' ? 'demo-approver' : 'demo-reviewer',
  given,
  ask: (id) => post(`/merchants/applications/${id}/${action}`, { ...REVIEW_REASON, ...more }),
});
const onHit = (decision: string): Keyed => ({
  as: 'demo-reviewer',
  given: () => application({ mcc: '7995' }),
  ask: async (id) =>
    post(`/merchants/applications/${id}/hits/${(await hitsOf(server, id))[0]!.hitId}/${decision}`, REVIEW_REASON),
});

const KEYED: Record<string, Keyed> = {
  'cards.reissue-card': {
    given: aCard,
    ask: (exid) => post(`/cards/${exid}/reissue`, { status: 'LOST', card_virtual_indicator: 'V' }),
  },
  'clients.add-note': {
    given: async () => (await issueCard(server)).customerId,
    ask: (customerId) => post(`/clients/${customerId}/notes`, { text: 'Called.' }),
  },
  'insurance.change-program': {
    given: aCard,
    ask: (exid) => ({
      method: 'PATCH',
      url: `/V2/cards/${exid}/insurances/01`,
      payload: { is_active: 'ACTIVE' },
      headers: { 'unique-reference-code': 'REF-1', 'channel-id': 'IB', 'financial-id': 'DEMO' },
    }),
  },
  'backtests.cancel-backtest': {
    given: async () => {
      const { json } = await server.request({ ...post('/backtests', { proposal: {} }), as: 'demo-bank' });
      return String(json.backtest_id);
    },
    ask: (id) => ({ method: 'DELETE', url: `/V2/backtests/${id}` }),
  },
  'backtests.start-backtest': {
    given: async () => (await issueAccount(server)).accountNumber,
    ask: (accountNumber) => post('/backtests', { proposal: {}, accounts: [accountNumber] }),
  },
  'accounts.create-exception': {
    given: async () => (await issueAccount(server)).accountNumber,
    ask: (accountNumber) => post(`/accounts/${accountNumber}/exceptions`, ONE_PAYMENT),
  },
  'accounts.cancel-exception': {
    given: async () => {
      const { accountNumber } = await issueAccount(server);
      const url = `/accounts/${accountNumber}/exceptions`;
      const { json } = await server.request({ ...post(url, ONE_PAYMENT), as: 'demo-bank' });
      return `${accountNumber}/exceptions/${json.exception_id}`;
    },
    ask: (exception) => ({ method: 'DELETE', url: `/V2/accounts/${exception}` }),
  },
  'limits.set-limit': {
    given: async () => (await issueAccount(server)).accountNumber,
    ask: (accountNumber) => post('/limits', tenADay(accountNumber)),
  },
  'limits.delete-limit': {
    given: async () => {
      const { accountNumber } = await issueAccount(server);
      await server.request({ ...post('/limits', tenADay(accountNumber)), as: 'demo-bank' });
      return accountNumber;
    },
    ask: (accountNumber) => ({
      method: 'DELETE',
      url: `/V2/limits/TEN_A_DAY?account_number=${accountNumber}`,
    }),
  },
  'programs.set-program': {
    given: async () => `${++amounts}.00`,
    ask: (dailyLimit) => ({
      method: 'PUT',
      url: '/V2/programs/DEBIT-CLASSIC',
      payload: { defaults: { dailyLimit }, ceilings: {} },
    }),
  },
  'rules.create-rule': {
    given: async () => aRuleName(),
    ask: (name) => post('/rules', { name, effect: '57', condition: UNMET_CONDITION }),
  },
  'rules.change-rule': {
    given: aDraft,
    ask: (id) => ({ method: 'PUT', url: `/V2/rules/${id}`, payload: { effect: '05', condition: UNMET_CONDITION } }),
  },
  'rules.shadow-rule': { given: aDraft, ask: (id) => post(`/rules/${id}/shadow`) },
  'rules.propose-rule': { given: inShadow, ask: (id) => post(`/rules/${id}/propose`) },
  'rules.approve-rule': {
    as: 'demo-checker',
    given: proposed,
    ask: (id) => post(`/rules/${id}/approve`, { version: 1 }),
  },
  'rules.retire-rule': { given: aDraft, ask: (id) => post(`/rules/${id}/retire`) },
  'tasks.request-payment': {
    given: async () => (await issueAccount(server)).accountNumber,
    ask: (account_number) => post('/payment-requests', { ...PAYMENT, account_number }),
  },
  'tasks.assign-task': {
    given: aPaymentRequest,
    ask: (id) => ({ method: 'PUT', url: `/V2/tasks/payment-request:${id}/assignee`, payload: { assignee: null } }),
  },
  'tasks.comment-task': {
    given: aPaymentRequest,
    ask: (id) => post(`/tasks/payment-request:${id}/comments`, { text: 'Called' }),
  },
  'tasks.decide-payment-request': {
    as: 'demo-checker',
    given: aPaymentRequest,
    ask: (id) => post(`/payment-requests/${id}/decision`, { decision: 'DECLINE', comment: 'No' }),
  },
  'tasks.finish-payment-request': {
    given: aPaymentRequest,
    ask: (id) => ({ method: 'DELETE', url: `/V2/payment-requests/${id}` }),
  },
  'change-requests.approve-change-request': {
    as: 'demo-checker',
    given: aChangeRequest,
    ask: (id) => post(`/change-requests/${id}/approve`),
  },
  'change-requests.reject-change-request': {
    as: 'demo-checker',
    given: aChangeRequest,
    ask: (id) => post(`/change-requests/${id}/reject`, { reason: 'Not agreed' }),
  },
  'change-requests.withdraw-change-request': {
    given: aChangeRequest,
    ask: (id) => post(`/change-requests/${id}/withdraw`),
  },
  'change-requests.break-glass': {
    given: aChangeRequest,
    ask: (id) => post(`/change-requests/${id}/break-glass`, { reason: 'Nobody else is on duty' }),
  },
  'merchant-lists.replace-list': {
    given: async () => `list-${crypto.randomUUID().slice(0, 8)}`,
    ask: (name) => ({ method: 'PUT', url: `/V2/merchant-lists/${name}`, payload: { kind: 'mcc', entries: ['5411'] } }),
  },
  'merchant-lists.change-list': {
    given: () => aList(),
    ask: (name) => ({ method: 'PATCH', url: `/V2/merchant-lists/${name}`, payload: { add: ['5812'] } }),
  },
  'authorization.reverse-authorization': ending('reversal'),
  'authorization.complete-authorization': ending('completion'),
  'tokens.provision-token': {
    given: aCard,
    ask: (exid) =>
      post('/tokens', {
        ...{ card_identifier_id: exid, card_identifier_type: 'EXID', requestor_id: '4001003027' },
        ...{ requestor_name: 'Example Pay', device_type: 'PHONE', activation: 'NONE', ...TOKEN_REASON },
      }),
  },
  'tokens.issue-activation-code': {
    given: byCode,
    ask: (reference) => post(`/tokens/${reference}/activation-code`, { ...TOKEN_REASON, activation_pref: 'SMS' }),
  },
  'tokens.activate-token': {
    given: byCode,
    ask: async (reference) =>
      post(`/tokens/${reference}/activate`, {
        ...TOKEN_REASON,
        activation_code: await activationCodeOf(server, reference),
      }),
  },
  'tokens.suspend-token': tokenChange('suspend'),
  'tokens.resume-token': tokenChange('resume', suspended),
  'tokens.deactivate-token': tokenChange('deactivate'),
  'tokens.delete-token': tokenChange('delete'),
  'tokens.set-controls': {
    given: active,
    ask: (reference) => ({ method: 'PUT', url: `/V2/tokens/${reference}/controls`, payload: { maxAmount: '50.00' } }),
  },
  'webhooks.register-endpoint': {
    given: async () => crypto.randomUUID(),
    ask: (id) => post('/webhook-endpoints', { url: `http://127.0.0.1:9/${id}` }),
  },
  'webhooks.change-endpoint': {
    given: anEndpoint,
    ask: (id) => ({ method: 'PATCH', url: `/V2/webhook-endpoints/${id}`, payload: { description: 'Changed' } }),
  },
  'webhooks.delete-endpoint': {
    given: anEndpoint,
    ask: (id) => ({ method: 'DELETE', url: `/V2/webhook-endpoints/${id}` }),
  },
  'webhooks.rotate-secret': { given: anEndpoint, ask: (id) => post(`/webhook-endpoints/${id}/rotate-secret`) },
  'webhooks.replay-messages': {
    given: anEndpoint,
    ask: (id) => post(`/webhook-endpoints/${id}/replay`, { since: '2026-11-20T00:00:00Z' }),
  },
  'webhooks.skip-message': {
    given: waiting,
    ask: (message) => post(`/webhook-endpoints/${message}/skip`, { reason: 'Broken on our side' }),
  },
  'merchants.review-application': onReview('review'),
  'merchants.confirm-kyc': onReview('confirm-kyc', () => application({ kyc: false })),
  'merchants.request-information': onReview('request-information', application, {
    items: [{ path: 'trn', action: 'send a copy' }],
  }),
  'merchants.reject-application': onReview('reject'),
  'merchants.screen-application': onReview('screen'),
  'merchants.clear-hit': onHit('clear'),
  'merchants.confirm-hit': onHit('confirm'),
  'merchants.approve-application': onReview('approve', reviewed),
  'people.end-session': {
    given: async () => {
      await signInDemo(server, 'layla');
      const { json } = await server.request({ method: 'GET', url: '/V2/console/sessions', as: 'demo-bank' });
      const [newest] = json.sessions as { session_id: string }[];
      return newest?.session_id ?? '';
    },
    ask: (id) => ({ method: 'DELETE', url: `/V2/console/sessions/${id}` }),
  },
  'merchants.load-deny-list': {
    as: 'demo-reviewer',
    given: async () => `Harbour ${crypto.randomUUID().slice(0, 8)}`,
    ask: (name) => ({
      method: 'POST',
      url: '/V2/merchants/deny-list',
      payload: `name,reason\n${name},fraud\n`,
      headers: { 'content-type': 'text/csv' },
    }),
  },
};

function send({ headers, ...ask }: TestRequest, as: string, key: string): Promise<Answer> {
  return server.request({ ...ask, as, headers: { ...headers, 'idempotency-key': key } });
}

/** Number of rows of all tables that a change writes, except the audit log and the keys. */
async function written(): Promise<unknown> {
  const tables = ['account_changes', 'outbox_events', 'outbox_messages', 'token_history', 'webhook_keys', 'tokens'];
  const more = [
    'webhook_endpoints',
    'merchant_events',
    'authorization_events',
    'merchant_deny_list',
    'edition_times',
    'rule_versions',
    'programs',
    'change_requests',
    'payment_requests',
    'task_assignments',
    'task_comments',
  ];
  return await server.db.sql(
    `select ${[...tables, ...more].map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  );
}

const operations: readonly Operation[] = OPERATIONS;

describe('an operation that changes something and has no id of its own', () => {
  it('takes an Idempotency-Key: each of the contract is tried here', () => {
    const keyed = operations.filter((operation) => 'takesIdempotencyKey' in operation).map(({ id }) => id);
    expect(Object.keys(KEYED).sort()).toEqual([...keyed].sort());
    expect(keyed).toHaveLength(53);
  });

  it('is every one but these, which change nothing or know a repeat by an id in their body', () => {
    const others = operations.filter(
      (operation) =>
        operation.surface === 'rest' && operation.method !== 'GET' && operation.takesIdempotencyKey === undefined,
    );
    expect(others.map(({ id }) => id).sort()).toEqual([
      'authorization.backtest-account',
      'authorization.preview-authorization',
      'insurance.list-programs-by-number',
      'merchants.delete-draft',
      'merchants.onboard-merchants',
      'merchants.save-draft',
      'rules.analyze-rule',
      'tokens.preview-provisioning',
      'tokens.request-provisioning',
      'webhooks.test-endpoint',
    ]);
  });

  it.each(Object.keys(KEYED))('%s answers a repeat as the first time, and does nothing again', async (id) => {
    const { as = 'demo-bank', given, ask } = KEYED[id]!;
    const asked = await ask(await given());
    const other = await ask(await given());
    const key = crypto.randomUUID();
    const first = await send(asked, as, key);
    const done = id === 'backtests.start-backtest' ? 202 : 200;
    expect([first.status, first.headers['idempotent-replayed']], first.text).toEqual([done, undefined]);
    const before = await written();
    const again = await send(asked, as, key);
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([done, 'true', first.text]);
    const reused = await send(other, as, key);
    expect([reused.status, reused.json.error_code], reused.text).toEqual([422, '110']);
    expect(await written()).toEqual(before);
    const fresh = await send(other, as, crypto.randomUUID());
    expect([fresh.status, fresh.headers['idempotent-replayed']], fresh.text).toEqual([done, undefined]);
  });
});
