import { Link } from '@tanstack/react-router';
import { Notice } from '../parts/page/notice.tsx';
import { AlertIcon, SearchIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';

export function NotFoundPage() {
  const { t } = useWords();
  return (
    <div data-missing>
      <Notice icon={SearchIcon} title={t('missing.title')} text={t('missing.text')}>
        <Link to="/">{t('missing.home')}</Link>
      </Notice>
    </div>
  );
}

/** Shows that the console failed, or that a part of it failed to load. */
export function ErrorPage() {
  const { t } = useWords();
  return (
    <Notice isBad icon={AlertIcon} title={t('broken.title')} text={t('broken.text')}>
      <button type="button" onClick={() => window.location.reload()}>
        {t('failure.again')}
      </button>
    </Notice>
  );
}
