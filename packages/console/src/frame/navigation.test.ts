import { isRoleOf, ROLES, scopesOfRoles, TENANT_KINDS } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { canSearch, navigationFor } from './navigation.ts';

const LISTS = ['/overview', '/authorizations', '/what-if', '/backtest', '/programs', '/rules', '/partner'];

it('each role has the work that it may do in the side bar, and the search where it finds something', () => {
  const roles = TENANT_KINDS.flatMap((house) =>
    ROLES.filter((role) => isRoleOf(role, house)).map((role) => ({ house, role })),
  );
  const shown = roles.map(({ house, role }) => {
    const session = { scopes: scopesOfRoles([role], house) };
    const work = navigationFor(session).map(({ to }) => to);
    expect(canSearch(session)).toBe(work.includes('/find'));
    return [`${house} ${role}`, work.join(' ')];
  });
  expect(Object.fromEntries(shown)).toEqual({
    'bank agent': ['/find', ...LISTS].join(' '),
    'bank card-operations': ['/find', ...LISTS].join(' '),
    'bank analyst': ['/find', ...LISTS].join(' '),
    'bank bank-admin': '/overview /programs /rules /webhooks /team',
    'bank auditor': ['/find', ...LISTS, '/webhooks', '/audit', '/team'].join(' '),
    'acquirer auditor': '/merchants /find /overview /webhooks /audit /team',
    'acquirer boarding': '/merchants /find /overview',
    'acquirer reviewer': '/merchants /find',
    'acquirer approver': '/merchants /find',
    'operator auditor': '/audit /team',
    'operator operator': '/team',
  });
});
