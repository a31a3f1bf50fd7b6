import { ErrorNotice } from '../parts/page/error-notice.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { Notice } from '../parts/page/notice.tsx';
import { useHasScope } from '../session/session.ts';
import { SearchIcon, ShieldLockIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import { ResultList } from './result-list.tsx';
import { useSearchResults } from './use-search-results.ts';

/** Shows results while the user types, or why there was no search. */
export function SearchResults({ typed, onChosen }: { typed: string; onChosen?: () => void }) {
  const { t } = useWords();
  const { query, found } = useSearchResults(typed);
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
  const { clients, cards, account, decision, merchants } = found.data;
  if (clients.length + cards.length + merchants.length === 0 && account === undefined && decision === undefined) {
    return <Notice icon={SearchIcon} title={t('search.nothing', { typed })} text={t('search.nothingAbout')} />;
  }
  return <ResultList found={found.data} {...(onChosen && { onChosen })} />;
}
