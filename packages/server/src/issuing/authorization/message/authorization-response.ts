import type { DecisionOutcome } from '../decision/decide.ts';
import type { RawMessage } from './authorization-request.ts';

/**
 * The last of the four types that a message passes (docs/architecture.md#one-message-four-types): what the network gets
 * once the decision is on disk.
 */
export interface AuthorizationResponse {
  readonly outcome: DecisionOutcome;
  /** The message whose fields the response repeats: the stored one if this message is a repeat. */
  readonly raw: RawMessage;
  /** Whether the outcome was stored earlier, because the message is a repeat. */
  readonly replayed: boolean;
}
