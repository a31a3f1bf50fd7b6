import type { Page } from '../../platform/kernel/page.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';

export interface NoteRow {
  note_id: bigint;
  note: string;
  actor: string;
  person: string | null;
  created_at: Date;
}

const insertNoteStatement = statement(
  'clients.insert-note',
  `insert into client_notes (bank_id, client_id, created_at, actor, person, note) values ($1, $2, $3, $4, $5, $6)
   returning note_id, note, actor, person, created_at`,
);

export async function insertNote(
  tx: Tx,
  bankId: string,
  clientId: bigint,
  { note, actor, person, created_at: at }: Omit<NoteRow, 'note_id'>,
): Promise<NoteRow> {
  const [row] = await tx.query<NoteRow>(insertNoteStatement, [bankId, clientId, at, actor, person, note]);
  if (row === undefined) throw new Error('a note that was added is not there');
  return row;
}

const selectNotes = statement(
  'clients.select-notes',
  `select note_id, note, actor, person, created_at from client_notes
    where bank_id = $1 and client_id = $2 and (created_at, note_id) < ($3, $4)
    order by created_at desc, note_id desc limit $5`,
);

/** Lists notes newest first, with one row more than the page holds. */
export function listNoteRows(tx: Tx, bankId: string, clientId: bigint, { before, limit }: Page): Promise<NoteRow[]> {
  return tx.query(selectNotes, [bankId, clientId, before.at, before.id, limit + 1]);
}
