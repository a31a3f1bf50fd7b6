import { isForProductionOnly } from './banks/index.ts';
import { refuseLeftovers, throwRefusals } from './production-refusals.ts';
import { readLeftovers } from './sandbox-leftovers.ts';
import type { Settings } from './settings.ts';
import type { Database } from './storage/index.ts';

/**
 * Throws where the database was set up for the other mode. A forgotten DATABASE_URL or CARDWRIGHT_MODE must not put
 * credentials that everybody knows beside real cards, nor write real cards in the clear.
 */
export async function checkMode(database: Database, settings: Settings): Promise<void> {
  if (settings.CARDWRIGHT_MODE === 'production') {
    throwRefusals(refuseLeftovers(await readLeftovers(database)));
    return;
  }
  if (await isForProductionOnly(database)) {
    throw new Error(
      'this database was set up for production: a sandbox does not start on it (CARDWRIGHT_MODE, DATABASE_URL)',
    );
  }
}
