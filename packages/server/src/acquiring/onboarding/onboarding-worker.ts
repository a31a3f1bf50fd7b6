import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ClientDisconnected } from '../../platform/kernel/concurrency/client-disconnected.ts';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import type { Utf8 } from '../../platform/kernel/text/utf8.ts';
import { checkOnboarding } from './check-onboarding.ts';
import type { CheckedMerchant } from './model/onboarding-parts.ts';
import type { FromWorker, ToWorker } from './onboarding-thread.ts';

/**
 * The worker thread. It sends merchants in small batches, each on request: the main thread must receive a message in
 * one piece, so a large batch would block it after all.
 */
const A_BATCH = { rows: 50, characters: 1024 * 1024 };

// only Linux applies this to the calling thread; elsewhere it would apply to the whole process
if (process.platform === 'linux') setPriority((workerData as { niceness: number }).niceness);

const waiting = new Map<number, CheckedMerchant[][]>();
const answer = (message: FromWorker, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'check') check(message);
  else if (message.kind === 'next') sendBatch(message.id);
  else if (message.kind === 'drop') waiting.delete(message.id);
});

function check({ id, contentType, parts, rules, gone }: Extract<ToWorker, { kind: 'check' }>): void {
  const pause = () => {
    if (Atomics.load(gone, 0) !== 0) throw new ClientDisconnected();
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
    // nobody waits for it
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

/** Their texts lie side by side, in memory that changes hands as a whole. */
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
