import { AnalysisAnswers } from '../../parts/condition/analysis-answers.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useWords } from '../../words/language.ts';
import { useAnalysis } from './rule-queries.ts';
import classes from './rules.module.css';

/** Shows what a version can do among the live rules, for all possible messages. */
export function AnalysisPanel({ ruleId, version }: { ruleId: string; version: number }) {
  const { t } = useWords();
  const analysis = useAnalysis(ruleId, version);
  return (
    <Panel title={t('analysis.title')}>
      <p className={classes.quiet}>{t(analysis.isPending ? 'analysis.running' : 'analysis.about')}</p>
      <QueryBoundary query={analysis}>
        {({ answers, free }) => (
          // the check of the promises is a panel of its own
          <AnalysisAnswers answers={answers.filter(({ question }) => question !== 'KEEPS_PROMISE')} free={free} />
        )}
      </QueryBoundary>
    </Panel>
  );
}
