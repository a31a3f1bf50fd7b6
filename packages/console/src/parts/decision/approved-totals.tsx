import type { Backtest } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { Money } from '../value/money.tsx';
import classes from './backtest-result.module.css';

type Approved = Backtest['approved']['was'];

/** Shows the total that was approved and the total that would be approved, in one currency. */
export function ApprovedTotals({ of, currency }: { of: Backtest['approved']; currency: string }) {
  const { t } = useWords();
  return (
    <dl className={classes.sums}>
      <Sum name={t('backtest.was')} sum={of.was} currency={currency} />
      <Sum name={t('backtest.wouldBe')} sum={of.would_be} currency={currency} />
    </dl>
  );
}

function Sum({ name, sum, currency }: { name: string; sum: Approved; currency: string }) {
  const { t } = useWords();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {t('backtest.payments', { count: sum.count })} · <Money amount={sum.amount} currency={currency} />
      </dd>
    </div>
  );
}
