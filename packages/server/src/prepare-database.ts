import { hasSandboxClients } from './access/index.ts';
import { isForProductionOnly } from './banks/index.ts';
import { applyConfiguration, readConfiguration } from './configuration.ts';
import { DEMO_CONFIGURATION } from './sandbox/index.ts';
import type { Settings } from './settings.ts';
import { type Database, ensurePartitions, migrate } from './storage/index.ts';
import { openVault, type RootKeys, type Vault } from './vault/index.ts';

/** Brings the schema up to date, opens the vault, and sets up what the mode and the configuration file name. */
export async function prepareDatabase(database: Database, settings: Settings, keys: RootKeys): Promise<Vault> {
  await inOwnConnection(database, migrate);
  if (settings.CARDWRIGHT_MODE === 'sandbox') await prepareSandbox(database);
  else if (await hasSandboxClients(database)) {
    throw new Error('this database holds sandbox credentials: production does not start on it');
  }
  const vault = await openVault(database, keys);
  if (settings.CARDWRIGHT_CONFIG_FILE === undefined) return vault;
  const configuration = await readConfiguration(settings.CARDWRIGHT_CONFIG_FILE);
  await applyConfiguration(database, configuration, { sandbox: false, vault });
  return vault;
}

/** A forgotten DATABASE_URL must not put credentials that everybody knows beside real cards. */
async function prepareSandbox(database: Database): Promise<void> {
  if (await isForProductionOnly(database)) {
    throw new Error(
      'this database was set up for production: a sandbox does not start on it (CARDWRIGHT_MODE, DATABASE_URL)',
    );
  }
  await applyConfiguration(database, DEMO_CONFIGURATION, { sandbox: true });
}

export function preparePartitions(database: Database, now: Date): Promise<void> {
  return inOwnConnection(database, (client) => ensurePartitions(client, now));
}

async function inOwnConnection<T>(
  database: Database,
  work: (client: Awaited<ReturnType<Database['connect']>>) => Promise<T>,
): Promise<T> {
  // waiting for another server's migration may take long
  const client = await database.connect({ unlimited: true });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
