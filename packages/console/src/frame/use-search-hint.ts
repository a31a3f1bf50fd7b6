import { useHasScope } from '../session/session.ts';
import { useWords } from '../words/language.ts';

/** Returns a few words that name what this person can search for. */
export function useSearchHint(): string {
  const { t } = useWords();
  const isAcquirer = useHasScope('merchants:read');
  const mayFind = useHasScope('clients:read', 'cards:read', 'accounts:read');
  if (isAcquirer) return t('search.hintMerchants');
  return t(mayFind ? 'search.hint' : 'palette.hint');
}
