import { type Scope, scopesOfRoles } from '@cardwright/contract';
import type { Database } from '../storage/index.ts';
import { findRoles } from './people-store.ts';
import { logOf, type Tenant } from './tenant.ts';

/**
 * Returns the scopes of a person by the roles that the provider last reported, whether or not the person is signed in. Returns
 * none if the provider is no longer configured.
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
