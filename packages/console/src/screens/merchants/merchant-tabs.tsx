import { Link } from '@tanstack/react-router';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { RELATIONS, type Relation } from './merchant-filters.ts';
import classes from './merchants.module.css';

const RELATION_WORDS = {
  ASKED_OF_ME: 'merchants.informationRequested',
  MINE: 'merchants.mine',
  ANY: 'merchants.waiting',
} as const;

interface TabParts {
  readonly active: Relation | undefined;
  /** A page other than the lists of applications and merchants. */
  readonly page?: 'deny-list' | 'onboarding-rules';
}

/** Tabs for the applications by their relation to the person, for all merchants, and for the rules that apply to them. */
export function MerchantTabs({ active, page }: TabParts) {
  const { t } = useWords();
  const maySubmit = useHasScope('merchants:write');
  const mayReview = useHasScope('merchants:review');
  const isAll = active === undefined && page === undefined;
  return (
    <nav className={classes.ways} aria-label={t('merchants.title')}>
      {RELATIONS.map((relation) => (
        <Link
          key={relation}
          to="/merchants"
          search={relation === 'ASKED_OF_ME' ? {} : { relation }}
          aria-current={relation === active ? 'page' : undefined}
          data-active={relation === active || undefined}
        >
          {t(RELATION_WORDS[relation])}
        </Link>
      ))}
      {maySubmit && <Link to="/merchants/drafts">{t('boarding.drafts')}</Link>}
      <Link to="/merchants/all" data-active={isAll || undefined}>
        {t('merchants.all')}
      </Link>
      {mayReview && (
        <Link to="/merchants/deny-list" data-active={page === 'deny-list' || undefined}>
          {t('denyList.title')}
        </Link>
      )}
      <Link to="/merchants/onboarding-rules" data-active={page === 'onboarding-rules' || undefined}>
        {t('approvals.onboardingChange')}
      </Link>
    </nav>
  );
}
