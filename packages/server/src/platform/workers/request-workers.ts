import type { Worker } from 'node:cluster';
import type { FromWorkerProcess, ToWorkerProcess, WorkerQuery } from './worker-messages.ts';

/** The longest wait for a worker that hangs, in milliseconds. */
const LONGEST_MS = 5_000;

interface Round {
  /** Workers that have not answered yet. */
  readonly open: Set<Worker>;
  readonly answers: unknown[];
  end(): void;
}

/** Forwards a query of one worker to all workers, and returns their answers. */
export interface WorkersRound {
  collect(
    requester: Worker,
    message: Extract<FromWorkerProcess, { kind: 'request' }>,
    workers: readonly Worker[],
  ): void;
  answer(worker: Worker, message: Extract<FromWorkerProcess, { kind: 'answer' }>): void;
  /** Removes a worker that has exited. */
  delete(worker: Worker): void;
}

export function createWorkersRound(): WorkersRound {
  const rounds = new Map<number, Round>();
  let next = 0;
  const leave = (round: Round, worker: Worker) => {
    if (round.open.delete(worker) && round.open.size === 0) round.end();
  };
  const begin = (question: WorkerQuery, workers: readonly Worker[], respond: (answers: readonly unknown[]) => void) => {
    const id = next++;
    const answers: unknown[] = [];
    const timer = setTimeout(() => round.end(), LONGEST_MS);
    const end = () => {
      clearTimeout(timer);
      if (rounds.delete(id)) respond(answers);
    };
    const round: Round = { open: new Set(workers), answers, end };
    rounds.set(id, round);
    for (const worker of workers) sendTo(worker, { kind: 'query', id, question });
    if (workers.length === 0) end();
  };
  return {
    collect: (requester, { id, question }, workers) =>
      begin(question, workers, (answers) => sendTo(requester, { kind: 'answered', id, answers })),
    answer: (worker, { id, answer }) => {
      const round = rounds.get(id);
      if (round === undefined) return;
      if (answer !== undefined) round.answers.push(answer);
      leave(round, worker);
    },
    delete: (worker) => {
      for (const round of rounds.values()) leave(round, worker);
    },
  };
}

export function sendTo(worker: Worker, message: ToWorkerProcess): void {
  // a worker that has just exited reads no message
  if (worker.isConnected()) worker.send(message, () => {});
}
