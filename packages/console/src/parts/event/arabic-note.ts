import { parseDeliveryNote } from '@cardwright/contract';
import { ARABIC_NOTES } from './arabic-notes.ts';

/**
 * Writes the note of a delivery attempt in Arabic. Returns undefined for a note that this version does not know, which
 * stays English. `writeTime` writes a time of the note for people.
 */
export function arabicNote(note: string, writeTime: (at: string) => string): string | undefined {
  const parsed = parseDeliveryNote(note);
  if (parsed === undefined) return undefined;
  const { name, values } = parsed;
  const inner = values.note === undefined ? undefined : arabicNote(values.note, writeTime);
  if (values.note !== undefined && inner === undefined) return undefined;
  return ARABIC_NOTES[name].replace(/\{(\w+)\}/g, (whole, placeholder: string) => {
    if (placeholder === 'note') return inner ?? whole;
    const value = values[placeholder] ?? whole;
    return isolated(placeholder === 'time' ? writeTime(value) : value);
  });
}

/** Surrounds a value with direction marks, so that Latin text and digits do not reorder the sentence. */
function isolated(value: string): string {
  return `\u2068${value}\u2069`;
}
