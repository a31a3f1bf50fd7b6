import { totalmem } from 'node:os';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import { availableMemory, databaseParameters } from './database-parameters.ts';

/** Starts the embedded database with the settings of a server. */
export function startDatabase(dataDir: string, logger: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    parameters: databaseParameters(availableMemory(totalmem(), process.constrainedMemory())),
    log: ({ level, message, detail }) => logger[level](detail ?? {}, message),
  });
}
