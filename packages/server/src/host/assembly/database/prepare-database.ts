import { systemClock } from '../../../platform/kernel/time/clock.ts';
import { type Database, ensurePartitions, migrate } from '../../../platform/storage/index.ts';
import { openVault, type RootKeys, type Vault, type VaultOptions } from '../../../platform/vault/index.ts';
import { applyConfiguration } from '../../configuration/apply-configuration.ts';
import { reachOf, readConfiguration } from '../../configuration/configuration.ts';
import type { Settings } from '../../configuration/settings.ts';
import { checkMode } from '../../production/check-mode.ts';
import { DEMO_CONFIGURATION } from '../../sandbox/index.ts';

/** Logs a change of the configuration file. */
type WarnOfChange = (facts: { readonly bank: string; readonly members: readonly string[] }, text: string) => void;

/** Migrates the schema, opens the vault, and sets up the data of the mode and the configuration file. */
export async function prepareDatabase(
  database: Database,
  settings: Settings,
  keys: RootKeys,
  { warn = () => {}, ...options }: VaultOptions & { readonly warn?: WarnOfChange } = {},
): Promise<Vault> {
  await database.checkSessions({ asOwner: true });
  await inOwnConnection(database, async (client) => {
    await migrate(client);
    // configuration changes are written into this month's partition of the audit log
    await ensurePartitions(client, systemClock.now());
  });
  await database.checkSessions({ asOwner: false });
  await checkMode(database, settings);
  const vault = await openVault(database, keys, options);
  const configuration =
    settings.CARDWRIGHT_CONFIG_FILE === undefined
      ? { banks: [], oauth_clients: [] }
      : await readConfiguration(settings.CARDWRIGHT_CONFIG_FILE, reachOf(settings));
  const fixtures = settings.CARDWRIGHT_MODE === 'sandbox' ? DEMO_CONFIGURATION : undefined;
  const applied = { sandbox: false, vault, ...(fixtures && { fixtures }) };
  for (const { bankId, members } of await applyConfiguration(database, configuration, applied))
    warn(
      { bank: bankId, members },
      'the configuration can change decisions: no promise of the bank is held against it',
    );
  return vault;
}

export function preparePartitions(database: Database, now: Date): Promise<void> {
  return inOwnConnection(database, (client) => ensurePartitions(client, now));
}

async function inOwnConnection<T>(
  database: Database,
  work: (client: Awaited<ReturnType<Database['connect']>>) => Promise<T>,
): Promise<T> {
  // without a time limit, because the migration of another server may take long
  const client = await database.connect({ unlimited: true, asOwner: true });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
