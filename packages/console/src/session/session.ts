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
  if (signedIn === undefined) throw new Error('nobody is signed in here');
  return signedIn;
}

/** Whoever is signed in. What stands inside of the session's gate has one. */
export function useSession(): Session {
  return useSignedIn().session;
}

/** The operations of the interface, as this person. */
export function useClient(): CardwrightSession {
  return useSignedIn().client;
}

/** Whether the person's roles give one of these scopes: what none of them gives is not shown. */
export function useHasScope(...scopes: readonly Scope[]): boolean {
  const session = useSession();
  return scopes.some((scope) => session.scopes.includes(scope));
}

/** The zone in which this house reads its times. */
export function useTimeZone(): string {
  return useSession().house.time_zone ?? 'UTC';
}
