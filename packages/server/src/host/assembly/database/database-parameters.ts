const MIB = 1_048_576;
const SHARE = 8;
const [LEAST_MIB, MAX_MIB] = [128, 4_096];

/**
 * Returns the settings of the embedded database for a machine. docs/operate/sizes.md#the-database explains them and
 * lists them for an external database. Pure.
 * @param memoryBytes the memory of the machine or the container
 */
export function databaseParameters(memoryBytes: number) {
  const shared = Math.floor(memoryBytes / MIB / SHARE);
  return {
    // the rows of a million accounts fit in it; an eighth, because the server, its threads and the system cache need the rest
    shared_buffers: `${Math.min(MAX_MIB, Math.max(LEAST_MIB, shared))}MB`,
    // fewer checkpoints write fewer full pages to the log: crash recovery takes a little longer, but no data is at risk
    min_wal_size: '512MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // a batch of messages writes up to a megabyte of log, which this buffer holds until the commit
    wal_buffers: '16MB',
    max_connections: '200',
  };
}

/** Returns the memory that this process may use: that of the machine or, if less, of its container. */
export function availableMemory(total: number, constrained: number | undefined): number {
  return constrained === undefined || constrained <= 0 ? total : Math.min(total, constrained);
}
