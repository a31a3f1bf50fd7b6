import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import classes from './loading.module.css';

/** Holds the place of what comes. It shows nothing for the first 300 ms: what is fast should not flicker. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const { t } = useWords();
  return (
    <div className={classes.loading} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={line} height={18} width={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}
