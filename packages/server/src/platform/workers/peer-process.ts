import { connect, type Socket } from 'node:net';
import { LEAVING, lineWriter, numberedLine, readLines, readNumberedLine } from './line-socket.ts';
import { MARKS, type Topic } from './topics.ts';

/** One that has not said anything for so long, although it was asked, is not asked more until it does. */
const LONGEST_SILENCE_MS = 500;
/** What one may be asked at a time. */
const MOST_OPEN_REQUESTS = 10_000;
/** A connection that broke is made anew after this long: its worker may live on, and whoever replaces it has another address. */
const AGAIN_MS = 100;

/** Another worker, as this one asks it. */
export interface PeerProcess {
  readonly address: string;
  /** Whether it would be asked in vain: it cannot be reached, or does not answer any more. */
  isAway(): boolean;
  /** Rejects where the connection ends before the answer came. Without a topic it is about a decision. */
  request(text: string, topic?: Topic): Promise<string>;
  /** Asks nothing more, and leaves when what was asked is answered. */
  leave(): void;
}

interface OpenRequest {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** One connection to it. */
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
    // it keeps nothing alive: whoever asks has a caller of its own
    socket.unref();
    socket.on('connect', () => {
      isConnected = true;
    });
    // `close` follows, and tells those who wait
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
      open.size >= MOST_OPEN_REQUESTS ||
      (open.size > 0 && performance.now() - heardAt > LONGEST_SILENCE_MS),
    request: (text, topic = 'decisions') =>
      new Promise((resolve, reject) => {
        // silence counts from the question
        if (open.size === 0) heardAt = performance.now();
        open.set(next, { resolve, reject });
        line.write(numberedLine(next, `${MARKS[topic]}${text}`));
        next += 1;
      }),
    leave,
  };
}
