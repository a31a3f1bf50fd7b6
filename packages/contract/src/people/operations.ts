// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { endSession } from './end-session.ts';
import { listPeople } from './list-people.ts';
import { listSessions } from './list-sessions.ts';

export * from './end-session.ts';
export * from './list-people.ts';
export * from './list-sessions.ts';

export const PEOPLE_OPERATIONS = [listPeople, listSessions, endSession] as const;
