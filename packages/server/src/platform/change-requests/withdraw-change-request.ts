import { withdrawChangeRequest } from '@cardwright/contract';
import { fail } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { decideChange, findPendingChange, subjectOfRequest } from './pending-change.ts';

/** Ends a change request of the caller without the change (docs/interface/change-requests.md#withdraw). */
export function withdrawChangeRequestOperation(deps: Pick<ChangeRequestDeps, 'enqueue'>) {
  return implementRest(withdrawChangeRequest, async (context, { params, body }) => {
    const pendingChange = await findPendingChange(context, params.change_request_id);
    if (!pendingChange.ok) return pendingChange;
    const { row, isOwn } = pendingChange.value;
    if (!isOwn) {
      return fail('state_forbids', { subject: subjectOfRequest(row), message: 'Only its proposer can withdraw it' });
    }
    return decideChange(deps, context, pendingChange.value, { state: 'WITHDRAWN', reason: body.reason });
  });
}
