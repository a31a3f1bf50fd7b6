import { isRoleOf, ROLES, scopesOfRoles, TENANT_KINDS } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { navigationFor } from './navigation.ts';

const LISTS = [
  '/overview',
  '/tasks',
  '/authorizations',
  '/token-requests',
  '/what-if',
  '/backtest',
  '/programs',
  '/rules',
  '/partner',
];
const OF_WRITERS = LISTS.toSpliced(-1, 0, '/approvals');

it('each role sees its permitted screens in the side bar', () => {
  const roles = TENANT_KINDS.flatMap((house) =>
    ROLES.filter((role) => isRoleOf(role, house)).map((role) => ({ house, role })),
  );
  const displayed = roles.map(({ house, role }) => {
    const work = navigationFor({ scopes: scopesOfRoles([role], house) }).map(({ to }) => to);
    return [`${house} ${role}`, work.join(' ')];
  });
  expect(Object.fromEntries(displayed)).toEqual({
    'bank agent': ['/find', ...LISTS].join(' '),
    'bank card-operations': ['/find', ...OF_WRITERS].join(' '),
    'bank analyst': ['/find', ...OF_WRITERS].join(' '),
    'bank bank-admin': '/overview /tasks /programs /rules /approvals /webhooks /networks /team',
    'bank duty-manager': '/approvals',
    'bank auditor': ['/find', ...OF_WRITERS, '/webhooks', '/audit', '/networks', '/team']
      .filter((to) => to !== '/tasks')
      .join(' '),
    'acquirer auditor': '/merchants /find /overview /merchants/onboarding-rules /approvals /webhooks /audit /team',
    'acquirer boarding': '/merchants /find /overview /merchants/onboarding-rules',
    'acquirer reviewer': '/merchants /find /tasks /merchants/onboarding-rules',
    'acquirer approver': '/merchants /find /tasks /merchants/onboarding-rules /approvals',
    'operator auditor': '/audit /networks /team',
    'operator operator': '/service /networks /team',
  });
});
