import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { LimitWarning } from './custom-limit-queries.ts';
import classes from './custom-limits.module.css';

const WARNINGS: Readonly<Record<LimitWarning['warning'], WordKey>> = {
  LIMIT_UNDER_USED: 'customLimit.underUsed',
  CONDITION_NEVER_MET: 'customLimit.neverMet',
  CONDITION_ALWAYS_MET: 'customLimit.alwaysMet',
  CONDITION_LIMIT_UNKNOWN: 'customLimit.limitUnknown',
};

/** Lists probably unintended effects of a change. */
export function CustomLimitWarnings({ warnings }: { warnings: readonly LimitWarning[] }) {
  const { t } = useWords();
  if (warnings.length === 0) return null;
  return (
    <div className={classes.warning} role="alert">
      {warnings.map(({ warning, message }) => (
        <div key={message} data-warning={warning}>
          <strong>{t(WARNINGS[warning])}</strong> <bdi>{message}</bdi>
        </div>
      ))}
    </div>
  );
}
