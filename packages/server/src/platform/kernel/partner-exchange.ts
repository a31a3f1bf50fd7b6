import type { JsonObject, NoPartnerAnswer } from '@cardwright/contract';
import type { Bank } from './bank.ts';

/** A valid answer of a bank's own system. Each kind of question has its own decisions. */
export interface PartnerReply {
  readonly answer: 'APPROVE' | 'DECLINE' | 'REQUIRE_CODE';
  readonly reason: string | undefined;
  /** A decision after this time does not use the answer. */
  readonly until: Date | undefined;
}

/** One question to a bank's own system (docs/interface/partner-decision.md). */
export interface PartnerExchange<Reply extends PartnerReply> {
  readonly bank: Bank;
  /** The same for each repeat of the question. */
  readonly id: string;
  /** When the caller stops waiting, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Trace context of the request; absent if it is not traced. */
  readonly traceParent?: string | undefined;
  /** Writes the body, which has no full card number. */
  write(deadlineMs: number): string | Promise<string>;
  /** Returns the fault of an answer as a text. */
  read(answer: JsonObject): Reply | string;
  /** Stores a valid answer that came after the deadline. */
  storeLate?(reply: Reply, afterMs: number): Promise<void>;
}

/** The answer that counts, or the reason why none does. */
export type PartnerOutcome<Reply extends PartnerReply> = (
  | Reply
  | { readonly answer: NoPartnerAnswer; readonly reason: string | undefined; readonly until: undefined }
) & {
  /** How long the server waited for the answer. */
  readonly afterMs: number;
};
