import { MAX_TASKS_OF_KIND } from '@cardwright/contract';
import { START } from '../kernel/page.ts';
import type { Tx } from '../storage/index.ts';
import { type ChangeRequestRow, readChangeRequests } from './change-request-store.ts';

/** Returns the change requests of a bank that wait for a second person, oldest first. */
export async function readPendingApprovals(tx: Tx, bankId: string, now: Date): Promise<ChangeRequestRow[]> {
  const page = { before: START, limit: MAX_TASKS_OF_KIND };
  return (await readChangeRequests(tx, bankId, { state: 'PENDING', now, page })).slice(0, page.limit).reverse();
}
