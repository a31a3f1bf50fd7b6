import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { checkOnboarding } from './check-onboarding.ts';
import type { CheckedMerchant } from './onboarding-parts.ts';
import type { FromWorker, ToWorker } from './onboarding-thread.ts';

/**
 * The other thread. It hands merchants over in small batches, one when it is asked for one: what arrives at once is taken
 * in at once, and a large request would hold up the server's own thread after all.
 */
const MERCHANTS_A_BATCH = 20;

/** Authorizations go first where there are fewer processors than work. */
const NICENESS = 10;
// Linux alone takes this for the thread that asks; elsewhere it would be for the whole server
if (process.platform === 'linux') setPriority(NICENESS);

const waiting = new Map<number, readonly CheckedMerchant[]>();
const answer = (message: FromWorker) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'next') handOver(message.id);
  else check(message);
});

function check({ id, contentType, bytes, rules }: Extract<ToWorker, { kind: 'check' }>): void {
  try {
    const checked = checkOnboarding(contentType, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), rules);
    if (checked.ok) {
      const { merchants, ...request } = checked.value;
      waiting.set(id, merchants);
      answer({ id, kind: 'request', request });
    } else answer({ id, kind: 'refused', failure: checked });
  } catch (error) {
    answer({ id, kind: 'broken', message: String(error) });
  }
}

function handOver(id: number): void {
  const merchants = waiting.get(id) ?? [];
  waiting.set(id, merchants.slice(MERCHANTS_A_BATCH));
  const isLast = merchants.length <= MERCHANTS_A_BATCH;
  if (isLast) waiting.delete(id);
  answer({ id, kind: 'merchants', merchants: merchants.slice(0, MERCHANTS_A_BATCH), isLast });
}
