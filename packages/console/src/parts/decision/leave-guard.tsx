import { useBlocker } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Warns a person who leaves a page with unsaved input. Other search parameters of the same page do not leave it. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useWords();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const leave = {
    title: t('leave.title'),
    effects: [t('leave.effect')],
    verb: t('leave.verb'),
    carryOut: async () => proceed?.(),
  };
  return <ConfirmDialog act={status === 'blocked' ? leave : undefined} close={() => reset?.()} />;
}
