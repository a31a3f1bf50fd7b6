import { type Database, statement } from '../../../platform/storage/index.ts';

/** Whether this server should receive requests, as /readyz reports it. */
export interface Readiness {
  /** Returns why the server should receive no requests, or undefined if it is ready. */
  notReadyReason(): Promise<string | undefined>;
  /**
   * Makes the server not ready and closes each connection after its answer, so that callers switch to other servers.
   * @param staysReady true if other workers serve at the same address
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
        return 'the database does not respond';
      }
    },
    drain: (staysReady = false) => {
      isDraining = true;
      isReady = staysReady;
    },
    isDraining: () => isDraining,
  };
}
