import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../session/session.ts';
import { SESSION_QUERY } from '../session/session-query.ts';
import { useWords } from '../words/language.ts';
import classes from './idle-warning.module.css';

const WARNING_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * Warns a minute before an unused session ends, and offers to stay signed in. Reading the session does not keep it
 * open, so it is read again before the warning: another tab may have used it.
 */
export function IdleWarning() {
  const { t } = useWords();
  const client = useClient();
  const { data: session, dataUpdatedAt, refetch } = useQuery(SESSION_QUERY);
  const [now, setNow] = useState(Date.now);
  const endsAt = dataUpdatedAt + (session?.idle_seconds ?? 0) * SECOND_MS;
  const isWarning = session != null && endsAt - now <= WARNING_MS;
  const ticks = useInterval(() => setNow(Date.now()), SECOND_MS);
  useEffect(() => {
    setNow(Date.now());
    const untilWarning = endsAt - WARNING_MS - Date.now();
    const wait = untilWarning > 0 ? untilWarning : endsAt - Date.now();
    const timer = setTimeout(() => void refetch(), Math.max(wait, SECOND_MS));
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isWarning || element === null) return undefined;
    element.showModal();
    ticks.start();
    return () => {
      ticks.stop();
      element.close();
    };
  }, [isWarning, ticks.start, ticks.stop]);
  const stay = useMutation({
    mutationFn: async () => client.sessions.list({ limit: '1' }),
    onSettled: () => refetch(),
  });
  const seconds = Math.max(0, Math.ceil((endsAt - now) / SECOND_MS));
  return (
    <dialog
      ref={dialog}
      className={classes.warning}
      role="alertdialog"
      aria-label={t('idle.title')}
      onCancel={(event) => {
        event.preventDefault();
        stay.mutate();
      }}
    >
      <h2 className={classes.title}>{t('idle.title')}</h2>
      <p>{t('idle.text', { count: seconds })}</p>
      <Button onClick={() => stay.mutate()} loading={stay.isPending}>
        {t('idle.stay')}
      </Button>
    </dialog>
  );
}
