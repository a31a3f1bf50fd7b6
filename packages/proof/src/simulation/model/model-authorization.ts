import type { ModelDecision } from './model-decision.ts';
import type { ModelMessage } from './model-message.ts';
import type { ModelOwn } from './model-own.ts';
import type { Patch } from './model-settings.ts';

type ReservationState = 'DECLINED' | 'RESERVED' | 'REVERSED' | 'COMPLETED' | 'EXPIRED';

export interface ModelAuthorization {
  readonly card: number;
  readonly message: ModelMessage;
  readonly decision: ModelDecision;
  readonly atMs: number;
  /** What the counters hold of it. */
  countedMinor: number;
  reservedMinor: number;
  state: ReservationState;
  /** The limits of the bank's own that counted it. */
  readonly countedBy: readonly object[];
  /** The business date on which it was approved without the bank's own system. */
  readonly stoodInOn?: string | undefined;
}

/** What an account has already when it is first looked at. */
export interface AccountBefore {
  readonly fundsCheck?: boolean;
  /** As they are stored, by field. */
  readonly settings?: Patch;
  /** Of its cards. */
  readonly sequence?: string;
  /** What its bank has of its own; undefined for nothing. */
  readonly own?: ModelOwn | undefined;
  /** When its cards were made. */
  readonly cardsSinceMs?: number;
  /** Whether its past is decided again: what shared limits said then is told to it, and they count nothing of it. */
  readonly isReplayed?: boolean;
}
