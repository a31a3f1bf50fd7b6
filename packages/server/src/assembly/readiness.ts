import { type Database, statement } from '../storage/index.ts';

/** Whether requests should be sent to this server: what /readyz answers. */
export interface Readiness {
  /** Why none should be sent; undefined when it is ready. */
  whyNot(): Promise<string | undefined>;
  /** From now on it is not ready, and each answer closes its connection, so that callers turn to other servers. */
  drain(): void;
  readonly isDraining: () => boolean;
}

const ping = statement('server.ping', 'select 1 as one');

export function createReadiness(database: Database): Readiness {
  let isDraining = false;
  return {
    whyNot: async () => {
      if (isDraining) return 'the server is stopping';
      try {
        await database.query(ping, []);
        return undefined;
      } catch {
        return 'the database does not answer';
      }
    },
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
  };
}
