import { Worker } from 'node:worker_threads';
import type { Failure, Result } from '../../kernel/result.ts';
import { ok } from '../../kernel/result.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { CheckedMerchant, CheckedOnboarding, CheckedRequest } from './onboarding-parts.ts';

export type ToWorker =
  | {
      readonly kind: 'check';
      readonly id: number;
      readonly contentType: string | undefined;
      readonly bytes: Uint8Array;
      readonly rules: OnboardingRules;
    }
  | { readonly kind: 'next'; readonly id: number };

export type FromWorker = { readonly id: number } & (
  | { readonly kind: 'refused'; readonly failure: Failure<'body_unreadable'> }
  | { readonly kind: 'request'; readonly request: CheckedRequest }
  | { readonly kind: 'merchants'; readonly merchants: readonly CheckedMerchant[]; readonly isLast: boolean }
  | { readonly kind: 'broken'; readonly message: string }
);

/** Checks large requests on a worker thread, which starts with the first of them. */
export interface OnboardingThread {
  /** Takes over the memory of the bytes: nobody can read them afterwards. */
  check(
    contentType: string | undefined,
    bytes: Buffer,
    rules: OnboardingRules,
  ): Promise<Result<CheckedOnboarding, 'body_unreadable'>>;
  close(): Promise<void>;
}

interface Waiting {
  request?: CheckedRequest;
  readonly merchants: CheckedMerchant[];
  resolve(result: Result<CheckedOnboarding, 'body_unreadable'>): void;
  reject(error: Error): void;
}

const WORKER = new URL('./onboarding-worker.js', import.meta.url);
/** A request of 16 MiB needs about a fifth of it. */
const MEMORY_MB = 1_024;

export function createOnboardingThread(): OnboardingThread {
  let running: Running | undefined;
  let lastId = 0;
  const begin = () => {
    const begun = start(() => {
      if (running === begun) running = undefined;
    });
    return begun;
  };
  return {
    check: (contentType, bytes, rules) =>
      new Promise((resolve, reject) => {
        running ??= begin();
        const id = ++lastId;
        running.waiting.set(id, { merchants: [], resolve, reject });
        const own = ownBytes(bytes);
        const message: ToWorker = { kind: 'check', id, contentType, bytes: own, rules };
        running.worker.postMessage(message, [own.buffer]);
      }),
    close: async () => {
      await running?.worker.terminate();
    },
  };
}

/**
 * The memory is transferred, not copied: `bytes` are empty afterwards. Bytes that share their memory with others are
 * copied.
 */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

function start(onEnd: () => void): Running {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const waiting = new Map<number, Waiting>();
  const giveUp = (error: Error) => {
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (message: FromWorker) => receive(worker, waiting, message));
  worker.on('error', giveUp);
  worker.on('exit', () => giveUp(new Error('the onboarding thread ended')));
  // the worker alone must not keep the process alive
  worker.unref();
  return { worker, waiting };
}

function receive(worker: Worker, waiting: Map<number, Waiting>, message: FromWorker): void {
  const asked = waiting.get(message.id);
  if (asked === undefined) return;
  const settle = (act: () => void) => {
    waiting.delete(message.id);
    act();
  };
  const askForMore = () => worker.postMessage({ kind: 'next', id: message.id } satisfies ToWorker);
  switch (message.kind) {
    case 'refused':
      settle(() => asked.resolve(message.failure));
      break;
    case 'broken':
      settle(() => asked.reject(new Error(message.message)));
      break;
    case 'request':
      asked.request = message.request;
      askForMore();
      break;
    case 'merchants':
      asked.merchants.push(...message.merchants);
      if (message.isLast) settle(() => asked.resolve(ok({ ...asked.request!, merchants: asked.merchants })));
      else askForMore();
      break;
  }
}
