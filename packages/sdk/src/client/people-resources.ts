import { endSession, listPeople, listSessions } from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** People who work at the caller's bank or acquirer. */
export interface PersonCalls {
  /** Who has signed in, who did last comes first. */
  readonly list: PagedMethod<typeof listPeople, 'people'>;
}

export function makePeople({ paged }: MethodMaker): PersonCalls {
  return {
    list: paged(listPeople, 'people'),
  };
}

/** Sessions of people. */
export interface SessionCalls {
  /** Open sessions, newest first. */
  readonly list: PagedMethod<typeof listSessions, 'sessions'>;
  /** Ends a session at once. */
  readonly end: CallMethod<typeof endSession, ['session_id']>;
}

export function makeSessions({ one, paged }: MethodMaker): SessionCalls {
  return {
    list: paged(listSessions, 'sessions'),
    end: one(endSession, 'session_id'),
  };
}
