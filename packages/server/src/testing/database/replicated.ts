/** One of the PostgreSQL servers of a drill, with what may happen to it. */
export interface ReplicatedNode {
  readonly name: string;
  /** Past every proxy. */
  readonly port: number;
  /** kill -9 of all that runs there. */
  kill(): Promise<void>;
  freeze(): void;
  wake(): void;
  /** Nothing comes to it or from it any more, and nobody is told. */
  cutOff(): void;
  heal(): void;
  readonly log: () => string;
}

/** A PostgreSQL of several servers, of which one is the primary, whoever promotes another one. */
export interface Replicated {
  /** What it is, for the report. */
  readonly told: () => string;
  readonly nodes: readonly ReplicatedNode[];
  readonly primary: () => ReplicatedNode;
  /** DATABASE_URL of a server of Cardwright, by its number. */
  url(server: number): string;
  /** Waits until everything is in order: the next primary may be lost. */
  settle(): Promise<void>;
  /** The primary is lost. Resolves when another one has taken its place. */
  promote(): Promise<void>;
  /** Makes the node that was lost a standby again, where that is not done by itself. Answers how that was done. */
  rebuild(lost: ReplicatedNode): Promise<string>;
  /** From now on nobody is promoted: what follows asks the primary alone, and much of it. */
  holdStill(): Promise<void>;
  stop(): Promise<void>;
}
