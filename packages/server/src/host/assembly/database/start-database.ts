import { totalmem } from 'node:os';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import { databaseParameters, memoryOfMachine } from './database-parameters.ts';

/** The embedded database, as a server wants it. */
export function startDatabase(dataDir: string, logger: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    parameters: databaseParameters(memoryOfMachine(totalmem(), process.constrainedMemory())),
    log: ({ level, message, detail }) => logger[level](detail ?? {}, message),
  });
}
