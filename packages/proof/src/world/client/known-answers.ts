import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../../server/src/testing/random.ts';
import type { History } from '../history/history.ts';
import type { DefiniteAnswer, ReportedOutcome } from './reported-outcome.ts';

/** An answer that can be requested again. */
interface Acknowledged {
  readonly what: string;
  readonly text: string;
  readonly again: () => Promise<ReportedOutcome>;
}

export interface KnownAnswers {
  readonly count: () => number;
  /** The number of repeats that got the same answer. */
  readonly repeated: () => number;
  /** Repeats that got a different answer. */
  readonly different: readonly string[];
  /**
   * Sends a request until its answer is known, as a caller without an answer does. The caller may also give up and
   * never repeat it. Some answered requests are repeated immediately.
   */
  settle(
    random: Random,
    what: string,
    send: () => Promise<ReportedOutcome>,
    retryPolicy: RetryPolicy,
  ): Promise<RequestOutcome>;
  /** Repeats all requests. */
  repeatAll(workers: number): Promise<void>;
}

export interface RetryPolicy {
  /** The percentage of callers without an answer that do not repeat the request. */
  readonly losingPercent: number;
  readonly isOver: () => boolean;
}

export interface RequestOutcome {
  /** Undefined if the request never got an answer. */
  readonly answer: DefiniteAnswer | undefined;
  /** Whether an attempt before the answer may have taken effect, or may still do so. */
  readonly isInDoubt: boolean;
  readonly beganMs: number;
  /** The beginning of the attempt that was answered. */
  readonly lastBeganMs: number;
  readonly endedMs: number;
}

/** Records the outcome of a change. */
export function recordOutcome<Input>(history: History<Input>, input: Input, outcome: RequestOutcome): void {
  const { answer, isInDoubt, beganMs, lastBeganMs, endedMs } = outcome;
  const open = { input, output: undefined, beganMs, endedMs: Number.POSITIVE_INFINITY };
  if (answer === undefined) {
    if (isInDoubt) history.note(open);
    return;
  }
  const { output, isFinal } = answer;
  // The last attempt got a refusal that is not stored. Earlier attempts may still take effect.
  history.note({ input, output, beganMs: isFinal ? beganMs : lastBeganMs, endedMs });
  if (!isFinal && isInDoubt) history.note(open);
}

const REPEATED_AT_ONCE_PERCENT = 8;
/** The number of tries for a request that must get its answer again after all faults. */
const MAX_TRIES = 600;

export function createKnownAnswers(): KnownAnswers {
  const all: Acknowledged[] = [];
  const different: string[] = [];
  let repeated = 0;

  const repeat = async ({ what, text, again }: Acknowledged): Promise<boolean> => {
    const outcome = await again();
    if (outcome.kind !== 'done') return false;
    repeated++;
    if (outcome.text !== text) different.push(`${what}\n  first ${text}\n  then  ${outcome.text}`);
    return true;
  };

  return {
    count: () => all.length,
    repeated: () => repeated,
    different,
    async settle(random, what, send, { losingPercent, isOver }) {
      const beganMs = performance.now();
      let isInDoubt = false;
      for (;;) {
        const lastBeganMs = performance.now();
        const outcome = await send();
        const endedMs = performance.now();
        if (outcome.kind === 'done') {
          const acknowledged = { what, text: outcome.text, again: send };
          if (outcome.isFinal) all.push(acknowledged);
          if (outcome.isFinal && random.from(1, 100) <= REPEATED_AT_ONCE_PERCENT) await repeat(acknowledged);
          return { answer: outcome, isInDoubt, beganMs, lastBeganMs, endedMs };
        }
        isInDoubt ||= outcome.kind === 'unknown';
        if (isOver() || random.from(1, 100) <= losingPercent) {
          return { answer: undefined, isInDoubt, beganMs, lastBeganMs, endedMs };
        }
        await delay(random.from(20, 400));
      }
    },
    async repeatAll(workers) {
      const queue = [...all];
      const work = async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          let tries = 1;
          for (; !(await repeat(next)) && tries < MAX_TRIES; tries++) await delay(100);
          if (tries === MAX_TRIES) different.push(`${next.what}\n  is no longer answered`);
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
    },
  };
}
