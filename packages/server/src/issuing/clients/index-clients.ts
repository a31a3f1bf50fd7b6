import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import { chunkOf, inChunks } from '../../platform/kernel/concurrency/chunks.ts';
import { runWork, type WorkDeps } from '../../platform/operation/index.ts';
import { listWithoutTerms, storeTerms } from './client-search-store.ts';
import { TERMS_VERSION, termsOf } from './search-terms.ts';

const AT_ONCE = 50;

/** Adds search terms to clients that were created before the search existed, or before its current version of folding names. */
export function indexClients(
  { throttle, ...deps }: WorkDeps & { readonly throttle: BackgroundThrottle },
  bankId: string,
  now: Date,
): Promise<number> {
  const work = { operation: 'clients.index-clients', actor: 'cardwright', requestId: '', now };
  return inChunks(throttle, () =>
    chunkOf(AT_ONCE, (most) =>
      runWork(deps, work, async ({ tx }) => {
        const rows = await listWithoutTerms(tx, bankId, TERMS_VERSION, most);
        for (const row of rows) await storeTerms(tx, bankId, row.client_id, termsOf(row.record), TERMS_VERSION);
        return { commit: true, result: rows.length };
      }),
    ),
  );
}
