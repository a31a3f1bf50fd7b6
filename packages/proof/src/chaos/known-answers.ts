import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../server/src/testing/random.ts';
import type { History } from './history.ts';
import type { DecidedAnswer, ToldOutcome } from './told-outcome.ts';

/** What was answered once, and can be asked again. */
interface Acknowledged {
  readonly what: string;
  readonly text: string;
  readonly again: () => Promise<ToldOutcome>;
}

export interface KnownAnswers {
  readonly count: () => number;
  /** How often an answer was asked for again and came the same. */
  readonly repeated: () => number;
  /** Answers that were another when they were asked for again. */
  readonly different: readonly string[];
  /**
   * Sends until the answer is known, as a caller does that got none; it may lose patience, and never ask again. Every so
   * often what was answered is asked for again at once.
   */
  settle(random: Random, what: string, send: () => Promise<ToldOutcome>, patience: Patience): Promise<SettledRequest>;
  /** Asks for everything again. */
  repeatAll(workers: number): Promise<void>;
}

export interface Patience {
  /** Of a hundred callers that got no answer, how many do not ask again. */
  readonly losingPercent: number;
  readonly isOver: () => boolean;
}

export interface SettledRequest {
  /** Undefined: it was never answered. */
  readonly answer: DecidedAnswer | undefined;
  /** Whether an attempt before the answer may still take effect, or has. */
  readonly isInDoubt: boolean;
  readonly beganMs: number;
  /** Of the attempt that was answered. */
  readonly lastBeganMs: number;
  readonly endedMs: number;
}

/** Writes down what a change came to. */
export function noteSettled<Input>(history: History<Input>, input: Input, settled: SettledRequest): void {
  const { answer, isInDoubt, beganMs, lastBeganMs, endedMs } = settled;
  const open = { input, output: undefined, beganMs, endedMs: Number.POSITIVE_INFINITY };
  if (answer === undefined) {
    if (isInDoubt) history.note(open);
    return;
  }
  const { output, isKept } = answer;
  // a refusal that is not kept was answered by its last attempt; the ones before may still take effect
  history.note({ input, output, beganMs: isKept ? beganMs : lastBeganMs, endedMs });
  if (!isKept && isInDoubt) history.note(open);
}

const REPEATED_AT_ONCE_PERCENT = 8;
/** For what has to be answered again, when all faults are over. */
const MOST_TRIES = 600;

export function createKnownAnswers(): KnownAnswers {
  const all: Acknowledged[] = [];
  const different: string[] = [];
  let repeated = 0;

  const repeat = async ({ what, text, again }: Acknowledged): Promise<boolean> => {
    const told = await again();
    if (told.kind !== 'done') return false;
    repeated++;
    if (told.text !== text) different.push(`${what}\n  first ${text}\n  then  ${told.text}`);
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
        const told = await send();
        const endedMs = performance.now();
        if (told.kind === 'done') {
          const acknowledged = { what, text: told.text, again: send };
          if (told.isKept) all.push(acknowledged);
          if (told.isKept && random.from(1, 100) <= REPEATED_AT_ONCE_PERCENT) await repeat(acknowledged);
          return { answer: told, isInDoubt, beganMs, lastBeganMs, endedMs };
        }
        isInDoubt ||= told.kind === 'unknown';
        if (isOver() || random.from(1, 100) <= losingPercent) {
          return { answer: undefined, isInDoubt, beganMs, lastBeganMs, endedMs };
        }
        await delay(random.from(20, 400));
      }
    },
    async repeatAll(workers) {
      const waiting = [...all];
      const work = async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          let tries = 1;
          for (; !(await repeat(next)) && tries < MOST_TRIES; tries++) await delay(100);
          if (tries === MOST_TRIES) different.push(`${next.what}\n  is not answered any more`);
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
    },
  };
}
