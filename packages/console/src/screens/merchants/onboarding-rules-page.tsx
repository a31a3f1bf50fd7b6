import type { OnboardingRulesInForce } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { ChangeContent } from '../../parts/condition/change-content.tsx';
import { withDefaultRules } from '../../parts/merchant/onboarding-rules.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { MerchantTabs } from './merchant-tabs.tsx';
import classes from './merchants.module.css';
import { RulePanels } from './rule-panels.tsx';
import { RuleVersions } from './rule-versions.tsx';
import { useOnboardingRules } from './rules-queries.ts';

export function OnboardingRulesPage() {
  return useHasScope('merchants:read') ? <Rules /> : <NoPermission />;
}

function Rules() {
  return <QueryBoundary query={useOnboardingRules()}>{(inForce) => <OneVersion inForce={inForce} />}</QueryBoundary>;
}

/** Shows the rules in force, or those of the version in the address. */
function OneVersion({ inForce }: { inForce: OnboardingRulesInForce }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const mayChange = useHasScope('merchants:configure');
  const { version: name = String(inForce.version) } = useSearch({ from: '/merchants/onboarding-rules' });
  const at = inForce.versions.findIndex(({ version }) => String(version) === name);
  const displayed = inForce.versions[at];
  const previous = inForce.versions[at + 1];
  const isInForce = displayed === undefined || displayed.version === inForce.version;
  const { version, rules } = displayed ?? inForce;
  return (
    <Page
      title={t('approvals.onboardingChange')}
      trailing={version === 0 ? t('onboardingRules.ofFile') : t('versions.one', { count: version })}
      about={t('onboardingRules.about', { zone })}
      actions={
        <>
          <MerchantTabs active={undefined} page="onboarding-rules" />
          {mayChange && isInForce && (
            <Button component={Link} size="compact-sm" to="/merchants/onboarding-rules/edit">
              {t('onboardingRules.change')}
            </Button>
          )}
        </>
      }
      side={<RuleVersions inForce={inForce} displayed={version} />}
    >
      {!isInForce && (
        <p className={classes.notInForce}>
          {t('onboardingRules.earlier')}{' '}
          <Link to="/merchants/onboarding-rules" search={{}}>
            {t('onboardingRules.showInForce')}
          </Link>
          {mayChange && (
            <Link to="/merchants/onboarding-rules/edit" search={{ version: String(version) }}>
              {t('onboardingRules.useAgain')}
            </Link>
          )}
        </p>
      )}
      {displayed !== undefined && previous !== undefined && (
        <Panel title={t('onboardingRules.changed')}>
          <ChangeContent before={withDefaultRules(previous.rules)} after={withDefaultRules(rules)} />
        </Panel>
      )}
      <RulePanels rules={rules} inForce={inForce} />
    </Page>
  );
}
