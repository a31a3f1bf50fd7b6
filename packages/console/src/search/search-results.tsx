import { ErrorNotice } from '../parts/page/error-notice.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { Notice } from '../parts/page/notice.tsx';
import { useHasScope } from '../session/session.ts';
import { SearchIcon, ShieldLockIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import { useRecordItems } from './record-items.tsx';
import { ResultList } from './result-list.tsx';
import { useSearchResults } from './use-search-results.ts';

/** Shows results while the user types, or why there was no search. */
export function SearchResults({ typed }: { typed: string }) {
  const { t } = useWords();
  const { query, found } = useSearchResults(typed);
  const items = useRecordItems(found.data);
  const isAcquirer = useHasScope('merchants:read');
  if (typed.trim() === '')
    return (
      <Notice
        icon={SearchIcon}
        title={t('search.start')}
        text={t(isAcquirer ? 'search.startAboutMerchants' : 'search.startAbout')}
      />
    );
  if (query.isCardNumber) {
    return <Notice icon={ShieldLockIcon} title={t('search.cardNumber')} text={t('search.cardNumberAbout')} />;
  }
  if (query.needsMore) {
    return <Notice icon={SearchIcon} title={t('search.lastFour')} text={t('search.lastFourAbout')} />;
  }
  if (found.data === undefined) {
    return found.error === null ? <Loading /> : <ErrorNotice error={found.error} retry={() => void found.refetch()} />;
  }
  if (items.length === 0) {
    return <Notice icon={SearchIcon} title={t('search.nothing', { typed })} text={t('search.nothingAbout')} />;
  }
  return <ResultList items={items} />;
}
