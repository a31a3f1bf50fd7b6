import type { Message } from '@cardwright/iso8583';
import type { OriginalTime } from './original-data.ts';

/** Converts between the messages of a peer and those of ISO 8583:1987, which the rest of the interface reads and writes. */
export interface Dialect {
  /** The stored time by which the peer names the original of a reversal. */
  readonly originalTime: OriginalTime;
  /** Converts a message of the peer. */
  toModel(message: Message): Message;
  /** Converts the response to a request of the peer. */
  toPeerResponse(response: Message, request: Message, now: Date): Message;
  /** Converts a network management request of this server. */
  toPeerRequest(request: Message, now: Date): Message;
}

/** Peers that speak ISO 8583:1987. */
export const DIALECT_1987: Dialect = {
  originalTime: 'transmission',
  toModel: (message) => message,
  toPeerResponse: (response) => response,
  toPeerRequest: (request) => request,
};
