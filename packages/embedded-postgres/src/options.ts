export interface LogEvent {
  level: 'info' | 'warn' | 'error';
  message: string;
  detail?: Record<string, unknown>;
}

export type Log = (event: LogEvent) => void;

export interface EmbeddedPostgresOptions {
  /** The folder for Cardwright's data (CARDWRIGHT_DATA_DIR). */
  dataDir: string;
  /** Additional server settings, as with `postgres -c name=value`. */
  parameters?: Record<string, string>;
  log: Log;
}

export interface EmbeddedPostgres {
  readonly connection: { host: string; port: number; user: string; database: string };
  /** The folder of the cluster (PGDATA). It also contains `postgres.log`. */
  readonly dataPath: string;
  postmasterPid(): number | undefined;
  stop(): Promise<void>;
}

export const USER = 'cardwright';
export const DATABASE = 'cardwright';
/** No TCP port is opened. For a Unix socket, the number is only a part of the socket's name. */
export const PORT = 5432;
/** The name includes the major version, so that a later release never opens a cluster that it cannot read. */
export const CLUSTER_FOLDER = 'postgres-18';
