import { signInDemo } from '../callers/demo-sessions.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueAccount, issueCard } from '../cards/issued-cards.ts';
import { act, activationCodeOf, newToken, TOKEN_REASON } from '../cards/tokens.ts';
import { aRuleName, moveOwnRule, putInForce, writeRule } from '../decisions/bank-rules.ts';
import type { TestServer } from '../test-server.ts';
import { registerWebhook, webhooks } from '../webhooks.ts';
import { keyedExports } from './keyed-exports.ts';
import { keyedPromises } from './keyed-promises.ts';
import type { KeyedRequest } from './keyed-request.ts';
import { keyedReviews } from './keyed-reviews.ts';
import { keyedViewRequests } from './keyed-view-requests.ts';
import type { TestRequest } from './test-requests.ts';

/** The servers that receive the requests. Members are set after the requests are listed, before the tests run. */
export interface KeyedWorld {
  server: TestServer;
  card: IssuedCard;
}

/** Returns a request of each operation that takes an Idempotency-Key, by the id of the operation. */
export function keyedRequests(of: KeyedWorld): Readonly<Record<string, KeyedRequest>> {
  const post = (url: string, payload: object = {}): TestRequest => ({ method: 'POST', url: `/V2${url}`, payload });

  async function reserved(): Promise<string> {
    const message = ecommerceMessage(of.card);
    await authorize(of.server, message);
    return String(message.Retrieval_Reference_Number);
  }

  const byCode = () => newToken(of.server, of.card.exid, { activation: 'CODE', activation_pref: 'SMS' });
  const active = () => newToken(of.server, of.card.exid);
  const aCard = async () => (await issueCard(of.server)).exid;
  const anEndpoint = async () => (await registerWebhook(of.server)).id;

  const ONE_PAYMENT = { mcc: '5541', maxAmount: '50.00', validUntil: '2026-11-20T08:30:00Z', reason: 'On the phone' };
  const tenADay = (accountNumber: string) => ({
    ...{ id: 'TEN_A_DAY', level: 'account', account_number: accountNumber },
    ...{ measure: 'count', window: { calendar: 'day' }, max: '10' },
  });
  /** Amounts of programs, each different. */
  let amounts = 100;
  const UNMET_CONDITION = { field: 'amount', op: 'lt', value: '0' };
  const aDraft = async () => (await writeRule(of.server, UNMET_CONDITION)).id;

  async function inShadow(): Promise<string> {
    await of.server.server.backtestsIdle();
    const id = await aDraft();
    await moveOwnRule(of.server, id, 'shadow');
    return id;
  }

  async function proposed(): Promise<string> {
    const id = await inShadow();
    await moveOwnRule(of.server, id, 'propose');
    await of.server.server.backtestsIdle();
    return id;
  }

  async function aList(entry = '5411'): Promise<string> {
    const name = `list-${crypto.randomUUID().slice(0, 8)}`;
    const payload = { kind: 'mcc', entries: [entry] };
    await of.server.request({ method: 'PUT', url: `/V2/merchant-lists/${name}`, payload, as: 'demo-bank' });
    return name;
  }

  /** Requests a change of a list that a live rule reads, which waits for a second person. Returns its id. */
  async function aChangeRequest(): Promise<string> {
    const name = await aList('0742');
    const { id } = await writeRule(of.server, { field: 'mcc', op: 'inList', value: name });
    await putInForce(of.server, id);
    const payload = { add: ['0763'], reason: 'One more' };
    const url = `/V2/merchant-lists/${name}`;
    const { json } = await of.server.request({ method: 'PATCH', url, payload, as: 'demo-bank' });
    return String(json.change_request_id);
  }

  const PAYMENT = { merchantId: 'SHOP00000000042', maxAmount: '25.00', reason: 'On the phone' };

  async function aPaymentRequest(): Promise<string> {
    const { accountNumber } = await issueAccount(of.server);
    const body = { ...PAYMENT, account_number: accountNumber };
    return String((await of.server.request({ ...post('/payment-requests', body), as: 'demo-bank' })).json.reference);
  }

  async function suspended(): Promise<string> {
    const reference = await active();
    await act(of.server, reference, 'suspend');
    return reference;
  }

  /** Returns the path of a message that waits for a paused endpoint. */
  async function waiting(): Promise<string> {
    const { id } = await registerWebhook(of.server);
    await webhooks(of.server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    await active();
    const { json } = await webhooks(of.server, `/${id}/messages`);
    const [first] = json.messages as { notification_id: string }[];
    return `${id}/messages/${first!.notification_id}`;
  }

  const ending = (kind: string): KeyedRequest => ({
    setUp: reserved,
    toRequest: (reference) => post(`/authorizations/${reference}/${kind}`, { amount: '1.00' }),
  });
  const tokenChange = (action: string, setUp = active): KeyedRequest => ({
    setUp,
    toRequest: (reference) => post(`/tokens/${reference}/${action}`, TOKEN_REASON),
  });
  return {
    'cards.reissue-card': {
      setUp: aCard,
      toRequest: (exid) => post(`/cards/${exid}/reissue`, { status: 'LOST', card_virtual_indicator: 'V' }),
    },
    'clients.add-note': {
      setUp: async () => (await issueCard(of.server)).customerId,
      toRequest: (customerId) => post(`/clients/${customerId}/notes`, { text: 'Called.' }),
    },
    'insurance.change-program': {
      setUp: aCard,
      toRequest: (exid) => ({
        method: 'PATCH',
        url: `/V2/cards/${exid}/insurances/01`,
        payload: { is_active: 'ACTIVE' },
        headers: { 'unique-reference-code': 'REF-1', 'channel-id': 'IB', 'financial-id': 'DEMO' },
      }),
    },
    'backtests.cancel-backtest': {
      setUp: async () => {
        const { json } = await of.server.request({ ...post('/backtests', { proposal: {} }), as: 'demo-bank' });
        return String(json.backtest_id);
      },
      toRequest: (id) => ({ method: 'DELETE', url: `/V2/backtests/${id}` }),
    },
    ...keyedExports(of),
    'backtests.start-backtest': {
      setUp: async () => (await issueAccount(of.server)).accountNumber,
      toRequest: (accountNumber) => post('/backtests', { proposal: {}, accounts: [accountNumber] }),
    },
    'accounts.create-exception': {
      setUp: async () => (await issueAccount(of.server)).accountNumber,
      toRequest: (accountNumber) => post(`/accounts/${accountNumber}/exceptions`, ONE_PAYMENT),
    },
    'accounts.cancel-exception': {
      setUp: async () => {
        const { accountNumber } = await issueAccount(of.server);
        const url = `/accounts/${accountNumber}/exceptions`;
        const { json } = await of.server.request({ ...post(url, ONE_PAYMENT), as: 'demo-bank' });
        return `${accountNumber}/exceptions/${json.exception_id}`;
      },
      toRequest: (exception) => ({ method: 'DELETE', url: `/V2/accounts/${exception}` }),
    },
    'limits.set-limit': {
      setUp: async () => (await issueAccount(of.server)).accountNumber,
      toRequest: (accountNumber) => post('/limits', tenADay(accountNumber)),
    },
    'limits.delete-limit': {
      setUp: async () => {
        const { accountNumber } = await issueAccount(of.server);
        await of.server.request({ ...post('/limits', tenADay(accountNumber)), as: 'demo-bank' });
        return accountNumber;
      },
      toRequest: (accountNumber) => ({
        method: 'DELETE',
        url: `/V2/limits/TEN_A_DAY?account_number=${accountNumber}`,
      }),
    },
    'programs.set-program': {
      setUp: async () => `${++amounts}.00`,
      toRequest: (dailyLimit) => ({
        method: 'PUT',
        url: '/V2/programs/DEBIT-CLASSIC',
        payload: { defaults: { dailyLimit }, ceilings: {} },
      }),
    },
    'configuration.apply-configuration': {
      setUp: async () => {
        const entries = [{ name: `configured-${++amounts}`, kind: 'mcc', entries: ['7995'] }];
        const body = { configuration: { merchant_lists: entries } };
        const planned = await of.server.request({ ...post('/configuration/plan', body), as: 'demo-bank' });
        return JSON.stringify({ ...body, fingerprint: planned.json.fingerprint });
      },
      toRequest: (body) => post('/configuration/apply', JSON.parse(body) as object),
    },
    'rules.create-rule': {
      setUp: async () => aRuleName(),
      toRequest: (name) => post('/rules', { name, effect: '57', condition: UNMET_CONDITION }),
    },
    'rules.change-rule': {
      setUp: aDraft,
      toRequest: (id) => ({
        method: 'PUT',
        url: `/V2/rules/${id}`,
        payload: { effect: '05', condition: UNMET_CONDITION },
      }),
    },
    'rules.shadow-rule': { setUp: aDraft, toRequest: (id) => post(`/rules/${id}/shadow`) },
    'rules.propose-rule': { setUp: inShadow, toRequest: (id) => post(`/rules/${id}/propose`) },
    'rules.approve-rule': {
      as: 'demo-checker',
      setUp: proposed,
      toRequest: (id) => post(`/rules/${id}/approve`, { version: 1 }),
    },
    ...keyedPromises(of),
    'rules.retire-rule': { setUp: aDraft, toRequest: (id) => post(`/rules/${id}/retire`) },
    ...keyedViewRequests(of),
    'tasks.request-payment': {
      setUp: async () => (await issueAccount(of.server)).accountNumber,
      toRequest: (account_number) => post('/payment-requests', { ...PAYMENT, account_number }),
    },
    'tasks.assign-task': {
      setUp: aPaymentRequest,
      toRequest: (id) => ({
        method: 'PUT',
        url: `/V2/tasks/payment-request:${id}/assignee`,
        payload: { assignee: null },
      }),
    },
    'tasks.comment-task': {
      setUp: aPaymentRequest,
      toRequest: (id) => post(`/tasks/payment-request:${id}/comments`, { text: 'Called' }),
    },
    'tasks.decide-payment-request': {
      as: 'demo-checker',
      setUp: aPaymentRequest,
      toRequest: (id) => post(`/payment-requests/${id}/decision`, { decision: 'DECLINE', comment: 'No' }),
    },
    'tasks.finish-payment-request': {
      setUp: aPaymentRequest,
      toRequest: (id) => ({ method: 'DELETE', url: `/V2/payment-requests/${id}` }),
    },
    'change-requests.approve-change-request': {
      as: 'demo-checker',
      setUp: aChangeRequest,
      toRequest: (id) => post(`/change-requests/${id}/approve`),
    },
    'change-requests.reject-change-request': {
      as: 'demo-checker',
      setUp: aChangeRequest,
      toRequest: (id) => post(`/change-requests/${id}/reject`, { reason: 'Not agreed' }),
    },
    'change-requests.withdraw-change-request': {
      setUp: aChangeRequest,
      toRequest: (id) => post(`/change-requests/${id}/withdraw`),
    },
    'change-requests.break-glass': {
      setUp: aChangeRequest,
      toRequest: (id) => post(`/change-requests/${id}/break-glass`, { reason: 'No one else is on duty' }),
    },
    'merchant-lists.replace-list': {
      setUp: async () => `list-${crypto.randomUUID().slice(0, 8)}`,
      toRequest: (name) => ({
        method: 'PUT',
        url: `/V2/merchant-lists/${name}`,
        payload: { kind: 'mcc', entries: ['5411'] },
      }),
    },
    'merchant-lists.change-list': {
      setUp: () => aList(),
      toRequest: (name) => ({ method: 'PATCH', url: `/V2/merchant-lists/${name}`, payload: { add: ['5812'] } }),
    },
    'authorization.reverse-authorization': ending('reversal'),
    'authorization.complete-authorization': ending('completion'),
    'tokens.provision-token': {
      setUp: aCard,
      toRequest: (exid) =>
        post('/tokens', {
          ...{ card_identifier_id: exid, card_identifier_type: 'EXID', requestor_id: '4001003027' },
          ...{ requestor_name: 'Example Pay', device_type: 'PHONE', activation: 'NONE', ...TOKEN_REASON },
        }),
    },
    'tokens.issue-activation-code': {
      setUp: byCode,
      toRequest: (reference) =>
        post(`/tokens/${reference}/activation-code`, { ...TOKEN_REASON, activation_pref: 'SMS' }),
    },
    'tokens.activate-token': {
      setUp: byCode,
      toRequest: async (reference) =>
        post(`/tokens/${reference}/activate`, {
          ...TOKEN_REASON,
          activation_code: await activationCodeOf(of.server, reference),
        }),
    },
    'tokens.suspend-token': tokenChange('suspend'),
    'tokens.resume-token': tokenChange('resume', suspended),
    'tokens.deactivate-token': tokenChange('deactivate'),
    'tokens.delete-token': tokenChange('delete'),
    'tokens.set-controls': {
      setUp: active,
      toRequest: (reference) => ({
        method: 'PUT',
        url: `/V2/tokens/${reference}/controls`,
        payload: { maxAmount: '50.00' },
      }),
    },
    'webhooks.register-endpoint': {
      setUp: async () => crypto.randomUUID(),
      toRequest: (id) => post('/webhook-endpoints', { url: `http://127.0.0.1:9/${id}` }),
    },
    'webhooks.change-endpoint': {
      setUp: anEndpoint,
      toRequest: (id) => ({ method: 'PATCH', url: `/V2/webhook-endpoints/${id}`, payload: { description: 'Changed' } }),
    },
    'webhooks.delete-endpoint': {
      setUp: anEndpoint,
      toRequest: (id) => ({ method: 'DELETE', url: `/V2/webhook-endpoints/${id}` }),
    },
    'webhooks.rotate-secret': { setUp: anEndpoint, toRequest: (id) => post(`/webhook-endpoints/${id}/rotate-secret`) },
    'webhooks.replay-messages': {
      setUp: anEndpoint,
      toRequest: (id) => post(`/webhook-endpoints/${id}/replay`, { since: '2026-11-20T00:00:00Z' }),
    },
    'webhooks.skip-message': {
      setUp: waiting,
      toRequest: (message) => post(`/webhook-endpoints/${message}/skip`, { reason: 'Broken on our side' }),
    },
    ...keyedReviews(of),
    'people.end-session': {
      setUp: async () => {
        await signInDemo(of.server, 'layla');
        const { json } = await of.server.request({ method: 'GET', url: '/V2/console/sessions', as: 'demo-bank' });
        const [newest] = json.sessions as { session_id: string }[];
        return newest?.session_id ?? '';
      },
      toRequest: (id) => ({ method: 'DELETE', url: `/V2/console/sessions/${id}` }),
    },
  };
}
