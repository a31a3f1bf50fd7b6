import type { Deadlines } from '../kernel/deadlines.ts';
import type { LatencyMeter } from '../kernel/latency-meter.ts';
import { OutcomeUnknown } from '../kernel/outcome-unknown.ts';
import { Overloaded } from '../kernel/overloaded.ts';
import type { BatchAnswer } from './batch.ts';
import type { CardReference } from './card-reference.ts';
import type { PartnerFact } from './facts.ts';
import type { WantedCard } from './find-cards.ts';
import type { BatchItem } from './placed-message.ts';

/** A message to be decided, with what finds its card. */
export interface Submission extends BatchItem {
  readonly wanted: WantedCard | undefined;
  /** When its network gives up, in milliseconds as `performance.now()` tells it. */
  readonly deadline: number;
  /** Of the request, where requests are traced. */
  readonly traceParent?: string | undefined;
}

/** A message that somebody waits for (docs/interface/authorization-message.md#deadline). */
export interface PendingMessage {
  readonly submission: Submission;
  /** When it came to be decided, or came again after its bank's own system was asked. */
  arrivedAt: number;
  /** The cards that its number fits, once they were looked for. */
  references: readonly CardReference[];
  /** What the bank's own system said, once it was asked. */
  partner: PartnerFact | undefined;
  /** Whether it was answered, if only because its deadline is over. */
  isOver(): boolean;
  /** Says that it may be stored from now on; false if it must not, because it was answered. */
  begins(): boolean;
  /** Whether it may have been stored. */
  hasBegun(): boolean;
  /** Says that nothing of it was stored after all. */
  undo(): void;
  answer(answer: BatchAnswer): void;
  fail(error: unknown): void;
}

/** Waits for the answer of a message until its deadline, and no longer, whatever becomes of the message itself. */
export function openMessage(
  submission: Submission,
  deadlines: Deadlines,
  latency: Pick<LatencyMeter, 'note'>,
): { pending: PendingMessage; answer: Promise<BatchAnswer> } {
  const { deadline } = submission;
  const arrivedAt = performance.now();
  let state: 'waiting' | 'begun' | 'over' = 'waiting';
  let forget = () => {};
  let settle!: { resolve(answer: BatchAnswer): void; reject(error: unknown): void };
  const answer = new Promise<BatchAnswer>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const end = (tell: () => void) => {
    if (state === 'over') return;
    state = 'over';
    forget();
    tell();
  };
  const settleAnswer = (given: BatchAnswer) => {
    const now = performance.now();
    // how long a bank's own system took says nothing about this one
    latency.note(now - arrivedAt - (pending.partner?.afterMs ?? 0));
    if (now > deadline) settle.reject(inDoubt());
    else settle.resolve(given);
  };
  const pending: PendingMessage = {
    submission,
    arrivedAt,
    references: [],
    partner: undefined,
    isOver: () => state === 'over',
    begins: () => {
      // the watch of deadlines may be a moment late, and nothing late may be stored
      if (state === 'over' || performance.now() > deadline) return false;
      state = 'begun';
      return true;
    },
    hasBegun: () => state === 'begun',
    undo: () => {
      if (state === 'begun') state = 'waiting';
    },
    answer: (given) => end(() => settleAnswer(given)),
    fail: (error) => end(() => settle.reject(error)),
  };
  forget = deadlines.watch(deadline, () => {
    // what is refused at once says nothing about how long answers take
    latency.note(performance.now() - arrivedAt);
    pending.fail(state === 'begun' ? inDoubt() : tooLate());
  });
  return { pending, answer };
}

function inDoubt(): OutcomeUnknown {
  return new OutcomeUnknown('the deadline passed while the decision was being stored');
}

function tooLate(): Overloaded {
  return new Overloaded('the deadline passed before the message was decided');
}
