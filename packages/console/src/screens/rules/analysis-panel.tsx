import type { RuleAnalysis } from '@cardwright/contract';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useWords } from '../../words/language.ts';
import { ExampleFacts } from './example-facts.tsx';
import { useAnalysis } from './rule-queries.ts';
import classes from './rules.module.css';

const STATEMENTS = {
  MATCHES_NOTHING: 'analysis.MATCHES_NOTHING',
  MATCHES_EVERYTHING: 'analysis.MATCHES_EVERYTHING',
  DECLINES_NOTHING_NEW: 'analysis.DECLINES_NOTHING_NEW',
  APPROVES_NOTHING_NEW: 'analysis.APPROVES_NOTHING_NEW',
  ADDS_NOTHING: 'analysis.ADDS_NOTHING',
  SHADOWED_BY: 'analysis.SHADOWED_BY',
  SHADOWS: 'analysis.SHADOWS',
} as const;
type Answer = RuleAnalysis['answers'][number];

const VERDICTS = {
  PROVED: 'analysis.yes',
  COUNTEREXAMPLE: 'analysis.no',
  UNDECIDED: 'analysis.open',
} as const;

/** Shows what a version can do among the live rules, for all possible messages. */
export function AnalysisPanel({ ruleId, version }: { ruleId: string; version: number }) {
  const { t } = useWords();
  const analysis = useAnalysis(ruleId, version);
  return (
    <Panel title={t('analysis.title')}>
      <p className={classes.quiet}>{t(analysis.isPending ? 'analysis.running' : 'analysis.about')}</p>
      <QueryBoundary query={analysis}>{(found) => <Answers of={found} />}</QueryBoundary>
    </Panel>
  );
}

function Answers({ of: { answers, free } }: { of: RuleAnalysis }) {
  const { t } = useWords();
  const isShown = (answer: Answer): answer is Answer & { question: keyof typeof STATEMENTS } =>
    answer.question in STATEMENTS;
  return (
    <>
      <ul className={classes.versions}>
        {answers.filter(isShown).map(({ question, other = '', verdict, example }) => (
          <li key={`${question} ${other}`} data-verdict={verdict}>
            <span>
              {t(STATEMENTS[question], { other })}: <strong>{t(VERDICTS[verdict])}</strong>
            </span>
            {example !== undefined && question.endsWith('NOTHING_NEW') && <ExampleFacts of={example} />}
          </li>
        ))}
      </ul>
      {free.length > 0 && <p className={classes.quiet}>{t('analysis.free', { names: free.join(', ') })}</p>}
    </>
  );
}
