import { withdrawChangeRequest } from '@cardwright/contract';
import { fail } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { decideChange, findPendingChange, subjectOfRequest } from './pending-change.ts';

/** Ends a change request of the caller without the change (docs/interface/change-requests.md#withdraw). */
export function withdrawChangeRequestOperation(deps: Pick<ChangeRequestDeps, 'enqueue'>) {
  return implementRest(withdrawChangeRequest, async (context, { params, body }) => {
    const found = await findPendingChange(context, params.change_request_id);
    if (!found.ok) return found;
    const { row, isOwn } = found.value;
    if (!isOwn) {
      return fail('state_forbids', { subject: subjectOfRequest(row), message: 'Only its proposer can withdraw it' });
    }
    return decideChange(deps, context, found.value, { state: 'WITHDRAWN', reason: body.reason });
  });
}
