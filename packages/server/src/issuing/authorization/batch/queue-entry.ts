import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import type { Deadlines } from '../../../platform/kernel/time/deadlines.ts';
import type { LatencyMeter } from '../../../platform/kernel/time/latency-meter.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { PartnerFact } from '../decision/facts.ts';
import type { BatchItem } from '../message/resolved-message.ts';
import type { BatchAnswer } from './batch.ts';
import type { RequestedCard } from './find-cards.ts';

/** A message to be decided, with what finds its card. */
export interface Submission extends BatchItem {
  readonly wanted: RequestedCard | undefined;
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

/** What watches over messages that somebody waits for. */
export interface MessageWatch {
  readonly deadlines: Deadlines;
  readonly latency: Pick<LatencyMeter, 'note'>;
  /** Told of each message that is answered in time, before who waits for it is. */
  readonly answered?: (submission: Submission, answer: BatchAnswer) => void;
}

/** Waits for the answer of a message until its deadline, and no longer, whatever becomes of the message itself. */
export function openMessage(
  submission: Submission,
  watch: MessageWatch,
): { pending: PendingMessage; answer: Promise<BatchAnswer> } {
  const pending = new WatchedMessage(submission, watch);
  return { pending, answer: pending.settled };
}

/** A class, as there are thousands a second, and functions of its own for each would take more memory than all the rest of it. */
class WatchedMessage implements PendingMessage {
  readonly submission: Submission;
  readonly settled: Promise<BatchAnswer>;
  arrivedAt = performance.now();
  references: readonly CardReference[] = [];
  partner: PartnerFact | undefined = undefined;
  readonly #openedAt = this.arrivedAt;
  readonly #watch: MessageWatch;
  #state: 'waiting' | 'begun' | 'over' = 'waiting';
  #resolve!: (answer: BatchAnswer) => void;
  #reject!: (error: unknown) => void;

  constructor(submission: Submission, watch: MessageWatch) {
    this.submission = submission;
    this.#watch = watch;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    watch.deadlines.watch(submission.deadline, this);
  }

  isOver(): boolean {
    return this.#state === 'over';
  }

  begins(): boolean {
    // the watch of deadlines may be a moment late, and nothing late may be stored
    if (this.#state === 'over' || performance.now() > this.submission.deadline) return false;
    this.#state = 'begun';
    return true;
  }

  hasBegun(): boolean {
    return this.#state === 'begun';
  }

  undo(): void {
    if (this.#state === 'begun') this.#state = 'waiting';
  }

  answer(given: BatchAnswer): void {
    if (!this.#ends()) return;
    const now = performance.now();
    const { latency, answered } = this.#watch;
    // how long a bank's own system took says nothing about this one
    latency.note(now - this.#openedAt - (this.partner?.afterMs ?? 0));
    if (now > this.submission.deadline) this.#reject(inDoubt());
    else {
      answered?.(this.submission, given);
      this.#resolve(given);
    }
  }

  fail(error: unknown): void {
    if (this.#ends()) this.#reject(error);
  }

  expire(): void {
    // what is refused at once says nothing about how long answers take
    this.#watch.latency.note(performance.now() - this.#openedAt);
    this.fail(this.#state === 'begun' ? inDoubt() : tooLate());
  }

  #ends(): boolean {
    if (this.#state === 'over') return false;
    this.#state = 'over';
    this.#watch.deadlines.forget(this.submission.deadline, this);
    return true;
  }
}

function inDoubt(): OutcomeUnknown {
  return new OutcomeUnknown('the deadline passed while the decision was being stored');
}

function tooLate(): Overloaded {
  return new Overloaded('the deadline passed before the message was decided');
}
