import { type Database, statement } from '../../../platform/storage/index.ts';

/** Whether requests should be sent to this server: what /readyz answers. */
export interface Readiness {
  /** Why none should be sent; undefined when it is ready. */
  notReadyReason(): Promise<string | undefined>;
  /**
   * From now on each answer closes its connection, so that callers turn to other servers, and it is not ready.
   * @param staysReady where other workers serve behind the same address
   */
  drain(staysReady?: boolean): void;
  readonly isDraining: () => boolean;
}

const ping = statement('server.ping', 'select 1 as one');

export function createReadiness(database: Database): Readiness {
  let isDraining = false;
  let isReady = true;
  return {
    notReadyReason: async () => {
      if (!isReady) return 'the server is stopping';
      try {
        await database.query(ping, []);
        return undefined;
      } catch {
        return 'the database does not answer';
      }
    },
    drain: (staysReady = false) => {
      isDraining = true;
      isReady = staysReady;
    },
    isDraining: () => isDraining,
  };
}
