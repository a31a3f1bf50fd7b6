import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until the transactions that run now have ended. Later ones do not matter. Returns false if one takes longer
 * than `patienceMs`.
 *
 * @param read returns the names of the running transactions
 *
 * @example await waitForTransactions(() => batchesInFlight(connection), { everyMs: 3 })
 */
export async function waitForTransactions(
  read: () => Promise<ReadonlySet<string>>,
  { everyMs, timeoutMs = Number.POSITIVE_INFINITY }: { readonly everyMs: number; readonly timeoutMs?: number },
): Promise<boolean> {
  const startedAt = performance.now();
  let before = [...(await read())];
  while (before.length > 0) {
    if (performance.now() - startedAt > timeoutMs) return false;
    await sleep(everyMs);
    const running = await read();
    before = before.filter((transaction) => running.has(transaction));
  }
  return true;
}
