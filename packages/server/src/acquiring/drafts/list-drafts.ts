import { listDrafts } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { cutPage, readPage } from '../../platform/kernel/page.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import type { ReadNames } from '../records/read-names.ts';
import { toDraftSummary } from './draft-response.ts';
import { listDraftRows } from './draft-store.ts';

export function listDraftsOperation({ readNames }: { readonly readNames: ReadNames }) {
  return implementRest(listDrafts, async ({ tx, caller, audit }, { query }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const page = readPage(query);
    if (!page.ok) return page;
    const found = await listDraftRows(tx, acquirerId, page.value.before, page.value.limit + 1);
    const cut = cutPage(found, page.value, ({ saved_at: at, draft_no: id }) => ({ at, id }));
    const log = acquirerLog(acquirerId);
    const people = await readNames(tx, log, [...new Set(cut.rows.map(({ saved_by }) => saved_by))]);
    audit(log, 'drafts', 'read', { drafts: cut.rows.length });
    return ok({
      body: {
        drafts: cut.rows.map(toDraftSummary),
        ...(people.length > 0 && { people }),
        next_cursor: cut.nextCursor,
      },
    });
  });
}
