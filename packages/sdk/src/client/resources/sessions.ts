// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { endSession, listSessions } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Sessions of people. */
export interface SessionCalls {
  /** List sessions. */
  readonly list: PagedMethod<typeof listSessions, 'sessions'>;
  /** End a session. */
  readonly end: CallMethod<typeof endSession, ['session_id']>;
}

export function makeSessions({ one, paged }: MethodFactory): SessionCalls {
  return {
    list: paged(listSessions, 'sessions'),
    end: one(endSession, 'session_id'),
  };
}
