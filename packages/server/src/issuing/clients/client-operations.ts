import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { addNoteOperation } from './add-note.ts';
import { type CreateClientSettings, createClientOperation } from './create-client.ts';
import { listClientsOperation } from './list-clients.ts';
import { listNotesOperation } from './list-notes.ts';
import { readClientOperation } from './read-client.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly settings: CreateClientSettings;
}

export function clientOperations({ banks, settings }: Deps): Implementations {
  return {
    envelope: [createClientOperation(settings)],
    rest: [listClientsOperation(banks), readClientOperation(banks), listNotesOperation(banks), addNoteOperation(banks)],
  };
}
