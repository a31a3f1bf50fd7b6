import { useWords } from '../../words/language.ts';
import classes from './usage-bar.module.css';

/** Shows the usage of a limit as a bar. Without a limit there is no bar. */
export function UsageBar({ name, spent, limit }: { name: string; spent: string; limit: string }) {
  const { t } = useWords();
  const share = shareOf(spent, limit);
  if (share === undefined) return null;
  const label = t('limits.used', { name });
  return <meter className={classes.bar} aria-label={label} min={0} max={100} high={80} optimum={0} value={share} />;
}

/** The percentage for the bar only. The exact amounts are shown next to it. */
function shareOf(spent: string, limit: string): number | undefined {
  const [used, most] = [Number(spent), Number(limit)];
  if (limit === '' || Number.isNaN(used) || Number.isNaN(most)) return undefined;
  if (most === 0) return 100;
  return Math.min(100, Math.round((used / most) * 100));
}
