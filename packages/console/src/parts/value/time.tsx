import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './time.module.css';

const DAY_AND_TIME = { dateStyle: 'medium', timeStyle: 'medium' } as const;
const DAY = { dateStyle: 'medium' } as const;

/** A time in the time zone of the tenant. The page names the time zone once. */
export function Time({ at, day = false }: { at: string; day?: boolean }) {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  const shown = new Intl.DateTimeFormat(locale, { ...(day ? DAY : DAY_AND_TIME), timeZone }).format(new Date(at));
  return (
    <time className={classes.time} dateTime={at} title={at}>
      {shown}
    </time>
  );
}
