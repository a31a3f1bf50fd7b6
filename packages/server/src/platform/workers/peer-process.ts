import { connect, type Socket } from 'node:net';
import { LEAVING, lineWriter, numberedLine, readLines, readNumberedLine } from './line-socket.ts';
import { MARKS, type Topic } from './topics.ts';

/**
 * In milliseconds. A peer with pending requests that is silent for this long receives no more requests until it
 * responds.
 */
const IDLE_TIMEOUT_MS = 500;
/** The maximum of open requests to one peer. */
const MAX_OPEN_REQUESTS = 10_000;
/**
 * The delay before a broken connection is opened again, in milliseconds. Its worker may still run; a replacement has
 * another address.
 */
const AGAIN_MS = 100;

/** The connection to another worker. */
export interface PeerProcess {
  readonly address: string;
  /** Whether the peer is unreachable or no longer responds. */
  isAway(): boolean;
  /** Sends a request. Rejects if the connection closes before the answer. The default topic is decisions. */
  request(text: string, topic?: Topic): Promise<string>;
  /** Sends no more requests, and closes after the pending requests have responses. */
  leave(): void;
}

interface OpenRequest {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** One connection to the peer. */
interface Line {
  readonly socket: Socket;
  readonly write: (line: string) => void;
}

export function openPeerProcess(address: string): PeerProcess {
  const open = new Map<number, OpenRequest>();
  let next = 0;
  let isConnected = false;
  let isLeaving = false;
  let heardAt = 0;
  const leaveIfDone = () => {
    if (isLeaving && open.size === 0) line.socket.end();
  };
  const leave = () => {
    isLeaving = true;
    leaveIfDone();
  };
  const hear = (line: string) => {
    heardAt = performance.now();
    if (line === LEAVING) return leave();
    const { id, text } = readNumberedLine(line);
    open.get(id)?.resolve(text);
    open.delete(id);
    leaveIfDone();
  };
  const connectLine = (): Line => {
    const socket = connect(address);
    // the socket keeps no process alive; the connection of a pending request's caller does
    socket.unref();
    socket.on('connect', () => {
      isConnected = true;
    });
    // `close` follows, which rejects the pending requests
    socket.on('error', () => {});
    socket.on('close', () => {
      isConnected = false;
      for (const { reject } of open.values()) reject(new Error('the called worker has exited'));
      open.clear();
      if (!isLeaving) setTimeout(connectAgain, AGAIN_MS).unref();
    });
    readLines(socket, hear);
    return { socket, write: lineWriter(socket) };
  };
  const connectAgain = () => {
    if (!isLeaving) line = connectLine();
  };
  let line = connectLine();
  return {
    address,
    isAway: () =>
      !isConnected ||
      isLeaving ||
      open.size >= MAX_OPEN_REQUESTS ||
      (open.size > 0 && performance.now() - heardAt > IDLE_TIMEOUT_MS),
    request: (text, topic = 'decisions') =>
      new Promise((resolve, reject) => {
        // silence counts from the first pending request
        if (open.size === 0) heardAt = performance.now();
        open.set(next, { resolve, reject });
        line.write(numberedLine(next, `${MARKS[topic]}${text}`));
        next += 1;
      }),
    leave,
  };
}
