import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { ErrorNotice } from '../parts/page/error-notice.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { SESSION_KEY } from '../session/query-client.ts';
import { SessionContext } from '../session/session.ts';
import { readSession } from '../session/session-calls.ts';
import { createSessionClient } from '../session/session-client.ts';
import { SignInPage } from './sign-in-page.tsx';

const MINUTE_MS = 60_000;

/** Shows its children to a signed-in person. Others see the sign-in page at the same address, and continue there afterwards. */
export function SessionGate({ children }: { children: ReactNode }) {
  const {
    data: session,
    error,
    refetch,
  } = useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: MINUTE_MS });
  const signedIn = useMemo(() => {
    if (session === null || session === undefined) return undefined;
    const { house } = session;
    return { session, client: createSessionClient(house.kind === 'bank' ? house.id : undefined) };
  }, [session]);
  if (signedIn !== undefined) return <SessionContext value={signedIn}>{children}</SessionContext>;
  if (session === null) return <SignInPage />;
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return <Loading lines={1} />;
}
