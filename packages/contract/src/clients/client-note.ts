import Type, { type Static } from 'typebox';
import { instantField, record, text } from '../schema/fields.ts';

export const NOTE_LENGTH = 2_000;

/** A note that a service agent leaves for the next agent: docs/interface/clients.md#notes. */
export const ClientNote = record(
  {
    note_id: text(20, { description: 'Id of the note, unique in the bank' }),
    text: text(NOTE_LENGTH, { description: 'Text of the note, with card numbers masked' }),
    actor: text(600, { description: 'Author: a person or a caller, as in the audit log' }),
    person: Type.Union([text(200), Type.Null()], { description: 'Name of the person; null for a caller' }),
    created_at: instantField(),
  },
  { component: 'ClientNote' },
);
export type ClientNote = Static<typeof ClientNote>;

export const notesPath = record({ customer_id: text(20, { description: 'Customer (CIF) id, assigned by the bank' }) });
