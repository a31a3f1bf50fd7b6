import { parentPort, workerData } from 'node:worker_threads';
import { ClientDisconnected } from '../../platform/kernel/concurrency/client-disconnected.ts';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import { setThreadPriority } from '../../platform/kernel/concurrency/thread-priority.ts';
import type { Utf8 } from '../../platform/kernel/text/utf8.ts';
import { checkOnboarding } from './check-onboarding.ts';
import type { CheckedMerchant } from './model/onboarding-parts.ts';
import type { FromWorker, ToWorker } from './onboarding-thread.ts';

/**
 * The size of a batch that the worker thread sends on request. Batches are small, because the main thread receives each
 * message in one piece and a large one would block it.
 */
const A_BATCH = { rows: 50, characters: 1024 * 1024 };

setThreadPriority((workerData as { niceness: number }).niceness);

const waiting = new Map<number, CheckedMerchant[][]>();
const answer = (message: FromWorker, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'check') check(message);
  else if (message.kind === 'next') sendBatch(message.id);
  else if (message.kind === 'drop') waiting.delete(message.id);
});

function check({ id, contentType, parts, rules, abortFlag }: Extract<ToWorker, { kind: 'check' }>): void {
  const pause = () => {
    if (Atomics.load(abortFlag, 0) !== 0) throw new ClientDisconnected();
  };
  try {
    pause();
    const checked = checkOnboarding(contentType, Buffer.concat(parts), rules, pause);
    pause();
    if (checked.ok) {
      const { merchants, ...request } = checked.value;
      waiting.set(id, batchesOf(merchants, A_BATCH, sizeOf));
      answer({ id, kind: 'request', request });
    } else answer({ id, kind: 'refused', failure: checked });
  } catch (error) {
    // The client has disconnected, so nothing waits for the answer.
    if (error instanceof ClientDisconnected) return;
    answer({ id, kind: 'broken', message: String(error) });
  }
}

function sendBatch(id: number): void {
  const batches = waiting.get(id) ?? [];
  const { merchants, memory } = pack(batches.shift() ?? []);
  const isLast = batches.length === 0;
  if (isLast) waiting.delete(id);
  answer({ id, kind: 'merchants', merchants, isLast }, [memory]);
}

/** Packs the texts of the merchants into one block of memory, which is transferred as a whole. */
function pack(merchants: readonly CheckedMerchant[]): { merchants: CheckedMerchant[]; memory: ArrayBuffer } {
  const memory = new ArrayBuffer(merchants.reduce((sum, merchant) => sum + sizeOf(merchant), 0));
  let at = 0;
  const moved = (text: Utf8): Utf8 => {
    const copy = new Uint8Array(memory, at, text.length);
    copy.set(text);
    at += text.length;
    return copy;
  };
  return {
    memory,
    merchants: merchants.map((merchant) => ({
      ...merchant,
      record: moved(merchant.record),
      resolved: moved(merchant.resolved),
    })),
  };
}

function sizeOf({ record, resolved }: CheckedMerchant): number {
  return record.length + resolved.length;
}

answer({ kind: 'online' });
