import type { BlockList } from 'node:net';
import type { Codec, Framing } from '@cardwright/iso8583';
import type { Dialect } from '../mapping/dialect.ts';
import type { ResponseCodes } from '../mapping/response-code.ts';

/** A network or switch that exchanges ISO 8583 messages with this server, as the configuration describes it. */
export interface NetworkPeer {
  /** Identifies the peer in metrics, logs and the audit log. */
  readonly name: string;
  /** The OAuth client as which its messages are authorized. */
  readonly clientId: string;
  /** The BINs that it may use; undefined for all BINs of the client. */
  readonly bins: readonly string[] | undefined;
  /** Whether this server listens for the peer, or dials it. */
  readonly direction: 'listen' | 'dial';
  readonly host: string;
  readonly port: number;
  /** Whether to use any other port if this one is in use, as the sandbox does. */
  readonly orAnyPort: boolean;
  readonly framing: Framing;
  readonly codec: Codec;
  /** The version of ISO 8583 that it speaks. */
  readonly dialect: Dialect;
  readonly tls: PeerTls | undefined;
  /** The addresses from which it may connect; undefined for all. */
  readonly addresses: BlockList | undefined;
  /** How many connections it may have to one process, or how many this server dials. */
  readonly connections: number;
  /** How many messages of one connection may be in progress. No more are read until one is answered. */
  readonly inFlight: number;
  /** The silence after which this server sends an echo; 0 for none. After two echoes without an answer, the connection is cut. */
  readonly echoMs: number;
  /** The time in which a response must be sent, counted from the first byte of the message. */
  readonly deadlineMs: number;
  /** Whether this server sends a sign-on after it connects, and a sign-off before it closes the connection. */
  readonly signsOn: boolean;
  /** Response codes of 1987 in place of ours. The codes of a peer of 1993 are in its dialect. */
  readonly codes: ResponseCodes;
}

export interface PeerTls {
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  /**
   * The file with the authorities of the peer's certificate. A listening server requires a client certificate of one of
   * them.
   */
  readonly caFile: string | undefined;
}
