import type { Entry } from '../../issuing/authorization/decision/channel.ts';
import type { Trace } from '../../issuing/authorization/decision/decide.ts';
import type { FactsChange } from '../decisions/authorization-facts.ts';

/** One way to decline a message. */
export interface RefusalCase {
  readonly what: string;
  /** Entry modes with which it can happen; by default all. */
  readonly entries?: readonly Entry[];
  /** Whether it happens only with cash, or only with purchases; by default with both. */
  readonly isCash?: boolean;
  /** Further conditions on the message. */
  readonly message?: FactsChange['message'];
  /** The change that causes the decline. */
  readonly breaks: FactsChange;
  readonly actionCode: string;
  readonly reason: string;
  /** The last step of the trace. */
  readonly trace: Trace[number];
}
