import { Failure } from '../parts/page/failure.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { Notice } from '../parts/page/notice.tsx';
import { useMay } from '../session/session.ts';
import { SearchIcon, ShieldLockIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import { FoundList } from './found-list.tsx';
import { useFound } from './use-found.ts';

/** What was found, as one types: or why nothing was looked for. */
export function SearchResults({ typed, onChosen }: { typed: string; onChosen?: () => void }) {
  const { t } = useWords();
  const { sought, found } = useFound(typed);
  const isAcquirer = useMay('merchants:read');
  if (typed.trim() === '')
    return (
      <Notice
        icon={SearchIcon}
        title={t('search.start')}
        text={t(isAcquirer ? 'search.startAboutMerchants' : 'search.startAbout')}
      />
    );
  if (sought.isCardNumber) {
    return <Notice icon={ShieldLockIcon} title={t('search.cardNumber')} text={t('search.cardNumberAbout')} />;
  }
  if (sought.needsMore) {
    return <Notice icon={SearchIcon} title={t('search.lastFour')} text={t('search.lastFourAbout')} />;
  }
  if (found.data === undefined) {
    return found.error === null ? <Loading /> : <Failure error={found.error} retry={() => void found.refetch()} />;
  }
  const { clients, cards, account, decision, merchants } = found.data;
  if (clients.length + cards.length + merchants.length === 0 && account === undefined && decision === undefined) {
    return <Notice icon={SearchIcon} title={t('search.nothing', { typed })} text={t('search.nothingAbout')} />;
  }
  return <FoundList found={found.data} {...(onChosen && { onChosen })} />;
}
