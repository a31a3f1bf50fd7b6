/** One of the PostgreSQL servers of a drill, with the faults that tests can inject. */
export interface ReplicatedNode {
  readonly name: string;
  /** The port that bypasses all proxies. */
  readonly port: number;
  /** Kills all processes of the node with `kill -9`. */
  kill(): Promise<void>;
  freeze(): void;
  wake(): void;
  /** Drops all traffic to and from it, without closing connections. */
  cutOff(): void;
  heal(): void;
  readonly log: () => string;
}

/** A replicated PostgreSQL with one primary, whatever promotes the next one. */
export interface ReplicationPair {
  /** Its description for the report. */
  readonly output: () => string;
  readonly nodes: readonly ReplicatedNode[];
  readonly primary: () => ReplicatedNode;
  /** DATABASE_URL for the Cardwright server with this number. */
  url(server: number): string;
  /** Waits until the primary can be lost safely. */
  settle(): Promise<void>;
  /** Makes the primary fail. Resolves when another node has replaced it. */
  promote(): Promise<void>;
  /** Makes the lost node a standby again, unless that happens automatically. Returns the method. */
  rebuild(node: ReplicatedNode): Promise<string>;
  /** Disables promotion: the following steps put a high load on the primary. */
  holdStill(): Promise<void>;
  stop(): Promise<void>;
}
