import { queryClient, SESSION_KEY } from './query-client.ts';
import { signOut } from './session-calls.ts';

/** Ends the session, here and at the provider where that offers it. Nothing that was read stays in this browser. */
export async function endSession(): Promise<void> {
  const { sign_out_url: elsewhere } = await signOut();
  queryClient.clear();
  if (elsewhere !== undefined) window.location.assign(elsewhere);
  else queryClient.setQueryData(SESSION_KEY, null);
}
