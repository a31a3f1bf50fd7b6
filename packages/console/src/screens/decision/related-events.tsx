import type { Authorization } from '@cardwright/contract';
import { Money } from '../../parts/value/money.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './followed-events.module.css';

/** Lists the follow-ups of a decision: reversals, completions and its expiry. */
export function RelatedEvents({ decision }: { decision: Authorization }) {
  const { t } = useWords();
  const { events, currency, reserved_amount: reserved } = decision;
  return (
    <>
      {events.length === 0 && <p className={classes.none}>{t('decision.nothingFollowed')}</p>}
      <ol className={classes.events}>
        {events.map(({ kind, amount, at }) => (
          <li key={kind + at} className={classes.event}>
            <Status of={kind} />
            <Money amount={amount} currency={currency} />
            <span className={classes.when}>
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
      {reserved !== null && decision.state === 'RESERVED' && (
        <p className={classes.none}>
          {t('decision.stillReserved')} <Money amount={reserved} currency={currency} />
        </p>
      )}
    </>
  );
}
