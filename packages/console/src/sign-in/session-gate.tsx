import { useQuery } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ErrorNotice } from '../parts/page/error-notice.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { queryClient, SESSION_KEY } from '../session/query-client.ts';
import { SessionContext, type SessionValue } from '../session/session.ts';
import { createSessionClient } from '../session/session-client.ts';
import { SESSION_QUERY } from '../session/session-query.ts';
import { SignInPage } from './sign-in-page.tsx';

/**
 * Shows its children to a signed-in person. Others see the sign-in page at the same address, and continue there
 * afterwards. When a session ends, the screen stays hidden with what was typed, until the same person signs in again.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useQuery(SESSION_QUERY);
  const signedIn = useMemo(() => {
    if (session === null || session === undefined) return undefined;
    const { house } = session;
    return { session, client: createSessionClient(house.kind === 'bank' ? house.id : undefined) };
  }, [session]);
  const [last, setLast] = useState<SessionValue>();
  if (signedIn !== undefined && signedIn !== last) setLast(signedIn);
  const current = signedIn ?? last;
  const subject = current?.session.subject;
  const isForgotten = useClearOtherSessions(subject);
  return (
    <>
      {current !== undefined && isForgotten && (
        <Activity key={subject} mode={signedIn === undefined ? 'hidden' : 'visible'}>
          <SessionContext value={current}>{children}</SessionContext>
        </Activity>
      )}
      {session === null && <SignInPage last={last?.session} />}
      {session === undefined && error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {session === undefined && error === null && <Loading lines={1} />}
    </>
  );
}

/**
 * Removes the data that the browser has read for one person before another person sees a screen. Returns whether that
 * is done.
 */
function useClearOtherSessions(subject: string | undefined): boolean {
  const [reader, setReader] = useState(subject);
  useEffect(() => {
    if (subject === undefined || subject === reader) return;
    if (reader !== undefined) {
      queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== SESSION_KEY[0] });
    }
    setReader(subject);
  }, [subject, reader]);
  return reader === undefined || reader === subject;
}
