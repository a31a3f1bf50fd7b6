import { ROLE_MEANINGS, ROLES } from '../people/roles.ts';
import type { Scope } from '../scopes.ts';
import { code, table } from './markdown.ts';

/** Every role has this scope, so the table omits it. */
const SCOPE_OF_ALL: Scope = 'sessions:own';

/** Writes the roles of people with their scopes. */
export function roleTable(): string {
  return table(
    ['Role', 'Of', 'Permits', 'Scopes'],
    ROLES.map((role) => {
      const { of, meaning, scopes } = ROLE_MEANINGS[role];
      const ordinaryScopes = scopes.filter((scope) => scope !== SCOPE_OF_ALL);
      return [code(role), of.join(', '), meaning, ordinaryScopes.sort().map(code).join(' ')];
    }),
  );
}
