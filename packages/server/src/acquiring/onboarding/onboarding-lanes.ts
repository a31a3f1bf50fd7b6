import { createSemaphore, type Semaphore } from '../../platform/kernel/concurrency/semaphore.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import type { ByteParts } from '../../platform/kernel/text/byte-parts.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { CheckedOnboarding } from './model/onboarding-parts.ts';
import { createOnboardingThread } from './onboarding-thread.ts';

/** A request on its way through a lane. It ends exactly once, whether the request succeeds or fails. */
export interface OnboardingSlot {
  /** Whether the lane's thread has started. The first request that calls this starts it. */
  isThreadStarted(): boolean;
  /** Checks the body on the lane's thread as soon as the thread is free. */
  check(
    contentType: string | undefined,
    body: ByteParts,
    rules: OnboardingRules,
  ): Promise<Result<CheckedOnboarding, 'body_unreadable'>>;
  /** Waits until the request may look up and write its merchants. A transaction that waits would hold a connection. */
  store(): Promise<void>;
  end(): void;
}

/**
 * Queues requests (docs/architecture.md#merchants). A lane processes one request of each acquirer at a time, so that
 * acquirers take turns. Large requests have their own lane, so that they do not delay small ones.
 */
export interface OnboardingLanes {
  /** Waits for the acquirer's turn. */
  enter(acquirerId: string, bytes: number, signal?: AbortSignal): Promise<Result<OnboardingSlot, 'try_again_later'>>;
  close(): Promise<void>;
}

/** The size above which a request is large. A thousand merchants have a few MiB; sixty have a hundred KiB. */
const LARGE_BYTES = 1024 * 1024;
/** The maximum size of all bodies of one acquirer in a lane: four of the largest bodies. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** How many requests of each lane may use a database connection at once. The whole server has ten by default. */
const STORING = { small: 3, large: 1 } as const;
/**
 * The longest wait, after which most clients have given up. One of the largest requests takes a quarter of this time.
 */
const LONGEST_WAIT_MS = { small: 10_000, large: 60_000 } as const;
/** The niceness of the lanes' threads, so that the server's own threads run first. */
const NICENESS = { small: 5, large: 10 } as const;

export function createOnboardingLanes(): OnboardingLanes {
  const small = createLane('small');
  const large = createLane('large');
  return {
    enter: (acquirerId, bytes, signal) => (bytes > LARGE_BYTES ? large : small).enter(acquirerId, bytes, signal),
    close: async () => {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

interface AcquirerQueue {
  readonly semaphore: Semaphore;
  /** Size of all bodies of the acquirer in the lane. */
  bytes: number;
}

function createLane(name: 'small' | 'large'): OnboardingLanes {
  const thread = createOnboardingThread({ niceness: NICENESS[name] });
  const waitLimit = { longestWaitMs: LONGEST_WAIT_MS[name] };
  const checking = createSemaphore(1, waitLimit);
  const storing = createSemaphore(STORING[name], waitLimit);
  const acquirers = new Map<string, AcquirerQueue>();

  /** Counts the bytes for the acquirer until the request leaves. Returns undefined if the lane has no room for them. */
  const join = (acquirerId: string, bytes: number): { semaphore: Semaphore; leave: () => void } | undefined => {
    const own = acquirers.get(acquirerId) ?? { semaphore: createSemaphore(1, waitLimit), bytes: 0 };
    if (own.bytes > 0 && own.bytes + bytes > MAX_WAITING_BYTES) return undefined;
    acquirers.set(acquirerId, own);
    own.bytes += bytes;
    const leave = () => {
      own.bytes -= bytes;
      if (own.semaphore.count() === 0) acquirers.delete(acquirerId);
    };
    return { semaphore: own.semaphore, leave };
  };

  return {
    enter: async (acquirerId, bytes, signal) => {
      const joined = join(acquirerId, bytes);
      if (joined === undefined) {
        return fail('try_again_later', { message: 'Too many onboarding requests of this acquirer are waiting' });
      }
      try {
        const release = await joined.semaphore.take(signal);
        return ok(
          createSlot({ thread, checking, storing }, signal, () => {
            release();
            joined.leave();
          }),
        );
      } catch (error) {
        joined.leave();
        throw error;
      }
    },
    close: () => thread.close(),
  };
}

function createSlot(
  lane: { thread: ReturnType<typeof createOnboardingThread>; checking: Semaphore; storing: Semaphore },
  signal: AbortSignal | undefined,
  onEnd: () => void,
): OnboardingSlot {
  let endStoring = () => {};
  let isEnded = false;
  let merchants: CheckedOnboarding['merchants'] = [];
  return {
    isThreadStarted: () => lane.thread.isStarted(),
    check: async (contentType, body, rules) => {
      const endChecking = await lane.checking.take(signal);
      try {
        const checked = await lane.thread.check(contentType, body, rules, signal);
        if (checked.ok) merchants = checked.value.merchants;
        return checked;
      } finally {
        endChecking();
      }
    },
    store: async () => {
      endStoring = await lane.storing.take(signal);
    },
    end: () => {
      if (isEnded) return;
      isEnded = true;
      endStoring();
      if (merchants.length > 0) lane.thread.returnBuffers(merchants);
      onEnd();
    },
  };
}
