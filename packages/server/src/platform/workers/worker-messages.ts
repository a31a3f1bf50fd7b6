import type { ConnectionSettings } from '../storage/index.ts';
import type { PeerProcessesPart } from './peer-processes.ts';

/** What one process asks all of them. */
export type WorkerQuery = 'metrics' | 'clock';

/** From the process that supervises to a worker. */
export type ToWorkerProcess =
  | { readonly kind: 'start'; readonly part: WorkersPart }
  | { readonly kind: 'retire' }
  /** Who is at each place now: the address of the socket for its peers. */
  | { readonly kind: 'peers'; readonly addresses: readonly (string | undefined)[] }
  | { readonly kind: 'asked'; readonly id: number; readonly question: WorkerQuery }
  | { readonly kind: 'answered'; readonly id: number; readonly answers: readonly unknown[] };

/** From a worker to the process that supervises. */
export type FromWorkerProcess =
  /** The worker can receive its start message. */
  | { readonly kind: 'listens' }
  | { readonly kind: 'ready'; readonly lines: readonly string[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: WorkerQuery }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

/** The message that a worker receives before it starts. */
export interface WorkersPart {
  readonly connection: ConnectionSettings;
  /** One of them does the periodic work of all. */
  readonly runsPeriodicJobs: boolean;
  readonly peers: PeerProcessesPart;
}
