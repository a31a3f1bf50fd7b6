import { addNote } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { cleanTexts } from '../../platform/operation/index.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findClientId } from './client-store.ts';
import { toNoteResponse } from './note-response.ts';
import { insertNote } from './note-store.ts';

/** Adds a note about a client (docs/interface/clients.md#add-a-note). */
export function addNoteOperation(banks: BankDirectory) {
  return implementBankRest(addNote, banks, async (context, { params, body }) => {
    const { tx, caller, now, audit, bankId } = context;
    const clientId = await findClientId(tx, bankId, params.customer_id);
    if (clientId === undefined) return fail('client_not_found');
    const { text: note } = cleanTexts(addNote, body, context);
    const by = { actor: caller.clientId, person: caller.person?.name ?? null };
    const row = await insertNote(tx, bankId, clientId, { note, ...by, created_at: now });
    // the log does not repeat the text of the note, because everyone with access to the audit log reads it
    const added = { before: null, after: { note_id: String(row.note_id) } };
    audit(bankId, `client:${params.customer_id}`, 'note added', undefined, added);
    return ok({ body: toNoteResponse(row) });
  });
}
