import { useWords } from '../../words/language.ts';
import classes from './status.module.css';
import { STATUSES } from './statuses.ts';

/** A status as a word with an icon. Color is only an addition. An unknown status is shown unchanged. */
export function Status({ of }: { of: string }) {
  const { t } = useWords();
  const known = STATUSES[of];
  if (known === undefined) return <span className={classes.status}>{of}</span>;
  const Shape = known.icon;
  return (
    <span className={classes.status} data-tone={known.tone}>
      <Shape size={14} aria-hidden />
      {t(known.word)}
    </span>
  );
}
