import type { BankRule, RuleVersion } from '@cardwright/contract';
import { useSearch } from '@tanstack/react-router';
import { PageTabs } from '../../parts/page/page-tabs.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { PromisePanel } from './promise-panel.tsx';
import { ProposalPanel } from './proposal-panel.tsx';
import { ReportPanel } from './report-panel.tsx';
import { VersionFacts } from './version-facts.tsx';
import { VersionTable } from './version-table.tsx';

interface TabParts {
  readonly rule: BankRule;
  readonly displayed: RuleVersion;
}

const TABS = {
  definition: 'rule.definition',
  backtest: 'rule.backtest',
  matches: 'report.title',
  versions: 'rule.versions',
} as const satisfies Readonly<Record<string, WordKey>>;
type Tab = keyof typeof TABS;

/** The parts of a rule's page below its summary. The address has the tab; without one, the state selects it. */
export function RuleTabs({ rule, displayed }: TabParts) {
  const { t } = useWords();
  const { tab } = useSearch({ from: '/rules/$ruleId' });
  const tabs = (Object.keys(TABS) as Tab[]).filter((name) => name !== 'backtest' || displayed.proposed_at !== null);
  const active = tabs.find((name) => name === tab) ?? usualTab(displayed);
  return (
    <>
      <PageTabs label={t('rule.parts')} tabs={tabs} words={TABS} active={active} />
      <TabContent tab={active} rule={rule} displayed={displayed} />
    </>
  );
}

function TabContent({ tab, rule, displayed }: TabParts & { readonly tab: Tab }) {
  const { t } = useWords();
  switch (tab) {
    case 'definition':
      return (
        <Panel title={t('rule.definition')}>
          <VersionFacts
            of={displayed}
            on={rule.on}
            warnings={displayed === rule.versions[0] ? rule.warnings : undefined}
          />
        </Panel>
      );
    case 'backtest':
      return <ProposalParts rule={rule} displayed={displayed} />;
    case 'matches':
      return (
        <ReportPanel
          ruleId={rule.rule_id}
          version={displayed.version}
          hasEvaluations={displayed.shadow_since !== null}
        />
      );
    case 'versions':
      return (
        <Panel title={t('rule.versions')}>
          <VersionTable rule={rule} displayed={displayed} />
        </Panel>
      );
  }
}

/**
 * Shows the promises that a proposal keeps, the decisions that it changes, and its backtest, so that an approver sees
 * them together.
 */
function ProposalParts({ rule, displayed }: TabParts) {
  return (
    <>
      <PromisePanel rule={rule} version={displayed.version} />
      {displayed.state === 'PROPOSED' && (
        <AnalysisPanel ruleId={rule.rule_id} version={displayed.version} isOnPayments={rule.on === 'authorization'} />
      )}
      {displayed.backtest_id !== null && <ProposalPanel backtestId={displayed.backtest_id} />}
    </>
  );
}

/**
 * Returns the tab that people look for first: the backtest of a proposal, or the matches of a rule that evaluates
 * messages.
 */
function usualTab({ state, shadow_since: since }: RuleVersion): Tab {
  if (state === 'PROPOSED') return 'backtest';
  return since === null ? 'definition' : 'matches';
}
