const MIB = 1_048_576;
const SHARE = 8;
const [LEAST_MIB, MOST_MIB] = [128, 4_096];

/**
 * Settings of the embedded database for a machine, and why: docs/operate/sizes.md#the-database has the same for a database of your own. Pure.
 * @param memoryBytes what the machine, or the container, has
 */
export function databaseParameters(memoryBytes: number) {
  const shared = Math.floor(memoryBytes / MIB / SHARE);
  return {
    // the rows of a million accounts stay in it; an eighth, as the server, its threads and the system's own cache want the rest
    shared_buffers: `${Math.min(MOST_MIB, Math.max(LEAST_MIB, shared))}MB`,
    // fewer checkpoints, so fewer whole pages in the log: recovery after a crash takes a little longer, nothing is risked
    min_wal_size: '512MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // a batch of messages is up to a megabyte of log: it is written when it is committed, not before
    wal_buffers: '16MB',
    max_connections: '200',
  };
}

/** What this process may use: of the machine, or of its container where that is less. */
export function memoryOfMachine(total: number, constrained: number | undefined): number {
  return constrained === undefined || constrained <= 0 ? total : Math.min(total, constrained);
}
