import type { AuthorizationView } from '@cardwright/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { ViewRow } from './view-store.ts';

export function toViewResponse({ filters, columns, saved_at, ...row }: ViewRow): AuthorizationView {
  return {
    ...row,
    filters: JSON.parse(filters),
    ...(columns !== null && { columns }),
    saved_at: saved_at.toISOString(),
  };
}

/** Whether the caller shares the views of this role. A client without a person has no role, and shares all of them. */
export function sharesViewsOf({ person }: Caller, role: AuthorizationView['role']): boolean {
  return person === undefined || person.roles.includes(role);
}
