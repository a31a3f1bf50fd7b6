import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditedRow, auditedRows } from '../testing/audited-rows.ts';
import { approve, aRuleName, moveOwnRule, rules, writeRule } from '../testing/bank-rules.ts';
import { signInDemo } from '../testing/demo-sessions.ts';
import { ACTIVE, insurance } from '../testing/insurance.ts';
import {
  authorize,
  cardBody,
  clientBody,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../testing/issued-cards.ts';
import { amend, boardMerchants, newId, onboard, requestOf } from '../testing/merchants.ts';
import { notification } from '../testing/notifications.ts';
import {
  hitsOf,
  REVIEW_REASON,
  review,
  sendHitDecision,
  submit,
  submitAndScreen,
  uniqueMerchant,
} from '../testing/reviews.ts';
import { type Answer, type TestServer, testServer } from '../testing/test-server.ts';
import { act, activationCodeOf, keepNotifications, newToken, provision } from '../testing/tokens.ts';
import { registerWebhook, webhooks } from '../testing/webhooks.ts';

let server: TestServer;
let card: IssuedCard;
let account: { customerId: string; accountNumber: string; currency: string };
let token: string;
let endpoint: string;
beforeAll(async () => {
  server = await testServer();
  card = await issueCard(server);
  account = await issueAccount(server);
  await keepNotifications(server);
  token = await newToken(server, card.exid);
  endpoint = (await registerWebhook(server)).id;
});
afterAll(() => server?.close());

const exid = (of = card) => ({ card_identifier_id: of.exid, card_identifier_type: 'EXID' });
const envelope = async (operation: string, body: object) => (await server.envelope(operation, body)).http;
const get = (url: string, as = 'demo-bank') => server.request({ method: 'GET', url: `/V2${url}`, as });
const post = (url: string, payload: object, as = 'demo-bank') =>
  server.request({ method: 'POST', url: `/V2${url}`, as, payload });
const restriction = { restriction_type: 'ATM', isAllowed: false };

/** Sends an authorization and returns its reference. */
async function reserved(): Promise<string> {
  const message = ecommerceMessage(card);
  await authorize(server, message);
  return String(message.Retrieval_Reference_Number);
}

/** Starts a backtest, ends it, and returns its id. */
async function backtest(): Promise<string> {
  const { json } = await post('/backtests', { proposal: {} });
  await server.request({ method: 'DELETE', url: `/V2/backtests/${json.backtest_id}`, as: 'demo-bank' });
  return String(json.backtest_id);
}

const NOBODY_MEETS = { field: 'amount', op: 'lt', value: '0' };

async function aDraft(): Promise<string> {
  return (await writeRule(server, NOBODY_MEETS)).id;
}

async function inShadow(): Promise<string> {
  const id = await aDraft();
  await moveOwnRule(server, id, 'shadow');
  return id;
}

function putList(name: string): Promise<Answer> {
  const payload = { kind: 'mcc', entries: ['5411'] };
  return server.request({ method: 'PUT', url: `/V2/merchant-lists/${name}`, as: 'demo-bank', payload });
}

async function aList(): Promise<string> {
  const name = `list-${crypto.randomUUID().slice(0, 8)}`;
  await putList(name);
  return name;
}

function active(): Promise<string> {
  return newToken(server, card.exid);
}

async function withCode(): Promise<string> {
  return await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
}

async function boarded(): Promise<string> {
  const merchant = uniqueMerchant();
  await boardMerchants(server, [merchant]);
  return String(merchant.merchantId);
}

async function application(merchant?: Record<string, unknown>): Promise<string> {
  return (await submitAndScreen(server, merchant && [merchant])).applicationId;
}

const BANK = 'DEMO';
const ACQUIRER = 'acquirer:DEMO';

/** `given` creates what must exist before; its result is passed to the request under test. */
interface Case<Given = string> {
  readonly operation: string;
  readonly log: string;
  readonly given?: () => Promise<Given>;
  readonly send: (given: Given) => Promise<Answer>;
}

const reads: Case[] = [
  {
    operation: 'accounts.enquire-balance',
    log: BANK,
    send: () =>
      envelope('accounts.enquire-balance', {
        account_identifier_id: account.accountNumber,
        account_identifier_type: 'CONTRACT_NUMBER',
      }),
  },
  { operation: 'cards.enquire-card', log: BANK, send: () => envelope('cards.enquire-card', exid()) },
  {
    operation: 'card-settings.get-settings',
    log: BANK,
    send: () => envelope('card-settings.get-settings', { accountNumber: card.cardNumber }),
  },
  {
    operation: 'restrictions.enquire-restrictions',
    log: BANK,
    send: () => envelope('restrictions.enquire-restrictions', exid()),
  },
  {
    operation: 'insurance.list-programs',
    log: BANK,
    send: () => insurance(server, 'GET', `/cards/${card.exid}/insurances`),
  },
  {
    operation: 'insurance.read-program',
    log: BANK,
    given: async () =>
      String((await insurance(server, 'PATCH', `/cards/${card.exid}/insurances/02`, { body: ACTIVE })).status),
    send: () => insurance(server, 'GET', `/cards/${card.exid}/insurances/02`),
  },
  {
    operation: 'insurance.list-programs-by-number',
    log: BANK,
    send: () => insurance(server, 'POST', '/cards_pan/insurances', { body: { card_number: card.cardNumber } }),
  },
  {
    operation: 'authorization.preview-authorization',
    log: BANK,
    send: () => post('/authorizations/preview', { message: ecommerceMessage(card) }),
  },
  {
    operation: 'authorization.read-authorization',
    log: BANK,
    given: reserved,
    send: (reference) => get(`/authorizations/${reference}`),
  },
  {
    operation: 'authorization.backtest-account',
    log: BANK,
    send: () => post(`/accounts/${card.accountNumber}/backtest`, {}),
  },
  { operation: 'backtests.list-backtests', log: BANK, send: () => get('/backtests') },
  { operation: 'backtests.read-backtest', log: BANK, given: backtest, send: (id) => get(`/backtests/${id}`) },
  {
    operation: 'backtests.list-differences',
    log: BANK,
    given: backtest,
    send: (id) => get(`/backtests/${id}/differences`),
  },
  { operation: 'rules.list-rules', log: BANK, send: () => get('/rules') },
  { operation: 'rules.read-rule', log: BANK, given: aDraft, send: (id) => get(`/rules/${id}`) },
  { operation: 'rules.read-report', log: BANK, given: aDraft, send: (id) => get(`/rules/${id}/report`) },
  { operation: 'merchant-lists.list-lists', log: BANK, send: () => get('/merchant-lists') },
  { operation: 'merchant-lists.read-list', log: BANK, given: aList, send: (name) => get(`/merchant-lists/${name}`) },
  { operation: 'tokens.list-tokens', log: BANK, send: () => get(`/tokens?card_identifier_id=${card.exid}`) },
  { operation: 'tokens.read-token', log: BANK, send: () => get(`/tokens/${token}`) },
  { operation: 'receiver.list-notifications', log: BANK, send: () => get('/webhook/TokenNotification') },
  { operation: 'webhooks.list-endpoints', log: BANK, send: () => webhooks(server, '') },
  { operation: 'webhooks.list-endpoints', log: ACQUIRER, send: () => webhooks(server, '', { as: 'demo-acquirer' }) },
  { operation: 'webhooks.read-endpoint', log: BANK, send: () => webhooks(server, `/${endpoint}`) },
  { operation: 'webhooks.test-endpoint', log: BANK, send: () => webhooks(server, `/${endpoint}/test`, { body: {} }) },
  { operation: 'webhooks.list-attempts', log: BANK, send: () => webhooks(server, `/${endpoint}/attempts`) },
  { operation: 'webhooks.list-messages', log: BANK, send: () => webhooks(server, `/${endpoint}/messages`) },
  {
    operation: 'webhooks.list-messages',
    log: ACQUIRER,
    given: async () => (await registerWebhook(server, {}, 'demo-acquirer')).id,
    send: (id) => webhooks(server, `/${id}/messages`, { as: 'demo-acquirer' }),
  },
  {
    operation: 'merchants.read-onboarding-status',
    log: ACQUIRER,
    given: async () => (await submit(server)).requestId,
    send: (requestId) => get(`/merchants/onboarding/${requestId}`, 'demo-acquirer'),
  },
  { operation: 'merchants.list-merchants', log: ACQUIRER, send: () => get('/merchants', 'demo-acquirer') },
  {
    operation: 'merchants.read-merchant',
    log: ACQUIRER,
    given: boarded,
    send: (id) => get(`/merchants/${id}`, 'demo-acquirer'),
  },
  {
    operation: 'merchants.list-versions',
    log: ACQUIRER,
    given: boarded,
    send: (id) => get(`/merchants/${id}/versions`, 'demo-acquirer'),
  },
  {
    operation: 'merchants.list-applications',
    log: ACQUIRER,
    send: () => get('/merchants/applications', 'demo-reviewer'),
  },
  {
    operation: 'merchants.read-application',
    log: ACQUIRER,
    given: () => application(),
    send: (id) => get(`/merchants/applications/${id}`, 'demo-reviewer'),
  },
  { operation: 'merchants.read-deny-list', log: ACQUIRER, send: () => get('/merchants/deny-list', 'demo-reviewer') },
  { operation: 'authorization.read-partner', log: BANK, send: () => get('/decision-partner') },
  { operation: 'embossing.read-embossing', log: BANK, send: () => get('/embossing') },
  { operation: 'people.list-people', log: BANK, send: () => get('/console/people') },
  { operation: 'people.list-sessions', log: BANK, send: () => get('/console/sessions') },
  { operation: 'access.list-contract-warnings', log: BANK, send: () => get('/contract-warnings') },
  { operation: 'access.list-contract-warnings', log: ACQUIRER, send: () => get('/contract-warnings', 'demo-acquirer') },
];

const changes: Case[] = [
  {
    operation: 'people.end-session',
    log: BANK,
    given: async () => {
      await signInDemo(server, 'layla');
      const { sessions } = (await get('/console/sessions')).json as { sessions: { session_id: string }[] };
      return sessions[0]?.session_id ?? '';
    },
    send: (id) => server.request({ method: 'DELETE', url: `/V2/console/sessions/${id}`, as: 'demo-bank' }),
  },
  {
    operation: 'clients.create-client',
    log: BANK,
    send: () => envelope('clients.create-client', clientBody(newId('C'))),
  },
  {
    operation: 'clients.add-note',
    log: BANK,
    send: () => post(`/clients/${account.customerId}/notes`, { text: 'Called.' }),
  },
  {
    operation: 'accounts.create-account',
    log: BANK,
    send: () =>
      envelope('accounts.create-account', {
        customer_id: account.customerId,
        card_type: 'DEBIT',
        account: {
          customer_id: account.customerId,
          branch_code: '001',
          product_code: 'DEBIT-CLASSIC',
          currency: 'AED',
        },
      }),
  },
  {
    operation: 'accounts.post-transaction',
    log: BANK,
    send: () =>
      envelope('accounts.post-transaction', {
        account_identifier_id: account.accountNumber,
        account_identifier_type: 'CONTRACT_NUMBER',
        transaction: {
          transaction_code: 'CREDIT',
          transaction_date: '2026-11-20',
          amount: '10.00',
          currency: 'AED',
          transaction_ref_number: 'R1',
        },
      }),
  },
  { operation: 'cards.create-card', log: BANK, send: () => envelope('cards.create-card', cardBody(account)) },
  {
    operation: 'cards.change-status',
    log: BANK,
    given: async () => (await issueCard(server)).exid,
    send: (id) =>
      envelope('cards.change-status', {
        card_identifier_id: id,
        card_identifier_type: 'EXID',
        status: { type: 'card_status', value: 'REPLACED' },
      }),
  },
  {
    operation: 'card-settings.update-settings',
    log: BANK,
    send: () =>
      envelope('card-settings.update-settings', {
        accountNumber: card.cardNumber,
        cardSettings: { dailyLimit: '900.00' },
      }),
  },
  {
    operation: 'restrictions.set-restriction',
    log: BANK,
    send: () => envelope('restrictions.set-restriction', { ...exid(), restriction }),
  },
  {
    operation: 'insurance.change-program',
    log: BANK,
    send: () => insurance(server, 'PATCH', `/cards/${card.exid}/insurances/01`, { body: ACTIVE }),
  },
  {
    operation: 'rules.create-rule',
    log: BANK,
    send: () => rules(server, 'POST', '', { name: aRuleName(), effect: '57', condition: NOBODY_MEETS }),
  },
  {
    operation: 'rules.change-rule',
    log: BANK,
    given: aDraft,
    send: (id) => rules(server, 'PUT', `/${id}`, { effect: '05', condition: NOBODY_MEETS }),
  },
  { operation: 'rules.shadow-rule', log: BANK, given: aDraft, send: (id) => moveOwnRule(server, id, 'shadow') },
  { operation: 'rules.propose-rule', log: BANK, given: inShadow, send: (id) => moveOwnRule(server, id, 'propose') },
  {
    operation: 'rules.approve-rule',
    log: BANK,
    given: async () => {
      const id = await inShadow();
      await moveOwnRule(server, id, 'propose');
      await server.server.backtested();
      return id;
    },
    send: (id) => approve(server, id),
  },
  { operation: 'rules.retire-rule', log: BANK, given: aDraft, send: (id) => moveOwnRule(server, id, 'retire') },
  { operation: 'merchant-lists.replace-list', log: BANK, send: () => putList('audited') },
  {
    operation: 'merchant-lists.change-list',
    log: BANK,
    given: aList,
    send: (name) =>
      server.request({
        method: 'PATCH',
        url: `/V2/merchant-lists/${name}`,
        as: 'demo-bank',
        payload: { remove: ['5411'] },
      }),
  },
  {
    operation: 'authorization.reverse-authorization',
    log: BANK,
    given: reserved,
    send: (reference) => post(`/authorizations/${reference}/reversal`, {}),
  },
  {
    operation: 'authorization.complete-authorization',
    log: BANK,
    given: reserved,
    send: (reference) => post(`/authorizations/${reference}/completion`, {}),
  },
  { operation: 'tokens.provision-token', log: BANK, send: () => provision(server, card.exid) },
  {
    operation: 'tokens.issue-activation-code',
    log: BANK,
    given: () => newToken(server, card.exid, { activation: 'CODE' }),
    send: (reference) => act(server, reference, 'activation-code', { activation_pref: 'SMS' }),
  },
  {
    operation: 'tokens.activate-token',
    log: BANK,
    given: withCode,
    send: async (reference) =>
      act(server, reference, 'activate', { activation_code: await activationCodeOf(server, reference) }),
  },
  { operation: 'tokens.suspend-token', log: BANK, given: active, send: (of) => act(server, of, 'suspend') },
  {
    operation: 'tokens.resume-token',
    log: BANK,
    given: async () => {
      const reference = await active();
      await act(server, reference, 'suspend');
      return reference;
    },
    send: (of) => act(server, of, 'resume'),
  },
  { operation: 'tokens.deactivate-token', log: BANK, given: active, send: (of) => act(server, of, 'deactivate') },
  { operation: 'tokens.delete-token', log: BANK, given: active, send: (of) => act(server, of, 'delete') },
  {
    operation: 'receiver.receive-token-notification',
    log: BANK,
    send: () => post('/webhook/TokenNotification', notification()),
  },
  {
    operation: 'webhooks.register-endpoint',
    log: BANK,
    send: () => webhooks(server, '', { body: { url: 'http://127.0.0.1:9/audited' } }),
  },
  {
    operation: 'webhooks.change-endpoint',
    log: BANK,
    send: () => webhooks(server, `/${endpoint}`, { method: 'PATCH', body: { state: 'PAUSED' } }),
  },
  {
    operation: 'webhooks.rotate-secret',
    log: BANK,
    send: () => webhooks(server, `/${endpoint}/rotate-secret`, { body: {} }),
  },
  {
    operation: 'webhooks.replay-messages',
    log: BANK,
    given: async () => {
      await server.db.sql(
        `update outbox_messages set state = 'DEAD', settled_at = created_at, next_attempt_at = null
          where bank_id = 'DEMO' and endpoint_id = $1`,
        [endpoint],
      );
      return '2026-11-20T00:00:00Z';
    },
    send: (since) => webhooks(server, `/${endpoint}/replay`, { body: { since } }),
  },
  {
    operation: 'merchants.onboard-merchants',
    log: ACQUIRER,
    send: () => onboard(server, requestOf([uniqueMerchant()])),
  },
  {
    operation: 'merchants.onboard-merchants',
    log: ACQUIRER,
    given: boarded,
    send: (id) => amend(server, id, ['HOLD']),
  },
  {
    operation: 'merchants.review-application',
    log: ACQUIRER,
    given: () => application(),
    send: (id) => review(server, id, 'review'),
  },
  {
    operation: 'merchants.confirm-kyc',
    log: ACQUIRER,
    given: () => application(uniqueMerchant({ kyc: false })),
    send: (id) => review(server, id, 'confirm-kyc'),
  },
  {
    operation: 'merchants.request-information',
    log: ACQUIRER,
    given: () => application(),
    send: (id) =>
      review(server, id, 'request-information', { ...REVIEW_REASON, items: [{ path: 'trn', action: 'send a copy' }] }),
  },
  {
    operation: 'merchants.reject-application',
    log: ACQUIRER,
    given: () => application(),
    send: (id) => review(server, id, 'reject'),
  },
  {
    operation: 'merchants.screen-application',
    log: ACQUIRER,
    given: () => application(),
    send: (id) => review(server, id, 'screen'),
  },
  ...(['clear', 'confirm'] as const).map((decision) => ({
    operation: `merchants.${decision}-hit`,
    log: ACQUIRER,
    given: () => application(uniqueMerchant({ mcc: '7995' })),
    send: async (id: string) => sendHitDecision(server, id, (await hitsOf(server, id))[0]?.hitId ?? '', decision),
  })),
  {
    operation: 'merchants.approve-application',
    log: ACQUIRER,
    given: async () => {
      const id = await application();
      await review(server, id, 'review');
      return id;
    },
    send: (id) => review(server, id, 'approve'),
  },
  {
    operation: 'merchants.load-deny-list',
    log: ACQUIRER,
    send: () =>
      server.request({
        method: 'POST',
        url: '/V2/merchants/deny-list',
        as: 'demo-reviewer',
        headers: { 'content-type': 'text/csv' },
        payload: 'name,reason\nOne,a\n',
      }),
  },
];

/** The audit rows that the operation's request wrote. */
async function rowsOf({ operation, given, send }: Case): Promise<AuditedRow[]> {
  const made = (await given?.()) ?? '';
  const rows = await auditedRows(server, async () => {
    const answer = await send(made);
    expect(answer.status, answer.text).toBeLessThan(300);
  });
  return rows.filter((row) => row.operation === operation);
}

describe('a read is audited with caller, subject and address', () => {
  it.each(reads)('$operation in the log $log', async (given) => {
    const rows = await rowsOf(given);
    expect(rows).toMatchObject([
      {
        bank_id: given.log,
        actor: expect.stringMatching(/^demo-/),
        subject: expect.stringMatching(/./),
        from_address: '127.0.0.1',
        before: null,
        after: null,
      },
    ]);
  });
});

describe('a change is audited with the values before and after', () => {
  it.each(changes)('$operation in the log $log', async (given) => {
    const rows = await rowsOf(given);
    for (const row of rows) expect(row).toMatchObject({ bank_id: given.log, from_address: '127.0.0.1' });
    const changed = rows.filter(({ after }) => after !== null);
    expect(changed.length).toBeGreaterThan(0);
    for (const { before, after } of changed) expect(after).not.toEqual(before);
  });
});
