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
  readonly shown: RuleVersion;
}

const TABS = {
  definition: 'rule.says',
  backtest: 'rule.backtest',
  matches: 'report.title',
  versions: 'rule.versions',
} as const satisfies Readonly<Record<string, WordKey>>;
type Tab = keyof typeof TABS;

/** The parts of a rule's page below its summary. The address has the tab; without one, the state selects it. */
export function RuleTabs({ rule, shown }: TabParts) {
  const { t } = useWords();
  const { tab } = useSearch({ from: '/rules/$ruleId' });
  const tabs = (Object.keys(TABS) as Tab[]).filter((name) => name !== 'backtest' || shown.proposed_at !== null);
  const active = tabs.find((name) => name === tab) ?? usualTab(shown);
  return (
    <>
      <PageTabs label={t('rule.parts')} tabs={tabs} words={TABS} active={active} />
      <TabContent tab={active} rule={rule} shown={shown} />
    </>
  );
}

function TabContent({ tab, rule, shown }: TabParts & { readonly tab: Tab }) {
  const { t } = useWords();
  switch (tab) {
    case 'definition':
      return (
        <Panel title={t('rule.says')}>
          <VersionFacts of={shown} on={rule.on} warnings={shown === rule.versions[0] ? rule.warnings : undefined} />
        </Panel>
      );
    case 'backtest':
      return <ProposalParts rule={rule} shown={shown} />;
    case 'matches':
      return <ReportPanel ruleId={rule.rule_id} version={shown.version} isAsked={shown.shadow_since !== null} />;
    case 'versions':
      return (
        <Panel title={t('rule.versions')}>
          <VersionTable rule={rule} shown={shown} />
        </Panel>
      );
  }
}

/**
 * Shows the promises that a proposal keeps, the decisions that it changes, and its backtest, so that an approver sees
 * them together.
 */
function ProposalParts({ rule, shown }: TabParts) {
  return (
    <>
      <PromisePanel rule={rule} version={shown.version} />
      {shown.state === 'PROPOSED' && (
        <AnalysisPanel ruleId={rule.rule_id} version={shown.version} isOnPayments={rule.on === 'authorization'} />
      )}
      {shown.backtest_id !== null && <ProposalPanel backtestId={shown.backtest_id} />}
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
