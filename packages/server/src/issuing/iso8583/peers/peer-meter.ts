import type { MessageOutcome } from '../answers/answer-message.ts';

/** Sign-ons and sign-offs of the peer, and its answers to a sign-on of this server. */
export const SIGN_ON_EVENTS = ['signed_on', 'signed_off', 'accepted_sign_on', 'refused_sign_on'] as const;
export type SignOnEvent = (typeof SIGN_ON_EVENTS)[number];

/** What happens to the messages and connections of peers. */
export interface PeerMeter {
  /** The peer exists, with no connection so far. */
  addPeer(peer: string): void;
  countMessage(peer: string, mti: string, outcome: MessageOutcome | 'network_management' | 'malformed'): void;
  /** The number of connections changed. */
  changeConnections(peer: string, by: 1 | -1): void;
  /** The number of messages in progress changed. */
  changeInFlight(peer: string, by: 1 | -1): void;
  /** The peer signed on or off, or answered the sign-on of this server. */
  countSignOn(peer: string, event: SignOnEvent): void;
  /** How long the peer took to answer an echo. */
  observeEcho(peer: string, seconds: number): void;
}
