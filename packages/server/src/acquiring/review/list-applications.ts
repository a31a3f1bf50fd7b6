import { listApplications } from '@cardwright/contract';
import { readNamesOfPerson } from '../../platform/access/index.ts';
import { acquirerLog } from '../../platform/audit/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { AcquirerDirectory } from '../acquirers/acquirer-directory.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { findByWords } from '../records/merchant-word-store.ts';
import type { ReadNames } from '../records/read-names.ts';
import { cutSortedPage, readSortedPage } from '../records/sorted-page.ts';
import { countApplications, listApplicationRows } from './application-list-store.ts';
import { readApplicationSummaries, toApplicationResponse } from './application-response.ts';
import { findApplicationsOf } from './application-store.ts';

const APPLICATION_ID = /^.{1,40}$/;

interface Deps {
  readonly acquirers: AcquirerDirectory;
  readonly readNames: ReadNames;
}

/**
 * Lists applications. With a status, an awaited step or a state of hits, lists only applications that have such a
 * merchant.
 */
export function listApplicationsOperation({ acquirers, readNames }: Deps) {
  return implementRest(listApplications, async ({ tx, caller, audit }, { query }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const page = readSortedPage(query, APPLICATION_ID);
    if (!page.ok) return page;
    const { q, status, kind, awaiting, relation } = query;
    const of = q === undefined ? undefined : await findByWords(tx, acquirerId, q);
    const ids = of && (await findApplicationsOf(tx, acquirerId, of));
    const conditions = {
      ownNames: await readNamesOfPerson(tx, acquirerLog(acquirerId), caller.clientId),
      scopes: [...caller.scopes],
      submitterMayDecide: acquirers.acquirer(acquirerId)?.submitterMayDecide === true,
    };
    const filter = { status, kind, awaiting, relation, ids, ...conditions };
    const rows = await listApplicationRows(tx, acquirerId, filter, page.value);
    const cut = cutSortedPage(rows, page.value, (row) => ({
      hits: row.standing,
      at: row.created_at,
      id: row.application_id,
    }));
    const applicationIds = cut.rows.map(({ application_id }) => application_id);
    const summaries = await readApplicationSummaries(tx, acquirerId, applicationIds);
    const applications = cut.rows.map((row) => toApplicationResponse(row, summaries));
    const reviewers = new Set(applications.flatMap(({ reviewedBy = [] }) => reviewedBy));
    const people = await readNames(tx, acquirerLog(acquirerId), [...reviewers]);
    audit(acquirerLog(acquirerId), 'applications', 'read', { applications: applicationIds.length });
    return ok({
      body: {
        applications,
        ...(query.withTotal === 'true' && { total: await countApplications(tx, acquirerId, filter, page.value) }),
        ...(people.length > 0 && { people }),
        next_cursor: cut.nextCursor,
      },
    });
  });
}
