import { readDraft } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { toDraftResponse } from './draft-response.ts';
import { findDraft } from './draft-store.ts';

export const readDraftOperation = implementRest(readDraft, async ({ tx, caller, audit }, { params: { draftId } }) => {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const found = await findDraft(tx, calling.value, draftId);
  if (found === undefined) return fail('application_not_found');
  audit(acquirerLog(calling.value), `draft:${draftId}`, 'read');
  return ok({ body: toDraftResponse(found) });
});
