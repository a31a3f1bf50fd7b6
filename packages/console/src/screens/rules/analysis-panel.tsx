import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AnalysisAnswers } from '../../parts/condition/analysis-answers.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useWords } from '../../words/language.ts';
import { useAnalysis } from './rule-queries.ts';
import classes from './rules.module.css';

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
      <p className={classes.dimmed}>{t(analysis.isPending ? 'analysis.running' : about)}</p>
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
      <QueryBoundary query={analysis}>
        {({ answers, ...state }) => (
          // The check of the promises has its own panel.
          <AnalysisAnswers answers={answers.filter(({ question }) => question !== 'KEEPS_PROMISE')} {...state} />
        )}
      </QueryBoundary>
    </Panel>
  );
}
