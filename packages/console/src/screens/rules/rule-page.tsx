import type { BankRule } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { ReportPanel } from './report-panel.tsx';
import { RuleActions } from './rule-actions.tsx';
import { useRule } from './rule-queries.ts';
import { RuleSentence } from './rule-sentence.tsx';
import { RuleSteps } from './rule-steps.tsx';
import { VersionFacts } from './version-facts.tsx';
import { VersionTable } from './version-table.tsx';

export function RulePage() {
  return useHasScope('programs:read') ? <RuleOf /> : <NoPermission />;
}

function RuleOf() {
  const { ruleId } = useParams({ from: '/rules/$ruleId' });
  const rule = useRule(ruleId);
  return <QueryBoundary query={rule}>{(found) => <OneRule key={ruleId} rule={found} />}</QueryBoundary>;
}

/** Shows one rule: its state in a sentence, then the selected version and its results. */
function OneRule({ rule }: { rule: BankRule }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const mayWrite = useHasScope('programs:write');
  const mayReadTokens = useHasScope('tokens:read');
  const { version } = useSearch({ from: '/rules/$ruleId' });
  const [newest] = rule.versions;
  const shown = rule.versions.find((each) => String(each.version) === version) ?? newest;
  if (shown === undefined) return null;
  const { rule_id: ruleId, name } = rule;
  const write = mayWrite && (
    <Button
      variant="default"
      onClick={() => void navigate({ to: '/rules/$ruleId/edit', params: { ruleId }, search: { version } })}
    >
      {t('rule.newVersion')}
    </Button>
  );
  return (
    <Page
      title={name}
      beside={
        <>
          <Status of={shown.state} />
          <Identifier id={ruleId} />
        </>
      }
      about={t('authorizations.zone', { zone })}
      actions={
        <>
          {rule.on === 'provisioning' && mayReadTokens && (
            <Link to="/token-requests" search={{ rule: name }}>
              {t('tokenRule.requests')}
            </Link>
          )}
          {write}
        </>
      }
    >
      <Panel title={t('rule.stands', { version: shown.version })}>
        <RuleSentence rule={rule} shown={shown} />
        <RuleSteps of={shown} />
        <RuleActions rule={rule} shown={shown} />
      </Panel>
      <Panel title={t('rule.says')}>
        <VersionFacts of={shown} on={rule.on} warnings={shown === newest ? rule.warnings : undefined} />
      </Panel>
      {shown.backtest_id !== null && <ProposalPanel backtestId={shown.backtest_id} />}
      <ReportPanel ruleId={ruleId} version={shown.version} isAsked={shown.shadow_since !== null} />
      <Panel title={t('rule.versions')}>
        <VersionTable rule={rule} shown={shown} />
      </Panel>
    </Page>
  );
}
