import { useHasScope } from '../session/session.ts';
import { useWords } from '../words/language.ts';

/** What this person can search for, in a few words. */
export function useSearchHint(): string {
  const { t } = useWords();
  const isAcquirer = useHasScope('merchants:read');
  const mayFind = useHasScope('clients:read', 'cards:read', 'accounts:read');
  if (isAcquirer) return t('search.hintMerchants');
  return t(mayFind ? 'search.hint' : 'palette.hint');
}
