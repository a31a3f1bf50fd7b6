import { readAcquirerModes } from '../../acquiring/index.ts';
import { isForProductionOnly } from '../../issuing/banks/index.ts';
import type { Database, Tx } from '../../platform/storage/index.ts';
import type { Settings } from '../configuration/settings.ts';
import { throwRefusals } from './production-refusals.ts';
import { refuseSandboxData } from './refuse-sandbox-data.ts';
import { readSandboxData } from './sandbox-data.ts';

/**
 * Throws if the database belongs to the other mode. A wrong DATABASE_URL or CARDWRIGHT_MODE must neither enable public
 * credentials next to real cards nor write files with real cards unencrypted.
 */
export async function checkMode(database: Database, settings: Settings): Promise<void> {
  if (settings.CARDWRIGHT_MODE === 'production') {
    throwRefusals(refuseSandboxData(await readSandboxData(database)));
    return;
  }
  if (await isSetUpForProduction(database)) {
    throw new Error(
      'this database was set up for production, so a sandbox does not start on it: check CARDWRIGHT_MODE and DATABASE_URL',
    );
  }
}

/** Returns whether the database has banks or acquirers and none of them belongs to a sandbox. */
export async function isSetUpForProduction(tx: Tx): Promise<boolean> {
  const acquirers = await readAcquirerModes(tx);
  return (acquirers.others > 0 && acquirers.sandbox.length === 0) || (await isForProductionOnly(tx));
}
