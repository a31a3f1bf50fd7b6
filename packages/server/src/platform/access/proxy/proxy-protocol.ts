import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { recordProxiedAddress } from './caller-address.ts';
import { readProxyHeader } from './proxy-header.ts';
import { plainAddress, type TrustedProxies } from './trusted-proxies.ts';

/** The longest time to wait for a header. A proxy writes it at once, before any data of its caller. */
const TIMEOUT_MS = 10_000;

/**
 * Removes the PROXY header from connections of trusted proxies before the HTTP parser sees them. A connection of a
 * trusted proxy without a header is served unchanged. From any other sender, such a header is not HTTP and is answered
 * with 400. The returned function drops connections whose header has not arrived: the HTTP server does not know them,
 * so it could not close while they are open.
 */
export function takeProxyHeaders(server: Server, proxies: TrustedProxies): () => void {
  const awaited = new Set<Socket>();
  if (proxies.isEmpty) return () => {};
  const serveHttp = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const note = createNote(server);
  server.on('connection', (socket: Socket) => {
    const serve = () => {
      for (const listener of serveHttp) listener.call(server, socket);
    };
    if (!proxies.holds(plainAddress(socket.remoteAddress) ?? '')) return serve();
    awaited.add(socket);
    readHeader(socket, { ended: () => awaited.delete(socket), note, serve });
  });
  return () => {
    for (const socket of awaited) socket.destroy();
  };
}

type Note = (socket: Socket, address: string) => void;

/** With TLS, requests arrive on the socket inside the TLS connection, which has the same two ends. */
function createNote(server: Server): Note {
  const byEnds = new Map<string, string>();
  const endsOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  server.on('secureConnection', (socket: Socket) => {
    const address = byEnds.get(endsOf(socket));
    if (address !== undefined) recordProxiedAddress(socket, address);
  });
  const isSecure = 'setSecureContext' in server;
  return (socket, address) => {
    recordProxiedAddress(socket, address);
    if (!isSecure) return;
    const ends = endsOf(socket);
    byEnds.set(ends, address);
    socket.once('close', () => byEnds.delete(ends));
  };
}

function readHeader(socket: Socket, { ended, note, serve }: { ended(): void; note: Note; serve(): void }): void {
  let bytes: Buffer = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
  const stop = () => {
    clearTimeout(timer);
    ended();
    socket.off('readable', onReadable).off('error', stop).off('close', stop);
  };
  const onReadable = () => {
    const piece = socket.read() as Buffer | null;
    if (piece === null) return;
    bytes = Buffer.concat([bytes, piece]);
    const header = readProxyHeader(bytes);
    if (header.state === 'incomplete') return;
    stop();
    if (header.state === 'invalid') {
      socket.destroy();
      return;
    }
    if (header.state === 'whole' && header.address !== undefined) note(socket, header.address);
    const rest = bytes.subarray(header.state === 'whole' ? header.length : 0);
    if (rest.length > 0) socket.unshift(rest);
    serve();
  };
  socket.on('readable', onReadable).on('error', stop).on('close', stop);
}
