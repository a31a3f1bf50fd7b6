import { once } from 'node:events';
import { openPeerProcesses, type PeerProcesses } from './peer-processes.ts';
import type { FromWorkerProcess, ToWorkerProcess, WorkerQuery, WorkersPart } from './worker-messages.ts';

/** The handlers of queries that one worker sends to all. */
export type QueryHandlers = Readonly<Record<WorkerQuery, () => Promise<unknown>>>;

/** The connection of a worker to its supervisor, and through it to the other workers. */
export interface WorkerLink {
  readonly part: WorkersPart;
  readonly peers: PeerProcesses;
  /** Reports that the worker listens, with lines to print. */
  ready(lines: readonly string[]): void;
  /** Sends a query to all ready workers, this one included. A worker that exits in the meantime has no answer. */
  queryAll(question: WorkerQuery): Promise<readonly unknown[]>;
  /** Sets the handlers of queries from other workers. */
  answer(answers: QueryHandlers): void;
}

/**
 * Waits for the start message of the supervisor.
 * @param onRetire called when another worker has replaced this one
 */
export async function openWorkerLink(onRetire: () => void): Promise<WorkerLink> {
  const pending = new Map<number, (answers: readonly unknown[]) => void>();
  let nextId = 0;
  let answers: QueryHandlers | undefined;
  const firstMessage = once(process, 'message') as Promise<[ToWorkerProcess]>;
  send({ kind: 'listens' });
  const [first] = await firstMessage;
  if (first.kind !== 'start') throw new Error(`a worker received "${first.kind}" before "start"`);
  const peers = await openPeerProcesses(first.part.peers);
  process.on('message', (message: ToWorkerProcess) => {
    if (message.kind === 'retire') onRetire();
    else if (message.kind === 'peers') peers.meet(message.addresses);
    else if (message.kind === 'answered') {
      pending.get(message.id)?.(message.answers);
      pending.delete(message.id);
    } else if (message.kind === 'query') {
      const { id, question } = message;
      void (answers?.[question]() ?? Promise.resolve()).then(
        (answer) => send({ kind: 'answer', id, answer }),
        () => send({ kind: 'answer', id, answer: undefined }),
      );
    }
  });
  return {
    part: first.part,
    peers,
    ready: (lines) => send({ kind: 'ready', lines }),
    answer: (handlers) => {
      answers = handlers;
    },
    queryAll: (question) =>
      new Promise((resolve) => {
        const id = nextId++;
        pending.set(id, resolve);
        send({ kind: 'request', id, question });
      }),
  };
}

function send(message: FromWorkerProcess): void {
  // if the supervisor has exited, the channel is closed, and this process exits too
  process.send?.(message, undefined, undefined, () => {});
}
