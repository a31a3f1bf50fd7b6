import { AUDITED_BANK, type AuditedCase, UNMET_CONDITION } from './audit-world.ts';
import { signInDemo } from './callers/demo-sessions.ts';
import { ACTIVE, insurance } from './cards/insurance.ts';
import { cardBody, clientBody, issueCard } from './cards/issued-cards.ts';
import { act, activationCodeOf, newToken, provision, setTokenControls } from './cards/tokens.ts';
import {
  approve,
  approveDeletion,
  aRuleName,
  brokenProposal,
  moveOwnRule,
  overrideOf,
  requestDeletion,
  rules,
  storePromise,
} from './decisions/bank-rules.ts';
import { MERCHANT_CHANGES } from './merchant-change-cases.ts';
import { newId } from './merchants/merchants.ts';
import { notification } from './notifications.ts';
import { TASK_CHANGES } from './task-change-cases.ts';
import { registerWebhook, webhooks } from './webhooks.ts';

const limitOf = (id: string) => ({
  id,
  level: 'account',
  measure: 'count',
  window: { calendar: 'day' },
  max: '5',
});
/** The clock of test servers stands at 2026-11-20T08:00:00Z. */
const EXCEPTION = {
  merchantId: 'SHOP00000000001',
  maxAmount: '25.00',
  validUntil: '2026-11-20T08:30:00Z',
  reason: 'The customer is at the till',
};
const restriction = { restriction_type: 'ATM', isAllowed: false };

/** A request of each operation that changes something, with the data that it needs. */
export const CHANGES: readonly AuditedCase[] = [
  {
    operation: 'people.end-session',
    log: AUDITED_BANK,
    setUp: async (of) => {
      await signInDemo(of.server, 'layla');
      const { sessions } = (await of.get('/console/sessions')).json as { sessions: { session_id: string }[] };
      return sessions[0]?.session_id ?? '';
    },
    send: (of, id) => of.server.request({ method: 'DELETE', url: `/V2/console/sessions/${id}`, as: 'demo-bank' }),
  },
  {
    operation: 'clients.create-client',
    log: AUDITED_BANK,
    send: (of) => of.envelope('clients.create-client', clientBody(newId('C'))),
  },
  {
    operation: 'clients.add-note',
    log: AUDITED_BANK,
    send: (of) => of.post(`/clients/${of.account.customerId}/notes`, { text: 'Called.' }),
  },
  {
    operation: 'accounts.create-account',
    log: AUDITED_BANK,
    send: (of) =>
      of.envelope('accounts.create-account', {
        customer_id: of.account.customerId,
        card_type: 'DEBIT',
        account: {
          customer_id: of.account.customerId,
          branch_code: '001',
          product_code: 'DEBIT-CLASSIC',
          currency: 'AED',
        },
      }),
  },
  {
    operation: 'accounts.create-exception',
    log: AUDITED_BANK,
    send: (of) => of.post(`/accounts/${of.account.accountNumber}/exceptions`, EXCEPTION),
  },
  {
    operation: 'accounts.cancel-exception',
    log: AUDITED_BANK,
    setUp: async (of) =>
      String((await of.post(`/accounts/${of.account.accountNumber}/exceptions`, EXCEPTION)).json.exception_id),
    send: (of, id) =>
      of.server.request({
        method: 'DELETE',
        url: `/V2/accounts/${of.account.accountNumber}/exceptions/${id}`,
        as: 'demo-bank',
      }),
  },
  {
    operation: 'accounts.post-transaction',
    log: AUDITED_BANK,
    send: (of) =>
      of.envelope('accounts.post-transaction', {
        account_identifier_id: of.account.accountNumber,
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
  {
    operation: 'cards.create-card',
    log: AUDITED_BANK,
    send: (of) => of.envelope('cards.create-card', cardBody(of.account)),
  },
  {
    operation: 'cards.change-status',
    log: AUDITED_BANK,
    setUp: async (of) => (await issueCard(of.server)).exid,
    send: (of, id) =>
      of.envelope('cards.change-status', {
        card_identifier_id: id,
        card_identifier_type: 'EXID',
        status: { type: 'card_status', value: 'REPLACED' },
      }),
  },
  {
    operation: 'card-settings.update-settings',
    log: AUDITED_BANK,
    send: (of) =>
      of.envelope('card-settings.update-settings', {
        accountNumber: of.card.cardNumber,
        cardSettings: { dailyLimit: '900.00' },
      }),
  },
  {
    operation: 'restrictions.set-restriction',
    log: AUDITED_BANK,
    send: (of) => of.envelope('restrictions.set-restriction', { ...of.exid(), restriction }),
  },
  {
    operation: 'cards.reissue-card',
    log: AUDITED_BANK,
    setUp: async (of) => (await issueCard(of.server)).exid,
    send: (of, id) => of.post(`/cards/${id}/reissue`, { status: 'LOST', card_virtual_indicator: 'V' }),
  },
  {
    operation: 'limits.set-limit',
    log: AUDITED_BANK,
    send: (of) => of.post('/limits', { account_number: of.card.accountNumber, ...limitOf('SET') }),
  },
  {
    operation: 'limits.delete-limit',
    log: AUDITED_BANK,
    setUp: async (of) => {
      await of.post('/limits', { account_number: of.card.accountNumber, ...limitOf('GONE') });
      return of.card.accountNumber;
    },
    send: (of, number) =>
      of.server.request({ method: 'DELETE', url: `/V2/limits/GONE?account_number=${number}`, as: 'demo-bank' }),
  },
  {
    operation: 'programs.set-program',
    log: AUDITED_BANK,
    send: (of) => {
      const payload = { defaults: { dailyLimit: '900.00' } };
      return of.server.request({ method: 'PUT', url: '/V2/programs/DEBIT-CLASSIC', as: 'demo-bank', payload });
    },
  },
  {
    operation: 'insurance.change-program',
    log: AUDITED_BANK,
    send: (of) => insurance(of.server, 'PATCH', `/cards/${of.card.exid}/insurances/01`, { body: ACTIVE }),
  },
  {
    operation: 'rules.create-rule',
    log: AUDITED_BANK,
    send: (of) => rules(of.server, 'POST', '', { name: aRuleName(), effect: '57', condition: UNMET_CONDITION }),
  },
  {
    operation: 'rules.change-rule',
    log: AUDITED_BANK,
    setUp: (of) => of.aDraft(),
    send: (of, id) => rules(of.server, 'PUT', `/${id}`, { effect: '05', condition: UNMET_CONDITION }),
  },
  {
    operation: 'rules.shadow-rule',
    log: AUDITED_BANK,
    setUp: (of) => of.aDraft(),
    send: (of, id) => moveOwnRule(of.server, id, 'shadow'),
  },
  {
    operation: 'rules.propose-rule',
    log: AUDITED_BANK,
    setUp: (of) => of.inShadow(),
    send: (of, id) => moveOwnRule(of.server, id, 'propose'),
  },
  {
    operation: 'rules.approve-rule',
    log: AUDITED_BANK,
    setUp: async (of) => {
      const id = await of.inShadow();
      await moveOwnRule(of.server, id, 'propose');
      await of.server.server.backtestsIdle();
      return id;
    },
    send: (of, id) => approve(of.server, id),
  },
  {
    operation: 'rules.retire-rule',
    log: AUDITED_BANK,
    setUp: (of) => of.aDraft(),
    send: (of, id) => moveOwnRule(of.server, id, 'retire'),
  },
  { operation: 'rules.replace-promise', log: AUDITED_BANK, send: (of) => storePromise(of.server, aRuleName()) },
  {
    operation: 'change-requests.approve-change-request', // of the deletion of a promise
    log: AUDITED_BANK,
    setUp: async (of) => requestDeletion(of.server, String((await storePromise(of.server, aRuleName())).json.name)),
    send: (of, id) => approveDeletion(of.server, id),
  },
  {
    operation: 'rules.override-promises',
    log: AUDITED_BANK,
    setUp: (of) => brokenProposal(of.server),
    send: (of, ids) => rules(of.server, 'POST', overrideOf(ids).path, overrideOf(ids).payload, 'demo-checker'),
  },
  { operation: 'merchant-lists.replace-list', log: AUDITED_BANK, send: (of) => of.putList('audited') },
  {
    operation: 'merchant-lists.change-list',
    log: AUDITED_BANK,
    setUp: (of) => of.aList(),
    send: (of, name) => {
      const [url, payload] = [`/V2/merchant-lists/${name}`, { remove: ['5411'] }];
      return of.server.request({ method: 'PATCH', url, as: 'demo-bank', payload });
    },
  },
  {
    operation: 'authorization.reverse-authorization',
    log: AUDITED_BANK,
    setUp: (of) => of.reserved(),
    send: (of, reference) => of.post(`/authorizations/${reference}/reversal`, {}),
  },
  {
    operation: 'authorization.complete-authorization',
    log: AUDITED_BANK,
    setUp: (of) => of.reserved(),
    send: (of, reference) => of.post(`/authorizations/${reference}/completion`, {}),
  },
  { operation: 'tokens.provision-token', log: AUDITED_BANK, send: (of) => provision(of.server, of.card.exid) },
  {
    operation: 'tokens.issue-activation-code',
    log: AUDITED_BANK,
    setUp: (of) => newToken(of.server, of.card.exid, { activation: 'CODE' }),
    send: (of, reference) => act(of.server, reference, 'activation-code', { activation_pref: 'SMS' }),
  },
  {
    operation: 'tokens.activate-token',
    log: AUDITED_BANK,
    setUp: (of) => of.withCode(),
    send: async (of, reference) =>
      act(of.server, reference, 'activate', { activation_code: await activationCodeOf(of.server, reference) }),
  },
  {
    operation: 'tokens.suspend-token',
    log: AUDITED_BANK,
    setUp: (of) => of.active(),
    send: (of, reference) => act(of.server, reference, 'suspend'),
  },
  {
    operation: 'tokens.resume-token',
    log: AUDITED_BANK,
    setUp: async (of) => {
      const reference = await of.active();
      await act(of.server, reference, 'suspend');
      return reference;
    },
    send: (of, reference) => act(of.server, reference, 'resume'),
  },
  {
    operation: 'tokens.deactivate-token',
    log: AUDITED_BANK,
    setUp: (of) => of.active(),
    send: (of, reference) => act(of.server, reference, 'deactivate'),
  },
  {
    operation: 'tokens.delete-token',
    log: AUDITED_BANK,
    setUp: (of) => of.active(),
    send: (of, reference) => act(of.server, reference, 'delete'),
  },
  {
    operation: 'tokens.set-controls',
    log: AUDITED_BANK,
    setUp: (of) => of.active(),
    send: (of, reference) => setTokenControls(of.server, reference, { singleUse: true, maxAmount: '50.00' }),
  },
  {
    operation: 'receiver.receive-token-notification',
    log: AUDITED_BANK,
    send: (of) => of.post('/webhook/TokenNotification', notification()),
  },
  {
    operation: 'webhooks.register-endpoint',
    log: AUDITED_BANK,
    send: (of) => webhooks(of.server, '', { body: { url: 'http://127.0.0.1:9/audited' } }),
  },
  {
    operation: 'webhooks.change-endpoint',
    log: AUDITED_BANK,
    send: (of) => webhooks(of.server, `/${of.endpoint}`, { method: 'PATCH', body: { state: 'PAUSED' } }),
  },
  {
    operation: 'webhooks.rotate-secret',
    log: AUDITED_BANK,
    send: (of) => webhooks(of.server, `/${of.endpoint}/rotate-secret`, { body: {} }),
  },
  {
    operation: 'webhooks.replay-messages',
    log: AUDITED_BANK,
    setUp: async (of) => {
      await of.server.db.sql(
        `update outbox_messages set state = 'DEAD', settled_at = created_at, next_attempt_at = null
          where bank_id = 'DEMO' and endpoint_id = $1`,
        [of.endpoint],
      );
      return '2026-11-20T00:00:00Z';
    },
    send: (of, since) => webhooks(of.server, `/${of.endpoint}/replay`, { body: { since } }),
  },
  {
    operation: 'webhooks.skip-message',
    log: AUDITED_BANK,
    setUp: async (of) => {
      await newToken(of.server, of.card.exid);
      const sql = `select notification_id as id from outbox_messages
                    where endpoint_id = $1 and state = 'PENDING' order by message_id desc limit 1`;
      const [message] = await of.server.db.sql<{ id: string }>(sql, [of.endpoint]);
      return message?.id ?? '';
    },
    send: (of, id) => webhooks(of.server, `/${of.endpoint}/messages/${id}/skip`, { body: {} }),
  },
  {
    operation: 'webhooks.delete-endpoint',
    log: AUDITED_BANK,
    setUp: async (of) => (await registerWebhook(of.server)).id,
    send: (of, id) => webhooks(of.server, `/${id}`, { method: 'DELETE' }),
  },
  ...MERCHANT_CHANGES,
  ...TASK_CHANGES,
];
