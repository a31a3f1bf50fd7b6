import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { LimitWarning } from './own-limit-calls.ts';
import classes from './own-limits.module.css';

const WARNINGS: Readonly<Record<LimitWarning['warning'], WordKey>> = {
  LIMIT_UNDER_USED: 'ownLimit.underUsed',
  CONDITION_NEVER_MET: 'ownLimit.neverMet',
  CONDITION_ALWAYS_MET: 'ownLimit.alwaysMet',
  CONDITION_LIMIT_UNKNOWN: 'ownLimit.limitUnknown',
};

/** What was done, and was probably not meant. */
export function OwnLimitWarnings({ warnings }: { warnings: readonly LimitWarning[] }) {
  const { t } = useWords();
  if (warnings.length === 0) return null;
  return (
    <div className={classes.told} role="alert">
      {warnings.map(({ warning, message }) => (
        <div key={message} data-warning={warning}>
          <strong>{t(WARNINGS[warning])}</strong> <bdi>{message}</bdi>
        </div>
      ))}
    </div>
  );
}
