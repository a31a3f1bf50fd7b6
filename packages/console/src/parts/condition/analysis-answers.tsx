import type { RuleAnalysis } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import classes from './analysis-answers.module.css';
import { ExampleFacts } from './example-facts.tsx';

const STATEMENTS = {
  MATCHES_NOTHING: 'analysis.MATCHES_NOTHING',
  MATCHES_EVERYTHING: 'analysis.MATCHES_EVERYTHING',
  DECLINES_NOTHING_NEW: 'analysis.DECLINES_NOTHING_NEW',
  APPROVES_NOTHING_NEW: 'analysis.APPROVES_NOTHING_NEW',
  ADDS_NOTHING: 'analysis.ADDS_NOTHING',
  SHADOWED_BY: 'analysis.SHADOWED_BY',
  SHADOWS: 'analysis.SHADOWS',
  KEEPS_PROMISE: 'analysis.KEEPS_PROMISE',
} as const;

const VERDICTS = {
  PROVED: 'analysis.yes',
  COUNTEREXAMPLE: 'analysis.no',
  UNDECIDED: 'analysis.open',
} as const;

const WITH_EXAMPLE: readonly string[] = ['DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW', 'KEEPS_PROMISE'];

type Answer = Pick<RuleAnalysis['answers'][number], 'question' | 'other' | 'verdict' | 'example'>;

/** Shows what an analysis proved or refuted, and the state that can have any value. */
export function AnalysisAnswers({ answers, free }: { answers: readonly Answer[]; free: readonly string[] }) {
  const { t } = useWords();
  const isShown = (answer: Answer): answer is Answer & { question: keyof typeof STATEMENTS } =>
    answer.question in STATEMENTS;
  return (
    <>
      <ul className={classes.answers}>
        {answers.filter(isShown).map(({ question, other = '', verdict, example }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the answers never change their order
          <li key={at} data-verdict={verdict}>
            <span>
              {t(STATEMENTS[question], { other })}: <strong>{t(VERDICTS[verdict])}</strong>
            </span>
            {example !== undefined && WITH_EXAMPLE.includes(question) && <ExampleFacts of={example} />}
          </li>
        ))}
      </ul>
      {free.length > 0 && <p className={classes.quiet}>{t('analysis.free', { names: free.join(', ') })}</p>}
    </>
  );
}
