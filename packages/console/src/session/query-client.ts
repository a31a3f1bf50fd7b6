import { CardwrightError } from '@cardwright/sdk/browser';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** The query key of the signed-in session. */
export const SESSION_KEY = ['session'] as const;

/** Reads the session again after a not_authenticated error. The session gate then shows the sign-in page. */
function lookAgain(error: unknown): void {
  if (error instanceof CardwrightError && error.errorName === 'not_authenticated') {
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  }
}

/** The cache of all server state in the console. Cached data is shown at once and refreshed in the background. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAgain }),
  mutationCache: new MutationCache({ onError: lookAgain }),
  defaultOptions: {
    // The client has already retried what can be retried. An unavailable server is reported, not waited for.
    queries: { networkMode: 'always', retry: false, staleTime: 5_000, gcTime: 10 * 60_000 },
    mutations: { networkMode: 'always', retry: false },
  },
});
