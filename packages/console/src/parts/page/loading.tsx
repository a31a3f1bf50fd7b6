import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import classes from './loading.module.css';

/** A placeholder for loading content. It is invisible for the first 300 ms, so that fast responses do not flicker. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const { t } = useWords();
  return (
    <div className={classes.loading} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <Skeleton key={line} height={18} width={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}
