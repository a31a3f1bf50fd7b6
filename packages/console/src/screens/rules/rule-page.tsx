import type { BankRule } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { PersonNames, usePersonNames } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { RuleActions } from './rule-actions.tsx';
import { useRule } from './rule-queries.ts';
import { RuleSentence } from './rule-sentence.tsx';
import { RuleSteps } from './rule-steps.tsx';
import { RuleTabs } from './rule-tabs.tsx';

export function RulePage() {
  return useHasScope('programs:read') ? <RuleOf /> : <NoPermission />;
}

function RuleOf() {
  const { ruleId } = useParams({ from: '/rules/$ruleId' });
  const rule = useRule(ruleId);
  return <QueryBoundary query={rule}>{(found) => <OneRule key={ruleId} rule={found} />}</QueryBoundary>;
}

/** Shows one rule: a summary of its state, and the parts of the selected version as tabs. */
function OneRule({ rule }: { rule: BankRule }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const mayWrite = useHasScope('programs:write');
  const mayReadTokens = useHasScope('tokens:read');
  const { version } = useSearch({ from: '/rules/$ruleId' });
  const names = usePersonNames(rule.people);
  const [newest] = rule.versions;
  const selected = rule.versions.find((each) => String(each.version) === version) ?? newest;
  if (selected === undefined) return null;
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
    <PersonNames value={names}>
      <Page
        title={name}
        trailing={
          <>
            <Status of={selected.state} />
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
        <Panel title={t('rule.stands', { version: selected.version })}>
          <RuleSentence rule={rule} displayed={selected} />
          <RuleSteps of={selected} />
          <RuleActions rule={rule} displayed={selected} />
        </Panel>
        <RuleTabs rule={rule} displayed={selected} />
      </Page>
    </PersonNames>
  );
}
