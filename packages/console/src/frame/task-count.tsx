import { useHasScope } from '../session/session.ts';
import { useTasks } from '../session/use-tasks.ts';
import { useWords } from '../words/language.ts';
import classes from './side-bar.module.css';

/** Shows how many tasks wait for this person. */
export function TaskCount() {
  const { t, locale } = useWords();
  const { data } = useTasks(useHasScope('tasks:read'));
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count} title={t('tasks.waiting', { count })}>
      {new Intl.NumberFormat(locale).format(count)}
    </span>
  );
}
