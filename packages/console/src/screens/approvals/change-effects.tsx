import type { ChangeAnalysis } from '@cardwright/contract';
import { AnalysisAnswers } from '../../parts/condition/analysis-answers.tsx';
import { useWords } from '../../words/language.ts';
import classes from './approvals.module.css';

/** Shows the effect of a change on decisions, for all possible messages. */
export function ChangeEffects({ analysis }: { analysis: ChangeAnalysis }) {
  const { t } = useWords();
  const { state, answers, free, overridden } = analysis;
  if (state === 'NONE') return null;
  return (
    <section data-analysis={state}>
      <strong>{t('approvals.effects')}</strong>
      <p className={classes.said}>{t(state === 'PENDING' ? 'analysis.running' : 'analysis.about')}</p>
      <AnalysisAnswers answers={answers.map(({ promise, ...one }) => ({ ...one, other: promise }))} free={free} />
      {overridden && <strong>{t('approvals.overridden')}</strong>}
    </section>
  );
}

/** Returns the promises that a change does not keep, as far as the analysis could decide. */
export function brokenPromises({ answers }: ChangeAnalysis): string[] {
  return answers.flatMap(({ promise, verdict }) => (promise !== undefined && verdict !== 'PROVED' ? [promise] : []));
}
