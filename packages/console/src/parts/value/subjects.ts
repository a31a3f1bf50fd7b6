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
  onboarding: 'application.request',
  draft: 'boarding.draft',
  backtest: 'audit.backtest',
  'oauth-client': 'audit.client',
  'decision-tree': 'audit.seal',
};

/** Subjects without an id for people. */
const WHOLE_WORDS: Readonly<Record<string, WordKey>> = {
  'onboarding-rules': 'approvals.onboardingChange',
  'deny-list': 'denyList.title',
  merchants: 'merchants.list',
  'webhook-endpoint:new': 'newEndpoint.title',
};

/** The beginning of a UUID, which people compare; any other id in full. */
function shortId(id: string): string {
  return id.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}/, '$1…');
}

/** The word for the kind of a subject and the name to show, such as `rule` and `NO_GAMBLING`. */
export function subjectParts(subject: string): { readonly word?: WordKey; readonly name: string } {
  const whole = WHOLE_WORDS[subject];
  if (whole !== undefined) return { word: whole, name: '' };
  const colon = subject.indexOf(':');
  const word = colon < 0 ? undefined : SUBJECT_WORDS[subject.slice(0, colon)];
  return word === undefined ? { name: subject } : { word, name: shortId(subject.slice(colon + 1)) };
}

/** The page of a subject such as `card:EXID`, if the console has one. */
export function pageOfSubject(subject: string): LinkProps | undefined {
  const colon = subject.indexOf(':');
  const kind = subject.slice(0, colon);
  const id = subject.slice(colon + 1);
  if (colon < 1 || id === '' || WHOLE_WORDS[subject] !== undefined) return undefined;
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
