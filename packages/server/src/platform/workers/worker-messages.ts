import type { ConnectionSettings } from '../storage/index.ts';
import type { PeerProcessesPart } from './peer-processes.ts';

/** A query that one worker sends to all. */
export type WorkerQuery = 'metrics' | 'clock';

/** A message from the supervisor to a worker. */
export type ToWorkerProcess =
  | { readonly kind: 'start'; readonly part: WorkersPart }
  | { readonly kind: 'retire' }
  /** The socket address of the worker at each place. */
  | { readonly kind: 'peers'; readonly addresses: readonly (string | undefined)[] }
  | { readonly kind: 'query'; readonly id: number; readonly question: WorkerQuery }
  | { readonly kind: 'answered'; readonly id: number; readonly answers: readonly unknown[] };

/** A message from a worker to the supervisor. */
export type FromWorkerProcess =
  /** The worker can receive its start message. */
  | { readonly kind: 'listens' }
  | { readonly kind: 'ready'; readonly lines: readonly string[] }
  | { readonly kind: 'request'; readonly id: number; readonly question: WorkerQuery }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

/** The message that a worker receives before it starts. */
export interface WorkersPart {
  readonly connection: ConnectionSettings;
  /** True for the one worker that runs the periodic jobs. */
  readonly runsPeriodicJobs: boolean;
  readonly peers: PeerProcessesPart;
}
