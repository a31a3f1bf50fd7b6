import type { Role } from '@cardwright/contract';
import { statement, type Tx } from '../storage/index.ts';

const selectPeopleOfTenant = statement(
  'people.select-people-of-tenant',
  `select subject, name, roles from people where bank_id = $1 and roles <> '{}' order by name, subject limit 200`,
);

/** Returns the people who work at a tenant, with their roles, by name. */
export function readPeopleOfTenant(
  tx: Tx,
  log: string,
): Promise<{ subject: string; name: string; roles: readonly Role[] }[]> {
  return tx.query(selectPeopleOfTenant, [log]);
}
