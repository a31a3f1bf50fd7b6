import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Hint } from '../parts/hint/hint.tsx';
import { useClockOffset } from '../session/bank-clock.ts';
import { useTimeZone } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import classes from './sandbox-clock.module.css';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Shows that this is a sandbox, and the current time of its clock. */
export function SandboxClock() {
  const { t, locale } = useWords();
  const timeZone = useTimeZone();
  const offset = useClockOffset();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), SECOND_MS, { autoInvoke: true });
  if (offset === null || offset === undefined) return null;
  const timeText = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const isMoved = Math.abs(offset) > MINUTE_MS;
  const hours = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'always' });
  const ahead = t('clock.ahead', { hours: hours.format(offset / (60 * MINUTE_MS)) });
  return (
    <Hint label={isMoved ? ahead : t('clock.same')}>
      <span className={classes.clock} data-moved={isMoved || undefined}>
        <strong>{t('clock.sandbox')}</strong>
        <time className={classes.time}>{timeText.format(now + offset)}</time>
        {isMoved && <span className={classes.ahead}>{ahead}</span>}
      </span>
    </Hint>
  );
}
