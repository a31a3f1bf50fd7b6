import { describe, expect, it } from 'vitest';
import {
  AUDITED_ACQUIRER,
  AUDITED_BANK,
  type AuditedCase,
  openAuditWorld,
  rowsOfCase,
} from '../../testing/audit-world.ts';
import { waitForDecisionLog } from '../../testing/background-work.ts';
import { ACTIVE, insurance } from '../../testing/cards/insurance.ts';
import { ecommerceMessage } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { submit } from '../../testing/merchants/reviews.ts';
import { notification } from '../../testing/notifications.ts';
import { fileServer } from '../../testing/test-server.ts';
import { registerWebhook, webhooks } from '../../testing/webhooks.ts';

const server = fileServer();
const world = fileResource(() => openAuditWorld(server));

const reads: readonly AuditedCase[] = [
  {
    operation: 'accounts.enquire-balance',
    log: AUDITED_BANK,
    send: (of) =>
      of.envelope('accounts.enquire-balance', {
        account_identifier_id: of.account.accountNumber,
        account_identifier_type: 'CONTRACT_NUMBER',
      }),
  },
  { operation: 'cards.enquire-card', log: AUDITED_BANK, send: (of) => of.envelope('cards.enquire-card', of.exid()) },
  {
    operation: 'card-settings.get-settings',
    log: AUDITED_BANK,
    send: (of) => of.envelope('card-settings.get-settings', { accountNumber: of.card.cardNumber }),
  },
  {
    operation: 'restrictions.enquire-restrictions',
    log: AUDITED_BANK,
    send: (of) => of.envelope('restrictions.enquire-restrictions', of.exid()),
  },
  {
    operation: 'insurance.list-programs',
    log: AUDITED_BANK,
    send: (of) => insurance(of.server, 'GET', `/cards/${of.card.exid}/insurances`),
  },
  {
    operation: 'insurance.read-program',
    log: AUDITED_BANK,
    setUp: async (of) =>
      String((await insurance(of.server, 'PATCH', `/cards/${of.card.exid}/insurances/02`, { body: ACTIVE })).status),
    send: (of) => insurance(of.server, 'GET', `/cards/${of.card.exid}/insurances/02`),
  },
  {
    operation: 'insurance.list-programs-by-number',
    log: AUDITED_BANK,
    send: (of) => insurance(of.server, 'POST', '/cards_pan/insurances', { body: { card_number: of.card.cardNumber } }),
  },
  {
    operation: 'authorization.preview-authorization',
    log: AUDITED_BANK,
    send: (of) => of.post('/authorizations/preview', { message: ecommerceMessage(of.card) }),
  },
  {
    operation: 'authorization.read-authorization',
    log: AUDITED_BANK,
    setUp: (of) => of.reserved(),
    send: (of, reference) => of.get(`/authorizations/${reference}`),
  },
  {
    operation: 'authorization.read-proof',
    log: AUDITED_BANK,
    setUp: (of) => of.reserved(),
    send: (of, reference) => of.get(`/authorizations/${reference}/proof`),
  },
  {
    operation: 'authorization.backtest-account',
    log: AUDITED_BANK,
    send: (of) => of.post(`/accounts/${of.card.accountNumber}/backtest`, {}),
  },
  { operation: 'backtests.list-backtests', log: AUDITED_BANK, send: (of) => of.get('/backtests') },
  {
    operation: 'backtests.read-backtest',
    log: AUDITED_BANK,
    setUp: (of) => of.backtest(),
    send: (of, id) => of.get(`/backtests/${id}`),
  },
  {
    operation: 'backtests.list-differences',
    log: AUDITED_BANK,
    setUp: (of) => of.backtest(),
    send: (of, id) => of.get(`/backtests/${id}/differences`),
  },
  { operation: 'rules.list-rules', log: AUDITED_BANK, send: (of) => of.get('/rules') },
  {
    operation: 'rules.read-rule',
    log: AUDITED_BANK,
    setUp: (of) => of.aDraft(),
    send: (of, id) => of.get(`/rules/${id}`),
  },
  {
    operation: 'rules.read-report',
    log: AUDITED_BANK,
    setUp: (of) => of.aDraft(),
    send: (of, id) => of.get(`/rules/${id}/report`),
  },
  {
    operation: 'rules.analyze-rule',
    log: AUDITED_BANK,
    setUp: (of) => of.aDraft(),
    send: (of, id) => of.post('/rules/analysis', { rule_id: id }),
  },
  { operation: 'merchant-lists.list-lists', log: AUDITED_BANK, send: (of) => of.get('/merchant-lists') },
  {
    operation: 'merchant-lists.read-list',
    log: AUDITED_BANK,
    setUp: (of) => of.aList(),
    send: (of, name) => of.get(`/merchant-lists/${name}`),
  },
  {
    operation: 'tokens.list-tokens',
    log: AUDITED_BANK,
    send: (of) => of.get(`/tokens?card_identifier_id=${of.card.exid}`),
  },
  { operation: 'tokens.read-token', log: AUDITED_BANK, send: (of) => of.get(`/tokens/${of.token}`) },
  { operation: 'receiver.list-notifications', log: AUDITED_BANK, send: (of) => of.get('/webhook/TokenNotification') },
  {
    operation: 'receiver.read-activation',
    log: AUDITED_BANK,
    setUp: async (of) => {
      const message = notification('AC');
      await of.post('/webhook/TokenNotification', message);
      return message.id;
    },
    send: (of, id) => of.get(`/received-notifications/${id}/activation`),
  },
  { operation: 'webhooks.list-endpoints', log: AUDITED_BANK, send: (of) => webhooks(of.server, '') },
  {
    operation: 'webhooks.list-endpoints',
    log: AUDITED_ACQUIRER,
    send: (of) => webhooks(of.server, '', { as: 'demo-acquirer' }),
  },
  { operation: 'webhooks.read-endpoint', log: AUDITED_BANK, send: (of) => webhooks(of.server, `/${of.endpoint}`) },
  {
    operation: 'webhooks.test-endpoint',
    log: AUDITED_BANK,
    send: (of) => webhooks(of.server, `/${of.endpoint}/test`, { body: {} }),
  },
  {
    operation: 'webhooks.list-attempts',
    log: AUDITED_BANK,
    send: (of) => webhooks(of.server, `/${of.endpoint}/attempts`),
  },
  {
    operation: 'webhooks.list-messages',
    log: AUDITED_BANK,
    send: (of) => webhooks(of.server, `/${of.endpoint}/messages`),
  },
  {
    operation: 'webhooks.list-messages',
    log: AUDITED_ACQUIRER,
    setUp: async (of) => (await registerWebhook(of.server, {}, 'demo-acquirer')).id,
    send: (of, id) => webhooks(of.server, `/${id}/messages`, { as: 'demo-acquirer' }),
  },
  {
    operation: 'merchants.read-onboarding-status',
    log: AUDITED_ACQUIRER,
    setUp: async (of) => (await submit(of.server)).requestId,
    send: (of, requestId) => of.get(`/merchants/onboarding/${requestId}`, 'demo-acquirer'),
  },
  { operation: 'merchants.list-merchants', log: AUDITED_ACQUIRER, send: (of) => of.get('/merchants', 'demo-acquirer') },
  {
    operation: 'merchants.read-merchant',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.boarded(),
    send: (of, id) => of.get(`/merchants/${id}`, 'demo-acquirer'),
  },
  {
    operation: 'merchants.list-versions',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.boarded(),
    send: (of, id) => of.get(`/merchants/${id}/versions`, 'demo-acquirer'),
  },
  {
    operation: 'merchants.list-applications',
    log: AUDITED_ACQUIRER,
    send: (of) => of.get('/merchants/applications', 'demo-reviewer'),
  },
  {
    operation: 'merchants.read-application',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.application(),
    send: (of, id) => of.get(`/merchants/applications/${id}`, 'demo-reviewer'),
  },
  {
    operation: 'merchants.read-deny-list',
    log: AUDITED_ACQUIRER,
    send: (of) => of.get('/merchants/deny-list', 'demo-reviewer'),
  },
  { operation: 'authorization.read-partner', log: AUDITED_BANK, send: (of) => of.get('/decision-partner') },
  {
    operation: 'authorization.read-log-proof',
    log: AUDITED_BANK,
    setUp: async (of) => {
      await of.reserved();
      await waitForDecisionLog(of.server);
      return '1';
    },
    send: (of, since) => of.get(`/decision-log/proof?since=${since}`),
  },
  { operation: 'authorization.list-views', log: AUDITED_BANK, send: (of) => of.get('/authorization-views') },
  { operation: 'embossing.read-embossing', log: AUDITED_BANK, send: (of) => of.get('/embossing') },
  { operation: 'people.list-people', log: AUDITED_BANK, send: (of) => of.get('/console/people') },
  { operation: 'people.list-sessions', log: AUDITED_BANK, send: (of) => of.get('/console/sessions') },
  { operation: 'access.list-contract-warnings', log: AUDITED_BANK, send: (of) => of.get('/contract-warnings') },
  {
    operation: 'access.list-contract-warnings',
    log: AUDITED_ACQUIRER,
    send: (of) => of.get('/contract-warnings', 'demo-acquirer'),
  },
];

describe('a read is audited with caller, subject and address', () => {
  it.each(reads)('$operation in the log $log', async (auditedCase) => {
    expect(await rowsOfCase(world, auditedCase)).toMatchObject([
      {
        bank_id: auditedCase.log,
        actor: expect.stringMatching(/^demo-/),
        subject: expect.stringMatching(/./),
        from_address: '127.0.0.1',
        before: null,
        after: null,
      },
    ]);
  });
});
