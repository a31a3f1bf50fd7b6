import type { JsonObject } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { LookupMark, MaskedNumber } from '../../../platform/vault/index.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';

/**
 * The first of the four types that a message passes (docs/architecture.md#one-message-four-types): the decoded message
 * with its sender and its bank.
 */
export interface AuthorizationRequest {
  readonly message: AuthorizationMessage;
  readonly raw: RawMessage;
  /** `raw` as text. */
  readonly rawText: string;
  /** The caller, by its number. */
  readonly sender: number;
  /** The bank of the number's BIN, if the caller may act for it. */
  readonly bank: Bank | undefined;
  /** The number to look up; undefined if there is no bank, or if another process has found the card. */
  readonly requestedCard: RequestedCard | undefined;
  /**
   * Returns keyed hashes or masked texts, which replace the card in the message's identity while no card is found. New
   * rows take the first; the others find messages that were stored before a rotation.
   */
  readonly cardMarks: () => readonly string[];
  /** The trace context of the HTTP request, if requests are traced. */
  readonly traceParent?: string | undefined;
}

/** A number to look up: the full one with its keyed hash, or what a mask leaves visible. */
export interface RequestedCard {
  readonly bankId: string;
  readonly full: LookupMark | undefined;
  readonly maskedNumber: MaskedNumber | undefined;
  readonly expiry: string;
}

/** The message as it is stored and repeated: the card number masked with `*`, everything else in its own form. */
export type RawMessage = JsonObject;
