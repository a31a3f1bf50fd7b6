// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { addNote, createClient, listClients, listNotes, readClient } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Clients of the bank. */
export interface ClientCalls {
  /** Create a client. */
  readonly create: CallMethod<typeof createClient>;
  /** List clients. */
  readonly list: PagedMethod<typeof listClients, 'items'>;
  /** Get a client. */
  readonly retrieve: CallMethod<typeof readClient, ['customer_id']>;
  /** List notes about a client. */
  readonly notes: PagedMethod<typeof listNotes, 'items', ['customer_id']>;
  /** Add a note about a client. */
  readonly addNote: CallMethod<typeof addNote, ['customer_id']>;
}

export function makeClients({ one, paged }: MethodFactory): ClientCalls {
  return {
    create: one(createClient),
    list: paged(listClients, 'items'),
    retrieve: one(readClient, 'customer_id'),
    notes: paged(listNotes, 'items', 'customer_id'),
    addNote: one(addNote, 'customer_id'),
  };
}
