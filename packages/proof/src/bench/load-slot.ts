import { benchPan } from './bench-cards.ts';
import type { LoadJob } from './load-job.ts';

/** Room for one message in flight. */
export interface LoadSlot {
  /** Due time of the message in flight; 0 when there is none. */
  since: number;
  /** Sends the next message. */
  send(): void;
}

export interface SlotHandlers {
  /**
   * Called for each answer.
   *
   * @param unexpected a description of the answer, if it is not an approval
   */
  onAnswer(slot: LoadSlot, unexpected: string | undefined): void;
  onClose(): void;
}

/** The values that differ between the messages of a load. */
interface NextMessage {
  readonly card: string;
  /** 12 digits. The last six are the trace number. */
  readonly reference: string;
}

export function cardsOf(job: LoadJob): string[] {
  return Array.from({ length: job.cards }, (_, at) => benchPan(job.firstCard + at).reveal());
}

/** Returns the next reference and another card with each call. */
export function nextMessage(job: LoadJob, cards: readonly string[]): () => NextMessage {
  let reference = job.firstReference;
  return () => {
    const at = job.inTurn === true ? reference - job.firstReference : Math.floor(Math.random() * cards.length);
    return { card: cards[at % cards.length]!, reference: String(reference++).padStart(12, '0') };
  };
}
