import { useWords } from '../../words/language.ts';
import classes from './usage-bar.module.css';

/** How much of a limit is used up, as a bar. Without a limit there is nothing to be full. */
export function UsageBar({ name, spent, limit }: { name: string; spent: string; limit: string }) {
  const { t } = useWords();
  const share = shareOf(spent, limit);
  if (share === undefined) return null;
  const label = t('limits.used', { name });
  return <meter className={classes.bar} aria-label={label} min={0} max={100} high={80} optimum={0} value={share} />;
}

/** Percent, for the eye alone: figures stand beside it as they came. */
function shareOf(spent: string, limit: string): number | undefined {
  const [used, most] = [Number(spent), Number(limit)];
  if (limit === '' || Number.isNaN(used) || Number.isNaN(most)) return undefined;
  if (most === 0) return 100;
  return Math.min(100, Math.round((used / most) * 100));
}
