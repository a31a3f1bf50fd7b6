import { randomUUID } from 'node:crypto';
import { isIPv6, type Socket } from 'node:net';
import type { Message } from '@cardwright/iso8583';
import type { Logger } from 'pino';
import type { Caller } from '../../../platform/access/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type AnswerDeps, answerMessage, type MessageResponse } from '../answers/answer-message.ts';
import type { PeerActivity } from '../reports/peer-activity.ts';
import type { NetworkPeer } from './network-peer.ts';
import { PeerConnection } from './peer-connection.ts';
import type { PeerMeter, SignOnEvent } from './peer-meter.ts';

/** How long the rights of a client are used before they are read again. */
const CALLER_MS = 5_000;

export interface SessionDeps extends AnswerDeps {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly meter: PeerMeter;
  readonly activity: PeerActivity;
  /** The client with its present rights; undefined if it may not authorize. */
  findCaller(clientId: string): Promise<Caller | undefined>;
  auditSignOn(caller: Caller, peer: string, event: SignOnEvent, fromAddress: string): Promise<void>;
}

/** The connections of one peer. */
export interface PeerSessions {
  /** Takes a connection over, or closes it if the peer may not have it. */
  accept(socket: Socket): Promise<void>;
  close(): Promise<void>;
}

export function createPeerSessions(peer: NetworkPeer, deps: SessionDeps): PeerSessions {
  const open = new Set<PeerConnection>();
  const logger = deps.logger.child({ peer: peer.name });
  let accepting = 0;
  let isClosing = false;
  const auditSignOn = createSignOnAudit(peer, deps, logger);
  const findCaller = cacheCaller(() => deps.findCaller(peer.clientId));

  const refusal = (address: string): string | undefined => {
    if (isClosing) return 'the server stops';
    if (open.size + accepting >= peer.connections) return 'the peer has too many connections';
    const isAllowed = peer.addresses?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? true;
    return isAllowed ? undefined : 'the address is not allowed';
  };

  const accept = async (socket: Socket, address: string): Promise<void> => {
    const caller = await findCaller();
    if (caller === undefined || isClosing || socket.destroyed) {
      if (caller === undefined) logger.error({ address }, 'the client of a network may not authorize');
      socket.destroy();
      return;
    }
    const connection: PeerConnection = new PeerConnection(socket, peer, {
      logger,
      meter: deps.meter,
      activity: deps.activity,
      now: deps.clock.now,
      answer: (message, deadline) => answer({ peer, deps, findCaller, logger, connection }, message, deadline),
      onSignOn: (event) => {
        if (event === 'refused_sign_on') logger.error({ address }, 'a network refused the sign-on');
        else logger.info({ address, event }, 'a network signed on or off');
        auditSignOn(caller, event, address);
      },
    });
    open.add(connection);
    logger.info({ address, connections: open.size }, 'a network connected');
    void connection.closed.then(() => {
      open.delete(connection);
      logger.info({ address, connections: open.size }, 'a network disconnected');
    });
  };

  return {
    async accept(socket) {
      const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
      const why = refusal(address);
      // until a connection takes over the socket, its errors must not end the process
      socket.on('error', () => {});
      if (why !== undefined) {
        logger.warn({ address, reason: why }, 'refused the connection of a network');
        socket.destroy();
        return;
      }
      accepting += 1;
      // bytes that arrive meanwhile wait in the socket
      socket.pause();
      await accept(socket, address).catch((err: unknown) => {
        logger.error({ err }, 'failed to accept the connection of a network');
        socket.destroy();
      });
      accepting -= 1;
      socket.resume();
    },
    async close() {
      isClosing = true;
      await Promise.all([...open].map((connection) => connection.close()));
    },
  };
}

/** Audits sign-ons one after the other, so that the audit log has their order. */
function createSignOnAudit(peer: NetworkPeer, deps: SessionDeps, logger: Logger) {
  let audited: Promise<void> = Promise.resolve();
  return (caller: Caller, event: SignOnEvent, address: string) => {
    audited = audited
      .then(() => deps.auditSignOn(caller, peer.name, event, address))
      .catch((err: unknown) => logger.error({ err }, 'failed to audit the sign-on of a network'));
  };
}

/** Reads a caller again only after a while. */
function cacheCaller(read: () => Promise<Caller | undefined>): () => Promise<Caller | undefined> {
  let session: { caller: Caller | undefined; until: number } | undefined;
  return async () => {
    if (session !== undefined && session.until > performance.now()) return session.caller;
    const caller = await read();
    session = { caller, until: performance.now() + CALLER_MS };
    return caller;
  };
}

interface Receiver {
  readonly peer: NetworkPeer;
  readonly deps: SessionDeps;
  readonly findCaller: () => Promise<Caller | undefined>;
  readonly logger: Logger;
  readonly connection: PeerConnection;
}

/** Answers a message of a connection, and cuts the connection if its client has lost its rights. Never throws. */
async function answer(
  { peer, deps, findCaller, logger, connection }: Receiver,
  message: Message,
  deadline: number,
): Promise<MessageResponse> {
  try {
    const caller = await findCaller();
    if (caller === undefined) {
      connection.cut('its client may not authorize any more');
      return { response: undefined, outcome: 'failed' };
    }
    const { bins, codes } = peer;
    const { originalTime } = peer.dialect;
    return await answerMessage(deps, message, { caller, bins, codes, originalTime, deadline, requestId: randomUUID() });
  } catch (err) {
    logger.error({ err }, 'failed to answer a message of a network');
    return { response: undefined, outcome: 'failed' };
  }
}
