import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { arabicNote } from './arabic-note.ts';

/** Shows the note of the server about a delivery attempt in the language of the page. The server writes it in English. */
export function DeliveryNote({ note }: { note: string }) {
  const { language, locale } = useWords();
  const timeZone = useTimeZone();
  const writeTime = (at: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(at));
  const translated = language === 'ar' ? arabicNote(note, writeTime) : undefined;
  if (translated !== undefined) return <bdi title={note}>{translated}</bdi>;
  return (
    <bdi dir="ltr" lang="en">
      {note}
    </bdi>
  );
}
