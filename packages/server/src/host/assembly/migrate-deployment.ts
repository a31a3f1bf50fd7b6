import { openDatabase, readMigrations } from '../../platform/storage/index.ts';
import { ownerConnectionOf } from '../configuration/settings.ts';
import { readValidSettings } from '../configuration/valid-settings.ts';
import { rootKeys } from '../production/root-keys.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { type DeploymentOptions, findDatabase } from './deployment.ts';

const CONNECTIONS = 2;
const WITHOUT_LIMIT = 0;

/**
 * Runs the steps of a start before it serves: the schema, the partitions of the coming months, the keys and the
 * configuration file.
 * @returns the migrations that were applied
 */
export async function migrateDeployment(
  environment: Readonly<Record<string, string | undefined>>,
  { report }: DeploymentOptions,
): Promise<readonly string[]> {
  const settings = readValidSettings(environment);
  const keys = await rootKeys(settings);
  const { connection, stop } = await findDatabase(settings, report);
  const database = openDatabase({
    connection,
    ownerConnection: ownerConnectionOf(settings),
    maxConnections: CONNECTIONS,
    statementTimeoutMs: WITHOUT_LIMIT,
    onError: (error) => report(`lost a database connection: ${error.message}`),
  });
  try {
    const client = await database.connect({ asOwner: true });
    const { pending } = await readMigrations(client).finally(() => client.end());
    await prepareDatabase(database, settings, keys);
    return pending;
  } finally {
    await database.close();
    await stop();
  }
}
