import { type Database, isConnectionTimeout, type Tx } from '../../../platform/storage/index.ts';
import { type LaneConnection, openLaneConnection } from './lane-connection.ts';

/** A connection for queries that lanes wait for. They must not wait for the pool, which other operations may have used up. */
export interface HotConnection extends Tx {
  close(): Promise<void>;
}

/** Creates a connection outside the pool for single statements. It opens when it is first needed, and again after it was lost. */
export function createHotConnection(
  database: Database,
  { deadlineMs, isOnCitus }: { deadlineMs: number; isOnCitus: boolean },
): HotConnection {
  let current: LaneConnection | undefined;
  let opening: Promise<LaneConnection> | undefined;

  const openConnection = async () => {
    if (current !== undefined && !current.broken) return current;
    opening ??= openLaneConnection(database, { deadlineMs, lockMs: deadlineMs, isOnCitus }).finally(() => {
      opening = undefined;
    });
    current = await opening;
    return current;
  };

  return {
    async query(statement, values) {
      const connection = await openConnection();
      try {
        return (await connection.query(statement, values)).rows as never;
      } catch (error) {
        if (isConnectionTimeout(error)) connection.abandon();
        throw error;
      }
    },
    close: async () => await current?.close().catch(() => {}),
  };
}
