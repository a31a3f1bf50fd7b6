import type { Role } from '@cardwright/contract';
import { ROLE_WORDS } from '../../session/roles.ts';
import { useWords } from '../../words/language.ts';

/** Names roles in the words of the console. A role that this version does not know is shown by its own name. */
export function RoleNames({ roles }: { roles: readonly Role[] }) {
  const { t } = useWords();
  return <span>{roles.map((role) => (role in ROLE_WORDS ? t(ROLE_WORDS[role].name) : role)).join(', ')}</span>;
}
