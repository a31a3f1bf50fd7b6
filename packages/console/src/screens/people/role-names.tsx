import type { Role } from '@cardwright/contract';
import { ROLE_WORDS } from '../../session/roles.ts';
import { useWords } from '../../words/language.ts';

/** Roles as the console calls them; one that this version does not know by its own name. */
export function RoleNames({ roles }: { roles: readonly Role[] }) {
  const { t } = useWords();
  return <span>{roles.map((role) => (role in ROLE_WORDS ? t(ROLE_WORDS[role].name) : role)).join(', ')}</span>;
}
