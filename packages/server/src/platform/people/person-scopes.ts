import { type Scope, scopesOfRoles } from '@cardwright/contract';
import type { Database } from '../storage/index.ts';
import { findRoles } from './people-store.ts';
import { type House, logOf } from './tenant.ts';

/**
 * What a person may do by the roles that the provider told last, signed in or not. None for a person of a provider that is not
 * configured any more.
 *
 * @param isKnownProvider whether people can still sign in by the provider of this id
 */
export function createPersonScopes(
  database: Database,
  isKnownProvider: (id: string) => boolean,
): (house: House, subject: string) => Promise<readonly Scope[]> {
  return async (house, subject) => {
    const found = await findRoles(database, logOf(house), subject);
    return found === undefined || !isKnownProvider(found.provider) ? [] : scopesOfRoles(found.roles, house.kind);
  };
}
