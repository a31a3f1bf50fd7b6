import type { Backtest } from '@cardwright/contract';
import { CheckIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { ApprovedTotals } from './approved-totals.tsx';
import classes from './backtest-result.module.css';
import { ChangedDecisionTable } from './changed-decision-table.tsx';

/** Shows what other settings would have decided: the number of changed decisions, their amounts, and a list of them. */
export function BacktestResultView({ found, displayed }: { found: Backtest; displayed: number }) {
  const { t } = useWords();
  const { decisions, changed, approved, currency, changes } = found;
  if (decisions === 0) return <p className={classes.sentence}>{t('backtest.nothingToDecide')}</p>;
  if (changed === 0) {
    return (
      <p className={classes.sentence} data-backtest={0}>
        <CheckIcon size={16} aria-hidden /> {t('backtest.none', { count: decisions })}
      </p>
    );
  }
  const rows = changes
    .slice(-displayed)
    .reverse()
    .map((change) => ({ ...change, currency }));
  return (
    <div data-backtest={changed}>
      <p className={classes.sentence}>
        <strong>{t('backtest.changed', { count: changed })}</strong> {t('backtest.of', { count: decisions })}
      </p>
      <ApprovedTotals of={approved} currency={currency} />
      <ChangedDecisionTable name={t('backtest.changed', { count: rows.length })} rows={rows} />
      {changed > displayed && <p className={classes.more}>{t('backtest.newest', { count: displayed })}</p>}
    </div>
  );
}
