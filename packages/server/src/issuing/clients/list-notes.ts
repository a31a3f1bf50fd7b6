import { listNotes } from '@cardwright/contract';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findClientId } from './client-store.ts';
import { toNoteResponse } from './note-response.ts';
import { listNoteRows, type NoteRow } from './note-store.ts';

/** Lists the notes about a client (docs/interface/clients.md#notes). */
export function listNotesOperation(banks: BankDirectory) {
  return implementBankRest(listNotes, banks, async ({ tx, bankId, audit }, { params, query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const clientId = await findClientId(tx, bankId, params.customer_id);
    if (clientId === undefined) return fail('client_not_found');
    const rows = await listNoteRows(tx, bankId, clientId, page.value);
    const place = ({ created_at: at, note_id: id }: NoteRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, toNoteResponse);
    audit(bankId, `client:${params.customer_id}`, 'notes read', { notes: body.items.length });
    return ok({ body });
  });
}
