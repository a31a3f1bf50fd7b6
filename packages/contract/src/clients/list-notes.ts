import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { ClientNote, notesPath } from './client-note.ts';

export const listNotes = defineRest({
  id: 'clients.list-notes',
  sdk: 'clients.notes',
  title: 'List notes about a client',
  description: 'Lists the notes that people and callers of the bank wrote about a client, newest first.',
  reference: 'docs/interface/clients.md#notes',
  method: 'GET',
  path: '/clients/{customer_id}/notes',
  scope: 'notes:read',
  params: notesPath,
  query: record(itemsQuery),
  refusesUnknownQuery: true,
  response: pageOf(ClientNote),
  errors: ['client_not_found'],
});
