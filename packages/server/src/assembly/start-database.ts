import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';

/** Fewer checkpoints, so fewer whole pages in the log: recovery after a crash takes a little longer, nothing is risked. */
const PARAMETERS = {
  min_wal_size: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_buffers: '16MB',
  max_connections: '200',
};

/** The embedded database, as a server wants it. */
export function startDatabase(dataDir: string, logger: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    parameters: PARAMETERS,
    log: ({ level, message, detail }) => logger[level](detail ?? {}, message),
  });
}
