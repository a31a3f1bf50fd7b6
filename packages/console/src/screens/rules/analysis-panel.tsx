import type { RuleAnalysis } from '@cardwright/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
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
  NEVER_DECIDES: 'analysis.NEVER_DECIDES',
  DECLINED_BEFORE_BY: 'analysis.DECLINED_BEFORE_BY',
  APPROVES_NOTHING: 'analysis.APPROVES_NOTHING',
} as const;
type Answer = RuleAnalysis['answers'][number];

const VERDICTS = {
  PROVED: 'analysis.yes',
  COUNTEREXAMPLE: 'analysis.no',
  UNDECIDED: 'analysis.open',
} as const;

interface AnalyzedVersion {
  readonly ruleId: string;
  readonly version: number;
  /** A rule on payments can be analyzed with the whole decision at an account. */
  readonly isOnPayments: boolean;
}

/** Shows what a version can do among the live rules, for all possible messages, or for all payments of an account. */
export function AnalysisPanel({ ruleId, version, isOnPayments }: AnalyzedVersion) {
  const { t } = useWords();
  const [account, setAccount] = useState('');
  const [draft, setDraft] = useState('');
  const analysis = useAnalysis(ruleId, version, account);
  const about = account === '' ? 'analysis.about' : 'analysis.aboutAccount';
  return (
    <Panel title={t('analysis.title')}>
      <p className={classes.quiet}>{t(analysis.isPending ? 'analysis.running' : about)}</p>
      {isOnPayments && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setAccount(draft.trim());
          }}
        >
          <TextInput
            label={t('analysis.account')}
            description={t('analysis.accountAbout')}
            value={draft}
            dir="ltr"
            autoComplete="off"
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('analysis.run')}
          </Button>
        </form>
      )}
      <QueryBoundary query={analysis}>{(found) => <Answers of={found} />}</QueryBoundary>
    </Panel>
  );
}

function Answers({ of: { answers, free, assumes } }: { of: RuleAnalysis }) {
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
            {example !== undefined && /NOTHING_NEW$|^NEVER_DECIDES$/.test(question) && <ExampleFacts of={example} />}
          </li>
        ))}
      </ul>
      {free.length > 0 && <p className={classes.quiet}>{t('analysis.free', { names: free.join(', ') })}</p>}
      {assumes.length > 0 && <p className={classes.quiet}>{t('analysis.assumes', { names: assumes.join(', ') })}</p>}
    </>
  );
}
