import type { LinkProps } from '@tanstack/react-router';
import type { WordKey } from '../../words/en.ts';

/** The kinds of subjects that people look for. */
export const SUBJECT_WORDS: Readonly<Record<string, WordKey>> = {
  card: 'found.card',
  account: 'found.account',
  client: 'found.customer',
  token: 'audit.token',
  rule: 'found.rule',
  'merchant-list': 'found.list',
  program: 'audit.program',
  authorization: 'found.decision',
  application: 'audit.application',
  'webhook-endpoint': 'found.endpoint',
  notification: 'audit.event',
  session: 'audit.session',
  bank: 'audit.bank',
  limits: 'approvals.limitChange',
  export: 'approvals.export',
  promise: 'audit.promise',
  'change-request': 'audit.changeRequest',
  'payment-request': 'audit.paymentRequest',
  task: 'audit.task',
  merchant: 'found.merchant',
  backtest: 'audit.backtest',
  'oauth-client': 'audit.client',
  'decision-tree': 'audit.seal',
};

/** The page of a subject such as `card:EXID`, if the console has one. */
export function pageOfSubject(subject: string): LinkProps | undefined {
  const colon = subject.indexOf(':');
  const kind = subject.slice(0, colon);
  const id = subject.slice(colon + 1);
  if (colon < 1 || id === '') return undefined;
  switch (kind) {
    case 'authorization':
      return { to: '/authorizations/$reference', params: { reference: id } };
    case 'card':
      return { to: '/cards/$exid', params: { exid: id } };
    case 'account':
      return { to: '/accounts/$accountNumber', params: { accountNumber: id } };
    case 'client':
      return { to: '/customers/$customerId', params: { customerId: id } };
    case 'rule':
      // The log has the name of the rule, but the address of a rule's page needs its id.
      return { to: '/rules' };
    case 'merchant-list':
      return { to: '/lists/$name', params: { name: id } };
    case 'program':
      return { to: '/programs/$productCode', params: { productCode: id } };
    case 'webhook-endpoint':
      return { to: '/webhooks/$endpointId', params: { endpointId: id } };
    case 'change-request':
      return { to: '/approvals', search: { request: id } };
    case 'application':
      return { to: '/merchants/$applicationId', params: { applicationId: id } };
    case 'notification':
      return { to: '/events/$notificationId', params: { notificationId: id } };
    default:
      return undefined;
  }
}
