import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';

/** Tabs for the queue and for all merchants. */
export function MerchantTabs() {
  const { t } = useWords();
  return (
    <nav className={classes.ways} aria-label={t('merchants.title')}>
      <Link to="/merchants" activeOptions={{ exact: true, includeSearch: false }} activeProps={{ 'data-active': true }}>
        {t('merchants.queue')}
      </Link>
      <Link to="/merchants/all" activeOptions={{ includeSearch: false }} activeProps={{ 'data-active': true }}>
        {t('merchants.all')}
      </Link>
    </nav>
  );
}
