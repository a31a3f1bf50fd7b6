import { CardwrightError } from '@cardwright/sdk/browser';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** Under which the answer to "who is signed in?" is kept. */
export const SESSION_KEY = ['session'] as const;

/** Whatever is told that nobody is signed in any more asks who is: the gate then shows the way back in. */
function lookAgain(error: unknown): void {
  if (error instanceof CardwrightError && error.errorName === 'not_authenticated') {
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  }
}

/** All state of the server that the console holds. What was seen is shown at once, and asked for again behind it. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAgain }),
  mutationCache: new MutationCache({ onError: lookAgain }),
  defaultOptions: {
    // the client has repeated what may be repeated; what cannot be asked is told, and not waited for
    queries: { networkMode: 'always', retry: false, staleTime: 5_000, gcTime: 10 * 60_000 },
    mutations: { networkMode: 'always', retry: false },
  },
});
