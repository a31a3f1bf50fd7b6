import type { LinkProps } from '@tanstack/react-router';

/** The page of a subject such as `card:EXID`, if the console has one. */
export function pageOfSubject(subject: string): LinkProps | undefined {
  const colon = subject.indexOf(':');
  const kind = subject.slice(0, colon);
  const id = subject.slice(colon + 1);
  if (colon < 1 || id === '') return undefined;
  switch (kind) {
    case 'card':
      return { to: '/cards/$exid', params: { exid: id } };
    case 'account':
      return { to: '/accounts/$accountNumber', params: { accountNumber: id } };
    case 'client':
      return { to: '/customers/$customerId', params: { customerId: id } };
    case 'webhook-endpoint':
      return { to: '/webhooks/$endpointId', params: { endpointId: id } };
    case 'notification':
      return { to: '/events/$notificationId', params: { notificationId: id } };
    default:
      return undefined;
  }
}
