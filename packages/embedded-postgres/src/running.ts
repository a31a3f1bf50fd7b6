import { existsSync } from 'node:fs';
import { DATABASE, type EmbeddedPostgres, PORT, USER } from './options.ts';
import { socketDirectoryOfOwner } from './owner.ts';
import { placeCluster } from './placement.ts';

/**
 * Returns how to connect to the embedded database of a data folder while a Cardwright process runs it. Undefined if no
 * process runs it. Throws if no database was ever created there.
 */
export async function findRunningPostgres(dataDir: string): Promise<EmbeddedPostgres['connection'] | undefined> {
  const placement = existsSync(dataDir) ? placeCluster(dataDir) : undefined;
  if (placement === undefined || !existsSync(placement.dataPath)) {
    throw new Error(
      `There is no database in the data directory ${dataDir}. Start the server once, or set CARDWRIGHT_DATA_DIR or ` +
        'DATABASE_URL to the ones that it uses.',
    );
  }
  const host = await socketDirectoryOfOwner(placement.place);
  return host === undefined ? undefined : { host, port: PORT, user: USER, database: DATABASE };
}
