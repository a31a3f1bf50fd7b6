import { Link, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { OnboardingRulesForm } from './onboarding-rules-form.tsx';
import { useOnboardingRules } from './rules-queries.ts';

export function EditOnboardingRulesPage() {
  return useHasScope('merchants:configure') ? <EditRules /> : <NoPermission />;
}

/** Replaces the rules in force. The form starts with these, or with the rules of an earlier version. */
function EditRules() {
  const { t } = useWords();
  const { version } = useSearch({ from: '/merchants/onboarding-rules/edit' });
  const query = useOnboardingRules();
  return (
    <Page
      title={t('onboardingRules.editTitle')}
      about={t('onboardingRules.editAbout')}
      actions={<Link to="/merchants/onboarding-rules">{t('approvals.onboardingChange')}</Link>}
    >
      <QueryBoundary query={query}>
        {(inForce) => {
          const earlier = inForce.versions.find((each) => String(each.version) === version);
          return <OnboardingRulesForm key={version ?? ''} inForce={inForce} first={(earlier ?? inForce).rules} />;
        }}
      </QueryBoundary>
    </Page>
  );
}
