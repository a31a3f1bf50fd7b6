import type { RuleAnalysis } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import classes from './analysis-answers.module.css';
import { describeState } from './condition-words.ts';
import { ExampleFacts } from './example-facts.tsx';

const STATEMENTS = {
  MATCHES_NOTHING: 'analysis.MATCHES_NOTHING',
  MATCHES_EVERYTHING: 'analysis.MATCHES_EVERYTHING',
  DECLINES_NOTHING_NEW: 'analysis.DECLINES_NOTHING_NEW',
  APPROVES_NOTHING_NEW: 'analysis.APPROVES_NOTHING_NEW',
  ADDS_NOTHING: 'analysis.ADDS_NOTHING',
  SHADOWED_BY: 'analysis.SHADOWED_BY',
  SHADOWS: 'analysis.SHADOWS',
  NEVER_DECIDES: 'analysis.NEVER_DECIDES',
  DECLINED_BEFORE_BY: 'analysis.DECLINED_BEFORE_BY',
  APPROVES_NOTHING: 'analysis.APPROVES_NOTHING',
  KEEPS_PROMISE: 'analysis.KEEPS_PROMISE',
} as const;

const VERDICTS = {
  PROVED: 'analysis.yes',
  COUNTEREXAMPLE: 'analysis.no',
  UNDECIDED: 'analysis.open',
} as const;

const WITH_EXAMPLE: readonly string[] = [
  'DECLINES_NOTHING_NEW',
  'APPROVES_NOTHING_NEW',
  'NEVER_DECIDES',
  'KEEPS_PROMISE',
];

type Answer = Pick<RuleAnalysis['answers'][number], 'question' | 'other' | 'verdict' | 'example'> & {
  readonly product?: string;
};

interface Answers {
  readonly answers: readonly Answer[];
  readonly free: readonly string[];
  readonly assumes?: readonly string[];
}

/** Shows what an analysis proved or refuted, and the state that can have any value. */
export function AnalysisAnswers({ answers, free, assumes = [] }: Answers) {
  const { t, language, locale } = useWords();
  const states = free.map((name) => describeState(name, language));
  const isDisplayed = (answer: Answer): answer is Answer & { question: keyof typeof STATEMENTS } =>
    answer.question in STATEMENTS;
  return (
    <>
      <ul className={classes.answers}>
        {answers.filter(isDisplayed).map(({ question, other = '', product, verdict, example }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the answers never change their order
          <li key={at} data-verdict={verdict}>
            <span>
              {product !== undefined && `${t('analysis.atProduct', { product })}: `}
              {t(STATEMENTS[question], { other })}: <strong>{t(VERDICTS[verdict])}</strong>
            </span>
            {example !== undefined && WITH_EXAMPLE.includes(question) && <ExampleFacts of={example} />}
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <p className={classes.dimmed}>{t('analysis.free', { names: new Intl.ListFormat(locale).format(states) })}</p>
      )}
      {assumes.length > 0 && <p className={classes.dimmed}>{t('analysis.assumes', { names: assumes.join(', ') })}</p>}
    </>
  );
}
