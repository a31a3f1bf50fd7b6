import type { MessageOutcome } from '../answers/answer-message.ts';

/** What happens to the messages and connections of peers. */
export interface PeerMeter {
  countMessage(peer: string, mti: string, outcome: MessageOutcome | 'network_management' | 'malformed'): void;
  /** The number of connections changed. */
  changeConnections(peer: string, by: 1 | -1): void;
  /** The number of messages in progress changed. */
  changeInFlight(peer: string, by: 1 | -1): void;
  /** How long the peer took to answer an echo. */
  observeEcho(peer: string, seconds: number): void;
}
