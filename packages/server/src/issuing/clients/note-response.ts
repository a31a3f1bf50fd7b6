import type { ClientNote } from '@cardwright/contract';
import type { NoteRow } from './note-store.ts';

export function toNoteResponse({ note_id: id, note, actor, person, created_at: at }: NoteRow): ClientNote {
  return { note_id: String(id), text: note, actor, person, created_at: at.toISOString() };
}
