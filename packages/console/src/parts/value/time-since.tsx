import { useClockOffset } from '../../session/bank-clock.ts';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { relativeTime } from './relative-time.ts';

const EXACT = { dateStyle: 'full', timeStyle: 'long' } as const;

/** How long ago something happened by the clock of the bank. Hovering shows the exact time. */
export function TimeSince({ at }: { at: string }) {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  const now = Date.now() + (useClockOffset() ?? 0);
  const exact = new Intl.DateTimeFormat(locale, { ...EXACT, timeZone }).format(new Date(at));
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(Date.parse(at), now, locale)}
    </time>
  );
}
