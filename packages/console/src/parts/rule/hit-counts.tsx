import type { HitState } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { Status } from '../value/status.tsx';
import classes from './hit-counts.module.css';

const STATES = ['OPEN', 'CONFIRMED', 'CLEARED'] as const satisfies readonly HitState[];

/** Counts the screening hits by state, blocking states first. */
export function HitCounts({ hits }: { hits: Partial<Record<HitState, number>> | undefined }) {
  const { t, locale } = useWords();
  const counted = STATES.filter((state) => (hits?.[state] ?? 0) > 0);
  if (counted.length === 0) return <span className={classes.none}>{t('hits.noneShort')}</span>;
  const figure = new Intl.NumberFormat(locale);
  return (
    <span className={classes.counts} data-hits>
      {counted.map((state) => (
        <span key={state} className={classes.count}>
          {figure.format(hits?.[state] ?? 0)} <Status of={`HIT_${state}`} />
        </span>
      ))}
    </span>
  );
}
