import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { LEAVING, lineWriter, numberedLine, readLines, readNumberedLine } from './line-socket.ts';
import { openPeerProcess, type PeerProcess } from './peer-process.ts';
import { MARKS, type Topic } from './topics.ts';

/** The time in which peers send their requests elsewhere, in milliseconds. */
const LONGEST_LEAVE_MS = 2_000;

/** The place of a worker among its peers. */
export interface PeerProcessesPart {
  /** The number of this worker, from 0. */
  readonly place: number;
  readonly count: number;
  /** The socket file on which this process receives requests. */
  readonly address: string;
}

/**
 * The other workers of this server. A worker answers its peers about the state that only it has in memory. A worker that
 * cannot reach a peer does the work itself.
 */
export interface PeerProcesses {
  readonly place: number;
  readonly count: number;
  /**
   * Returns a function that sends a request to the worker of a place; undefined if that is this process or the worker
   * is unreachable.
   */
  requesterOf(place: number): ((text: string, topic?: Topic) => Promise<string>) | undefined;
  /** Sets the handler of requests about decisions or another topic. The texts have no line breaks. */
  answer(answer: Answer, topic?: Topic): void;
  /** Connects to the process at each place; undefined for an empty place. */
  meet(addresses: readonly (string | undefined)[]): void;
  /** Notifies the peers, and waits until all pending requests have responses. */
  close(): Promise<void>;
}

type Answer = (text: string) => Promise<string>;

export async function openPeerProcesses({ place, count, address }: PeerProcessesPart): Promise<PeerProcesses> {
  const peers = new Map<number, PeerProcess>();
  const callers = new Map<Socket, (line: string) => void>();
  const answers = new Map<string, Answer>();
  const server = createServer((socket) => {
    const write = lineWriter(socket);
    callers.set(socket, write);
    socket.on('close', () => callers.delete(socket));
    // the requesting process may have ended
    socket.on('error', () => {});
    readLines(socket, (line) => {
      const { id, text } = readNumberedLine(line);
      const answer = answers.get(text.charAt(0));
      if (answer === undefined) socket.destroy();
      else
        void answer(text.slice(1)).then(
          (answer) => write(numberedLine(id, answer)),
          () => socket.destroy(),
        );
    });
  });
  await listenAt(server, address);
  return {
    place,
    count,
    requesterOf: (at) => {
      const peer = at === place ? undefined : peers.get(at);
      return peer === undefined || peer.isAway() ? undefined : peer.request;
    },
    answer: (handler, topic = 'decisions') => void answers.set(MARKS[topic], handler),
    meet: (addresses) => {
      for (const [at, now] of addresses.entries()) {
        const before = peers.get(at);
        if (at === place || before?.address === now) continue;
        before?.leave();
        if (now === undefined) peers.delete(at);
        else peers.set(at, openPeerProcess(now));
      }
    },
    close: async () => {
      for (const peer of peers.values()) peer.leave();
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const write of callers.values()) write(LEAVING);
      // does not wait for a peer that hangs
      await Promise.race([closed, delay(LONGEST_LEAVE_MS, undefined, { ref: false })]);
      for (const socket of callers.keys()) socket.destroy();
    },
  };
}

async function listenAt(server: Server, address: string): Promise<void> {
  // an earlier process with the same number may have left a socket file
  await rm(address, { force: true });
  server.listen(address);
  await once(server, 'listening');
  // the server must not keep the process running
  server.unref();
}
