import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './time.module.css';

const DAY_AND_TIME = { dateStyle: 'medium', timeStyle: 'medium' } as const;
const DAY = { dateStyle: 'medium' } as const;
const EXACT = { dateStyle: 'full', timeStyle: 'long' } as const;

/** A time in the time zone of the tenant, which the page names once. Hovering shows the weekday and the zone too. */
export function Time({ at, day = false }: { at: string; day?: boolean }) {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  const format = (shape: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...shape, timeZone }).format(new Date(at));
  return (
    <time className={classes.time} dateTime={at} title={day ? undefined : format(EXACT)}>
      {format(day ? DAY : DAY_AND_TIME)}
    </time>
  );
}
