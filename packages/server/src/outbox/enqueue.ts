import type { Tx } from '../storage/index.ts';

/** A notification to be sent to every endpoint of its bank. */
export interface NewMessage {
  readonly bankId: string;
  /** Messages of one stream are delivered strictly in the order in which they were written. */
  readonly stream: string;
  /** The same for every endpoint and every attempt: what receivers know a repeat by. */
  readonly notificationId: string;
  readonly type: string;
  /** JSON text, sent as it stands. */
  readonly payload: string;
  readonly at: Date;
}

/** Writes a notification in the transaction of what it tells. */
export type Enqueue = (tx: Tx, message: NewMessage) => Promise<void>;
