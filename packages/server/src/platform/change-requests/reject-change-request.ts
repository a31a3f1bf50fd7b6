import { rejectChangeRequest } from '@cardwright/contract';
import { fail } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { decideChange, findPendingChange, subjectOfRequest } from './pending-change.ts';
import { whyNotSecondPerson } from './second-person.ts';

/** Ends a change request without the change, as its second person (docs/interface/change-requests.md#reject). */
export function rejectChangeRequestOperation(deps: Pick<ChangeRequestDeps, 'enqueue' | 'isPerson'>) {
  return implementRest(rejectChangeRequest, async (context, { params, body }) => {
    const pendingChange = await findPendingChange(context, params.change_request_id);
    if (!pendingChange.ok) return pendingChange;
    const { bankId, row } = pendingChange.value;
    const { tx, caller } = context;
    const message = await whyNotSecondPerson(tx, bankId, caller, row.proposed_by, deps.isPerson);
    if (message !== undefined) return fail('state_forbids', { subject: subjectOfRequest(row), message });
    return decideChange(deps, context, pendingChange.value, { state: 'REJECTED', reason: body.reason });
  });
}
