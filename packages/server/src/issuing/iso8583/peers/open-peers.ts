import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/storage/index.ts';
import { PeerActivity } from '../reports/peer-activity.ts';
import { type PeerReports, type ReportedPeer, startPeerReports } from '../reports/report-peers.ts';
import { redialPeer } from './dial-peer.ts';
import type { NetworkPeer } from './network-peer.ts';
import { createPeerSessions, type PeerSessions, type SessionDeps } from './peer-sessions.ts';
import { followPeerTls, serverTlsOptions } from './peer-tls.ts';

export interface NetworkServerDeps extends Omit<SessionDeps, 'activity'> {
  readonly logger: Logger;
  readonly database: Database;
  /** The bank whose cards a client reaches, or ALL_BANKS. */
  readonly bankOf: (clientId: string) => string;
  /** False in all workers of a server except the first, which dials for all. */
  readonly dials: boolean;
}

export interface PeerAddress {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** Exchanges ISO 8583 messages with the peers of the configuration. */
export interface NetworkServer {
  /** Listens and dials. Throws if a port cannot be used. Returns where it listens. */
  open(): Promise<readonly PeerAddress[]>;
  /** Stops accepting, answers what has arrived, signs off, and closes all connections. */
  close(): Promise<void>;
}

export function createNetworkServer(peers: readonly NetworkPeer[], deps: NetworkServerDeps): NetworkServer {
  const servers: Server[] = [];
  const stops: (() => void)[] = [];
  const all: PeerSessions[] = [];
  let reports: PeerReports | undefined;

  const listen = async (peer: NetworkPeer, sessions: PeerSessions): Promise<PeerAddress> => {
    const accept = (socket: Socket) => void sessions.accept(socket);
    const server = peer.tls === undefined ? createServer(accept) : listenWithTls(peer, accept, deps.logger, stops);
    servers.push(server);
    try {
      await bind(server, peer.host, peer.port);
    } catch (error) {
      const isInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isInUse || !peer.orAnyPort) throw new Error(`network ${peer.name}: ${(error as Error).message}`);
      deps.logger.warn({ peer: peer.name }, `port ${peer.port} is in use: listening for ISO 8583 on a free port`);
      await bind(server, peer.host, 0);
    }
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : peer.port;
    return { name: peer.name, host: peer.host, port };
  };

  return {
    open: async () => {
      const addresses: PeerAddress[] = [];
      const reported: ReportedPeer[] = [];
      for (const peer of peers.filter(({ direction }) => direction === 'listen' || deps.dials)) {
        const isDialled = peer.direction === 'dial';
        const { specification } = peer.codec;
        const activity = new PeerActivity({ isDialled, specification, now: () => deps.clock.now() });
        const sessions = createPeerSessions(peer, { ...deps, activity });
        all.push(sessions);
        reported.push({ name: peer.name, bankId: deps.bankOf(peer.clientId), activity });
        deps.meter.addPeer(peer.name);
        if (!isDialled) addresses.push(await listen(peer, sessions));
        else for (let at = 0; at < peer.connections; at += 1) stops.push(redialPeer(peer, sessions, deps.logger));
      }
      if (reported.length > 0) reports = startPeerReports(reported, deps);
      return addresses;
    },
    close: async () => {
      for (const server of servers) server.close();
      for (const stop of stops) stop();
      await Promise.all(all.map((sessions) => sessions.close()));
      await reports?.stop();
    },
  };
}

function listenWithTls(
  peer: NetworkPeer,
  accept: (socket: Socket) => void,
  logger: Logger,
  stops: (() => void)[],
): Server {
  const server = createTlsServer(serverTlsOptions(peer), accept);
  server.on('tlsClientError', (error) =>
    logger.warn({ peer: peer.name, reason: error.message }, 'TLS with a network failed'),
  );
  stops.push(followPeerTls(server, peer, logger));
  return server;
}

async function bind(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port });
  await once(server, 'listening');
}
