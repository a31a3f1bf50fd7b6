import { Worker } from 'node:worker_threads';
import { ClientDisconnected, throwIfDisconnected } from '../../platform/kernel/concurrency/client-disconnected.ts';
import { BACKGROUND_NICENESS } from '../../platform/kernel/concurrency/thread-priority.ts';
import type { Failure, Result } from '../../platform/kernel/result.ts';
import { ok } from '../../platform/kernel/result.ts';
import type { ByteParts } from '../../platform/kernel/text/byte-parts.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { CheckedMerchant, CheckedOnboarding, CheckedRequest } from './model/onboarding-parts.ts';

export type ToWorker =
  | {
      readonly kind: 'check';
      readonly id: number;
      readonly contentType: string | undefined;
      /** The body in parts. */
      readonly parts: readonly Uint8Array<ArrayBuffer>[];
      readonly rules: OnboardingRules;
      /** Shared memory that is not 0 after the client disconnects. */
      readonly abortFlag: Int32Array<SharedArrayBuffer>;
    }
  | { readonly kind: 'next' | 'drop'; readonly id: number }
  | { readonly kind: 'return memory'; readonly memory: readonly ArrayBuffer[] };

export type FromWorker = { readonly kind: 'online' } | WorkerResponse;

type WorkerResponse = { readonly id: number } & (
  | { readonly kind: 'refused'; readonly failure: Failure<'body_unreadable'> }
  | { readonly kind: 'request'; readonly request: CheckedRequest }
  | { readonly kind: 'merchants'; readonly merchants: readonly CheckedMerchant[]; readonly isLast: boolean }
  | { readonly kind: 'broken'; readonly message: string }
);

/** Checks requests on a worker thread, which starts with the first request. */
export interface OnboardingThread {
  /** Checks a request. Takes over the memory of the body, which is not readable afterwards. */
  check(
    contentType: string | undefined,
    body: ByteParts,
    rules: OnboardingRules,
    /** Cancels the check, which then rejects with `ClientDisconnected`. */
    signal?: AbortSignal,
  ): Promise<Result<CheckedOnboarding, 'body_unreadable'>>;
  /**
   * Returns the memory of checked merchants to the thread. Their texts are not readable afterwards. On this thread,
   * garbage collection of that memory would delay authorizations.
   */
  returnBuffers(merchants: readonly CheckedMerchant[]): void;
  /**
   * Starts the thread unless it runs, and returns whether it has started. Starting takes longer than checking a small
   * request.
   */
  isStarted(): boolean;
  close(): Promise<void>;
}

interface Waiting {
  request?: CheckedRequest;
  readonly merchants: CheckedMerchant[];
  resolve(result: Result<CheckedOnboarding, 'body_unreadable'>): void;
  reject(error: Error): void;
}

const WORKER = new URL('./onboarding-worker.js', import.meta.url);
/** The heap limit of the thread. A request of 16 MiB needs about a fifth of it. */
const MEMORY_MB = 1_024;

export function createOnboardingThread({ niceness = BACKGROUND_NICENESS } = {}): OnboardingThread {
  let running: Running | undefined;
  let lastId = 0;
  const begin = () => {
    const started = start(niceness, () => {
      if (running === started) running = undefined;
    });
    return started;
  };
  return {
    check: async (contentType, body, rules, signal) => {
      throwIfDisconnected(signal);
      running ??= begin();
      return checkOn(running, ++lastId, { contentType, body, rules }, signal);
    },
    returnBuffers: (merchants) => {
      if (running !== undefined) returnBuffers(running.worker, merchants);
    },
    isStarted: () => {
      running ??= begin();
      return running.isOnline;
    },
    close: async () => {
      await running?.worker.terminate();
    },
  };
}

function checkOn(
  { worker, waiting }: Running,
  id: number,
  { contentType, body, rules }: { contentType: string | undefined; body: ByteParts; rules: OnboardingRules },
  signal: AbortSignal | undefined,
): Promise<Result<CheckedOnboarding, 'body_unreadable'>> {
  const abortFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return new Promise((resolve, reject) => {
    const drop = () => {
      Atomics.store(abortFlag, 0, 1);
      waiting.delete(id);
      worker.postMessage({ kind: 'drop', id } satisfies ToWorker);
      reject(new ClientDisconnected());
    };
    signal?.addEventListener('abort', drop, { once: true });
    const removeListener = () => signal?.removeEventListener('abort', drop);
    waiting.set(id, {
      merchants: [],
      resolve: (result) => {
        removeListener();
        resolve(result);
      },
      reject: (error) => {
        removeListener();
        reject(error);
      },
    });
    const parts = body.parts();
    const message: ToWorker = { kind: 'check', id, contentType, parts, rules, abortFlag };
    // Transfers the memory instead of copying it.
    worker.postMessage(
      message,
      parts.map(({ buffer }) => buffer),
    );
  });
}

function returnBuffers(worker: Worker, merchants: readonly CheckedMerchant[]): void {
  const memory = [...new Set(merchants.map(({ record }) => record.buffer as ArrayBuffer))];
  worker.postMessage({ kind: 'return memory', memory } satisfies ToWorker, memory);
}

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  isOnline: boolean;
}

function start(niceness: number, onEnd: () => void): Running {
  const worker = new Worker(WORKER, {
    workerData: { niceness },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const waiting = new Map<number, Waiting>();
  const abandon = (error: Error) => {
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const thread = { worker, waiting, isOnline: false };
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'online') thread.isOnline = true;
    else receive(worker, waiting, message);
  });
  worker.on('error', abandon);
  worker.on('exit', () => abandon(new Error('the onboarding thread ended')));
  // The worker must not keep the process alive.
  worker.unref();
  return thread;
}

function receive(worker: Worker, waiting: Map<number, Waiting>, message: WorkerResponse): void {
  const pending = waiting.get(message.id);
  if (pending === undefined) return;
  const settle = (act: () => void) => {
    waiting.delete(message.id);
    act();
  };
  const requestMore = () => worker.postMessage({ kind: 'next', id: message.id } satisfies ToWorker);
  switch (message.kind) {
    case 'refused':
      settle(() => pending.resolve(message.failure));
      break;
    case 'broken':
      settle(() => pending.reject(new Error(message.message)));
      break;
    case 'request':
      pending.request = message.request;
      requestMore();
      break;
    case 'merchants':
      pending.merchants.push(...message.merchants);
      if (message.isLast) settle(() => pending.resolve(ok({ ...pending.request!, merchants: pending.merchants })));
      else requestMore();
      break;
  }
}
