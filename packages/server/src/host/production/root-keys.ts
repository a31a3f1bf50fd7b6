import { type RootKeys, readKeyFile, sandboxKeys } from '../../platform/vault/index.ts';
import { ensureDataFolder } from '../configuration/data-folder.ts';
import type { Settings } from '../configuration/settings.ts';
import { throwRefusals } from './production-refusals.ts';
import { refuseSettings } from './refuse-settings.ts';
import { readProductionSettings } from './sandbox-data.ts';

/**
 * Returns the keys of CARDWRIGHT_KEY_FILE. Without that setting, the sandbox creates its own keys. The server refuses
 * production without a key file before it calls this function.
 */
export async function rootKeys(settings: Settings): Promise<RootKeys> {
  if (settings.CARDWRIGHT_MODE === 'production') {
    throwRefusals(refuseSettings(await readProductionSettings(settings, process.env)));
  }
  if (settings.CARDWRIGHT_KEY_FILE !== undefined) return await readKeyFile(settings.CARDWRIGHT_KEY_FILE);
  await ensureDataFolder(settings.CARDWRIGHT_DATA_DIR);
  return await sandboxKeys(settings.CARDWRIGHT_DATA_DIR);
}
