import { once } from 'node:events';
import { openPeerProcesses, type PeerProcesses } from './peer-processes.ts';
import type { FromWorkerProcess, ToWorkerProcess, WorkerQuery, WorkersPart } from './worker-messages.ts';

/** How a server answers what one of the workers asks all of them. */
export type QueryHandlers = Readonly<Record<WorkerQuery, () => Promise<unknown>>>;

/** A worker's way to the process that supervises it, and through it to the other workers. */
export interface WorkerLink {
  readonly part: WorkersPart;
  readonly peers: PeerProcesses;
  /** Says that it listens, and what a person should read. */
  ready(lines: readonly string[]): void;
  /** Asks all workers that are ready, this one too. Who ends meanwhile gives no answer. */
  queryAll(question: WorkerQuery): Promise<readonly unknown[]>;
  /** From now on it answers the others. */
  answer(answers: QueryHandlers): void;
}

/**
 * Waits for what the worker is told first.
 * @param onRetire called when another one has taken its place
 */
export async function openWorkerLink(onRetire: () => void): Promise<WorkerLink> {
  const waiting = new Map<number, (answers: readonly unknown[]) => void>();
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
      waiting.get(message.id)?.(message.answers);
      waiting.delete(message.id);
    } else if (message.kind === 'asked') {
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
        waiting.set(id, resolve);
        send({ kind: 'ask', id, question });
      }),
  };
}

function send(message: FromWorkerProcess): void {
  // the channel is closed where the supervisor has ended; then this process ends as well
  process.send?.(message, undefined, undefined, () => {});
}
