import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { ClientNote, NOTE_LENGTH, notesPath } from './client-note.ts';

export const addNote = defineRest({
  id: 'clients.add-note',
  sdk: 'clients.addNote',
  title: 'Add a note about a client',
  description:
    'Adds a note about a client in the name of the caller. A note cannot be changed or deleted. Card numbers in the text are masked.',
  reference: 'docs/interface/clients.md#add-a-note',
  method: 'POST',
  path: '/clients/{customer_id}/notes',
  scope: 'notes:write',
  params: notesPath,
  request: record({
    text: text(NOTE_LENGTH, { hasLines: true, description: 'Text of the note' }),
  }),
  response: ClientNote,
  takesIdempotencyKey: true,
  errors: ['client_not_found'],
});
