import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Logger } from 'pino';
import type { NetworkPeer } from './network-peer.ts';
import type { PeerSessions } from './peer-sessions.ts';
import { dialTlsOptions } from './peer-tls.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const CONNECT_MS = 10_000;

/**
 * Keeps one connection to a peer. When it ends, dials again after half a second, and after twice as long each time the
 * peer cannot be reached. Returns a function that stops dialing; the sessions close the connection.
 */
export function redialPeer(peer: NetworkPeer, sessions: PeerSessions, logger: Logger): () => void {
  let isStopped = false;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let dialling: Socket | undefined;
  const again = () => {
    if (isStopped) return;
    // several servers must not dial at the same moment
    timer = setTimeout(dial, pauseMs * (0.75 + Math.random() / 2));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };
  const dial = () => {
    try {
      dialling = open(peer);
    } catch (error) {
      logger.error({ peer: peer.name, reason: (error as Error).message }, 'cannot dial a network');
      return again();
    }
    const socket = dialling;
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the connection was not established in time')));
    const fail = (error: Error) => {
      logger.warn({ peer: peer.name, reason: error.message, pauseMs }, 'failed to reach a network');
      again();
    };
    socket.once('error', fail);
    socket.once(peer.tls === undefined ? 'connect' : 'secureConnect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      dialling = undefined;
      pauseMs = FIRST_PAUSE_MS;
      socket.once('close', again);
      void sessions.accept(socket);
    });
  };
  dial();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    dialling?.destroy();
  };
}

function open(peer: NetworkPeer): Socket {
  return peer.tls === undefined ? connect({ host: peer.host, port: peer.port }) : connectTls(dialTlsOptions(peer));
}
