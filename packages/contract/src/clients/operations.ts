// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { addNote } from './add-note.ts';
import { createClient } from './create-client.ts';
import { listClients } from './list-clients.ts';
import { listNotes } from './list-notes.ts';
import { readClient } from './read-client.ts';

export * from './add-note.ts';
export * from './create-client.ts';
export * from './list-clients.ts';
export * from './list-notes.ts';
export * from './read-client.ts';

export const CLIENTS_OPERATIONS = [createClient, listClients, readClient, listNotes, addNote] as const;
