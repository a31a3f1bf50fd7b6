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
  /** The amount that the counters include. */
  countedMinor: number;
  reservedMinor: number;
  state: ReservationState;
  /** The custom limits that counted it. */
  readonly countedBy: readonly object[];
  /** The business date on which it was approved without the partner decision system. */
  readonly standInDate?: string | undefined;
}

/** The initial state of an account. */
export interface AccountBefore {
  readonly fundsCheck?: boolean;
  /** Settings as stored, by field. */
  readonly settings?: Patch;
  /** The sequence number of its cards. */
  readonly sequence?: string;
  /** The rules, lists and programs of its bank; undefined for none. */
  readonly own?: ModelOwn | undefined;
  /** When its cards were made. */
  readonly cardsSinceMs?: number;
  /** Whether this is a backtest: the account receives the past results of shared limits, which do not count again. */
  readonly isReplayed?: boolean;
}
