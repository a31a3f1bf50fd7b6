import { type Scope, scopesOfRoles } from '@cardwright/contract';
import type { Database } from '../storage/index.ts';
import { findRoles } from './people-store.ts';
import { logOf, type Tenant } from './tenant.ts';

/**
 * What a person may do by the roles that the provider told last, signed in or not. None for a person of a provider that is not
 * configured any more.
 *
 * @param isConfiguredProvider whether people can still sign in by the provider of this id
 */
export function createPersonScopes(
  database: Database,
  isConfiguredProvider: (id: string) => boolean,
): (tenant: Tenant, subject: string) => Promise<readonly Scope[]> {
  return async (tenant, subject) => {
    const grant = await findRoles(database, logOf(tenant), subject);
    return grant === undefined || !isConfiguredProvider(grant.provider) ? [] : scopesOfRoles(grant.roles, tenant.kind);
  };
}
