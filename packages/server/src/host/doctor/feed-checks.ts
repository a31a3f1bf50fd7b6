import { stat } from 'node:fs/promises';
import { readFeeds } from '../../platform/outbox/index.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed } from './check.ts';
import { checkFolder } from './machine-checks.ts';

export const feedChecks: readonly Check[] = [{ name: 'event feeds', needs: 'schema', run: feedFolders }];

/** Checks that this host can write the folder of each feed. */
async function feedFolders({ database }: CheckSubject): Promise<readonly CheckOutcome[]> {
  const feeds = await readFeeds(database);
  const outcomes = feeds.map(async ({ bank_id: bankId, folder, marked_folder: marked }) => {
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    );
    // a folder that had files and is gone is a disk that is not mounted
    if (marked === folder && !isThere) return failed(`${folder} is missing`, `event feed ${bankId}`);
    return { ...(await checkFolder(folder)), name: `event feed ${bankId}` };
  });
  return feeds.length === 0 ? [passed('none')] : await Promise.all(outcomes);
}
