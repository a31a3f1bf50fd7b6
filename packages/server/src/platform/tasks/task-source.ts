import type { TaskKind } from '@cardwright/contract';
import type { Caller } from '../access/index.ts';
import type { Tx } from '../storage/index.ts';

/** A task that is derived from a capability's own tables. */
export interface DerivedTask {
  readonly id: string;
  readonly kind: TaskKind;
  readonly subject: string;
  readonly reference: string;
  readonly about: string;
  readonly since: Date;
  readonly requestedBy?: string | null;
  readonly requestedByName?: string | null;
  /** People and clients who cannot do the task, such as the proposer of a change. */
  readonly barred?: readonly (string | null)[];
}

interface TaskReader {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly now: Date;
}

/** Reads the tasks of one capability, oldest first. Called only for callers with the scope of the kind. */
export interface TaskSource {
  readonly kind: TaskKind;
  /** The beginning of the ids of its tasks, before the first colon. */
  readonly prefix: string;
  readonly read: (reader: TaskReader) => Promise<readonly DerivedTask[]>;
}

/** A person who works at a tenant. */
export interface TaskPerson {
  readonly subject: string;
  readonly name: string;
  readonly kinds: readonly TaskKind[];
}

export type ReadTaskPeople = (tx: Tx, caller: Caller) => Promise<readonly TaskPerson[]>;
