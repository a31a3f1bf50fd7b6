import type { ConnectionSettings } from '@cardwright/server/internal/platform/storage/index';
import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import type { BenchDatabase } from './bench-database.ts';
import { benchSettings } from './bench-process.ts';
import type { Flags } from './flags.ts';
import { createOwnDatabase } from './own-database.ts';
import { seedCards } from './seeds/seed-cards.ts';

/**
 * Opens a sandbox database with cards and returns the settings of its servers. A sandbox lets banks name addresses on
 * this machine.
 */
export async function openBenchSandbox(
  bench: BenchDatabase,
  flags: Flags,
  name: string,
): Promise<{ readonly connection: ConnectionSettings; readonly settings: Readonly<Record<string, string>> }> {
  const { connection, url } = await createOwnDatabase(bench, name);
  await seedCards(connection, await readKeyFile(bench.keyFile), flags.cards, flags.cards, { sandbox: true });
  const settings = {
    ...benchSettings({ ...bench, url }),
    CARDWRIGHT_MODE: 'sandbox',
    CARDWRIGHT_SANDBOX_DATA: 'none',
    ...flags.productSettings,
  };
  return { connection, settings };
}
