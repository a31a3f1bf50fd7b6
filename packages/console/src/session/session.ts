import type { Scope } from '@cardwright/contract';
import type { CardwrightSession } from '@cardwright/sdk/browser';
import { createContext, useContext } from 'react';
import type { Session } from './session-data.ts';

export interface SessionValue {
  readonly session: Session;
  readonly client: CardwrightSession;
}

export const SessionContext = createContext<SessionValue | undefined>(undefined);

function useSignedIn(): SessionValue {
  const signedIn = useContext(SessionContext);
  if (signedIn === undefined) throw new Error('no person is signed in');
  return signedIn;
}

/** The session of the signed-in person. It exists everywhere inside the session gate. */
export function useSession(): Session {
  return useSignedIn().session;
}

/** The operations of the interface on behalf of the signed-in person. */
export function useClient(): CardwrightSession {
  return useSignedIn().client;
}

/** Whether the person's roles grant one of these scopes. Content that requires other scopes is hidden. */
export function useHasScope(...scopes: readonly Scope[]): boolean {
  const session = useSession();
  return scopes.some((scope) => session.scopes.includes(scope));
}

/** The time zone of the tenant. */
export function useTimeZone(): string {
  return useSession().house.time_zone ?? 'UTC';
}
