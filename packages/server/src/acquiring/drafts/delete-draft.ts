import { deleteDraft } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { toAuditedDraft } from './draft-response.ts';
import { removeDraft } from './draft-store.ts';

export const deleteDraftOperation = implementRest(
  deleteDraft,
  async ({ tx, caller, audit }, { params: { draftId } }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const removed = await removeDraft(tx, calling.value, draftId);
    if (removed === undefined) return fail('application_not_found');
    audit(
      acquirerLog(calling.value),
      `draft:${draftId}`,
      'deleted',
      {},
      {
        before: { draft: toAuditedDraft(removed) },
        after: { draft: null },
      },
    );
    return ok({ body: { draftId } });
  },
);
