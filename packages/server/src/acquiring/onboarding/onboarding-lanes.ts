import { createSemaphore, type Semaphore } from '../../platform/kernel/concurrency/semaphore.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import type { ByteParts } from '../../platform/kernel/text/byte-parts.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { CheckedOnboarding } from './model/onboarding-parts.ts';
import { createOnboardingThread } from './onboarding-thread.ts';

/** A request on its way through a lane. It ends once, whatever becomes of the request. */
export interface OnboardingSlot {
  /** Whether the lane's thread has started; it starts with the first request that asks. */
  isThreadStarted(): boolean;
  /** Checks the body on the lane's thread, as soon as that is free. */
  check(
    contentType: string | undefined,
    body: ByteParts,
    rules: OnboardingRules,
  ): Promise<Result<CheckedOnboarding, 'body_unreadable'>>;
  /** Waits until the request may be looked up and written: a transaction that waits holds a connection. */
  store(): Promise<void>;
  end(): void;
}

/**
 * Where requests wait (docs/architecture.md#merchants). Of one acquirer a single request is under way in a lane, so that
 * acquirers take turns; and large requests have a lane of their own, so that they hold up no small one.
 */
export interface OnboardingLanes {
  /** Waits for the acquirer's turn. */
  enter(acquirerId: string, bytes: number, gone?: AbortSignal): Promise<Result<OnboardingSlot, 'try_again_later'>>;
  close(): Promise<void>;
}

/** A thousand merchants have a few MiB; sixty have a hundred KiB. */
const LARGE_BYTES = 1024 * 1024;
/** Bodies of one acquirer that wait in a lane, together. Four of the largest. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
/** Of ten connections to the database, which all share. */
const STORING = { small: 3, large: 1 } as const;
/** Beyond that, whoever sent the request has most likely given up; of the largest ones, one takes a quarter of it. */
const LONGEST_WAIT_MS = { small: 10_000, large: 60_000 } as const;
/** How far the threads step back for the server's own. */
const NICENESS = { small: 5, large: 10 } as const;

export function createOnboardingLanes(): OnboardingLanes {
  const small = createLane('small');
  const large = createLane('large');
  return {
    enter: (acquirerId, bytes, gone) => (bytes > LARGE_BYTES ? large : small).enter(acquirerId, bytes, gone),
    close: async () => {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

interface AcquirerQueue {
  readonly turns: Semaphore;
  /** Of all its bodies in the lane. */
  bytes: number;
}

function createLane(name: 'small' | 'large'): OnboardingLanes {
  const thread = createOnboardingThread({ niceness: NICENESS[name] });
  const patience = { longestWaitMs: LONGEST_WAIT_MS[name] };
  const checking = createSemaphore(1, patience);
  const storing = createSemaphore(STORING[name], patience);
  const acquirers = new Map<string, AcquirerQueue>();

  /** Keeps the acquirer's bytes until it is left. */
  const join = (acquirerId: string, bytes: number): { turns: Semaphore; leave: () => void } | undefined => {
    const own = acquirers.get(acquirerId) ?? { turns: createSemaphore(1, patience), bytes: 0 };
    if (own.bytes > 0 && own.bytes + bytes > MOST_WAITING_BYTES) return undefined;
    acquirers.set(acquirerId, own);
    own.bytes += bytes;
    const leave = () => {
      own.bytes -= bytes;
      if (own.turns.count() === 0) acquirers.delete(acquirerId);
    };
    return { turns: own.turns, leave };
  };

  return {
    enter: async (acquirerId, bytes, gone) => {
      const joined = join(acquirerId, bytes);
      if (joined === undefined) {
        return fail('try_again_later', { message: 'Too many onboarding requests of this acquirer are waiting' });
      }
      try {
        const endTurn = await joined.turns.take(gone);
        return ok(
          createSlot({ thread, checking, storing }, gone, () => {
            endTurn();
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
  gone: AbortSignal | undefined,
  onEnd: () => void,
): OnboardingSlot {
  let endStoring = () => {};
  let isEnded = false;
  let taken: CheckedOnboarding['merchants'] = [];
  return {
    isThreadStarted: () => lane.thread.isStarted(),
    check: async (contentType, body, rules) => {
      const endChecking = await lane.checking.take(gone);
      try {
        const checked = await lane.thread.check(contentType, body, rules, gone);
        if (checked.ok) taken = checked.value.merchants;
        return checked;
      } finally {
        endChecking();
      }
    },
    store: async () => {
      endStoring = await lane.storing.take(gone);
    },
    end: () => {
      if (isEnded) return;
      isEnded = true;
      endStoring();
      if (taken.length > 0) lane.thread.returnMemory(taken);
      onEnd();
    },
  };
}
