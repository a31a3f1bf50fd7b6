import { connect, type Socket } from 'node:net';
import { LEAVING, lineWriter, numberedLine, readLines, readNumberedLine } from './line-socket.ts';

/** One that has not said anything for so long, although it was asked, is not asked more until it does. */
const LONGEST_SILENCE_MS = 500;
/** What one may be asked at a time. */
const MOST_ASKED = 10_000;

/** Another worker, as this one asks it. */
export interface Neighbour {
  readonly address: string;
  /** Whether it would be asked in vain: it cannot be reached, or does not answer any more. */
  isAway(): boolean;
  /** Rejects where the connection ends before the answer came. */
  ask(text: string): Promise<string>;
  /** Asks nothing more, and leaves when what was asked is answered. */
  leave(): void;
}

interface Asked {
  resolve(answer: string): void;
  reject(error: Error): void;
}

export function openNeighbour(address: string): Neighbour {
  const socket: Socket = connect(address);
  const write = lineWriter(socket);
  const open = new Map<number, Asked>();
  let next = 0;
  let isConnected = false;
  let isLeaving = false;
  let heardAt = 0;
  const leaveIfDone = () => {
    if (isLeaving && open.size === 0) socket.end();
  };
  const leave = () => {
    isLeaving = true;
    leaveIfDone();
  };
  // it keeps nothing alive: whoever asks has a caller of its own
  socket.unref();
  socket.on('connect', () => {
    isConnected = true;
  });
  // `close` follows, and tells those who wait
  socket.on('error', () => {});
  socket.on('close', () => {
    isConnected = false;
    for (const { reject } of open.values()) reject(new Error('the worker that was asked has ended'));
    open.clear();
  });
  readLines(socket, (line) => {
    heardAt = performance.now();
    if (line === LEAVING) return leave();
    const { id, text } = readNumberedLine(line);
    open.get(id)?.resolve(text);
    open.delete(id);
    leaveIfDone();
  });
  return {
    address,
    isAway: () =>
      !isConnected ||
      isLeaving ||
      open.size >= MOST_ASKED ||
      (open.size > 0 && performance.now() - heardAt > LONGEST_SILENCE_MS),
    ask: (text) =>
      new Promise((resolve, reject) => {
        // silence counts from the question
        if (open.size === 0) heardAt = performance.now();
        open.set(next, { resolve, reject });
        write(numberedLine(next, text));
        next += 1;
      }),
    leave,
  };
}
