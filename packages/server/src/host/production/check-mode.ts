import { readAcquirerModes } from '../../acquiring/index.ts';
import { isForProductionOnly } from '../../issuing/banks/index.ts';
import type { Database, Tx } from '../../platform/storage/index.ts';
import type { Settings } from '../configuration/settings.ts';
import { throwRefusals } from './production-refusals.ts';
import { refuseLeftovers } from './refuse-leftovers.ts';
import { readLeftovers } from './sandbox-leftovers.ts';

/**
 * Throws if the database was set up for the other mode. A forgotten DATABASE_URL or CARDWRIGHT_MODE must not put public
 * credentials beside real cards, nor write files with real cards unencrypted.
 */
export async function checkMode(database: Database, settings: Settings): Promise<void> {
  if (settings.CARDWRIGHT_MODE === 'production') {
    throwRefusals(refuseLeftovers(await readLeftovers(database)));
    return;
  }
  if (await isSetUpForProduction(database)) {
    throw new Error(
      'this database was set up for production: a sandbox does not start on it (CARDWRIGHT_MODE, DATABASE_URL)',
    );
  }
}

/** Whether there are banks or acquirers, none of them made by a sandbox. */
export async function isSetUpForProduction(tx: Tx): Promise<boolean> {
  const acquirers = await readAcquirerModes(tx);
  return (acquirers.others > 0 && acquirers.sandbox.length === 0) || (await isForProductionOnly(tx));
}
