import { queryClient } from './query-client.ts';
import { signOut } from './session-calls.ts';

/** Ends the session, and signs out at the provider if it supports that. No data stays in this browser. */
export async function endSession(): Promise<void> {
  const { sign_out_url: elsewhere } = await signOut();
  queryClient.clear();
  // A reload also removes the data that the screens hold in memory.
  if (elsewhere !== undefined) window.location.assign(elsewhere);
  else window.location.reload();
}
