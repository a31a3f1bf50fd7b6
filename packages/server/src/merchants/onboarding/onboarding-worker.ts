import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { checkOnboarding } from './check-onboarding.ts';
import type { CheckedMerchant } from './onboarding-parts.ts';
import type { FromWorker, ToWorker } from './onboarding-thread.ts';

/**
 * The worker thread. It sends merchants in small batches, each on request: the main thread must receive a message in
 * one piece, so a large batch would block it after all.
 */
const MERCHANTS_A_BATCH = 20;

/** Lower priority, so that authorizations go first when processors are busy. */
const NICENESS = 10;
// only Linux applies this to the calling thread; elsewhere it would apply to the whole process
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
