import type { AwaitedStep } from '@cardwright/contract';
import { type Caller, readNamesOfPerson } from '../../platform/access/index.ts';
import { acquirerLog } from '../../platform/audit/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { AcquirerDirectory } from '../acquirers/acquirer-directory.ts';
import { firstPage } from '../records/sorted-page.ts';
import { listApplicationRows } from './application-list-store.ts';
import { findFirstMerchants } from './application-store.ts';

export interface PendingApplication {
  readonly applicationId: string;
  readonly merchantName: string;
  readonly createdAt: Date;
}

/**
 * Reads applications with merchants that await a step which the caller may take, oldest first. The list of applications
 * shows the same ones with `relation=ASKED_OF_ME` (docs/interface/merchant-review.md#applications).
 */
export async function readPendingApplications(
  tx: Tx,
  acquirers: AcquirerDirectory,
  caller: Caller & { readonly acquirerId: string },
  { awaiting, limit }: { readonly awaiting: AwaitedStep; readonly limit: number },
): Promise<PendingApplication[]> {
  const { acquirerId, clientId, scopes } = caller;
  const submitterMayDecide = acquirers.acquirer(acquirerId)?.submitterMayDecide === true;
  const filter = {
    awaiting,
    relation: 'ASKED_OF_ME',
    ownNames: await readNamesOfPerson(tx, acquirerLog(acquirerId), clientId),
    scopes: [...scopes],
    submitterMayDecide,
  } as const;
  const rows = (await listApplicationRows(tx, acquirerId, filter, firstPage('oldest', limit))).slice(0, limit);
  const ids = rows.map(({ application_id }) => application_id);
  const first = await findFirstMerchants(tx, acquirerId, ids);
  return rows.map(({ application_id: applicationId, created_at: createdAt }) => ({
    applicationId,
    merchantName: first.get(applicationId)?.merchantName ?? applicationId,
    createdAt,
  }));
}
