import { useWords } from '../../words/language.ts';

/**
 * A day such as `1990-05-17` in the order of the page's language. Any other text, such as a masked day, stays as it is.
 */
export function CalendarDay({ of }: { of: string }) {
  const { locale } = useWords();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(of)) return <bdi>{of}</bdi>;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={of}>{format.format(new Date(`${of}T00:00:00Z`))}</time>;
}
