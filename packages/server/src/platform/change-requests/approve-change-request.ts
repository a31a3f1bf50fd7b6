import { approveChangeRequest } from '@cardwright/contract';
import { fail } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { applyChange } from './apply-change.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { decideChange, findPendingChange, subjectOfRequest } from './pending-change.ts';
import { whyNotSecondPerson } from './second-person.ts';

/** Applies a change as its second person (docs/interface/change-requests.md#approve). */
export function approveChangeRequestOperation(deps: ChangeRequestDeps) {
  return implementRest(approveChangeRequest, async (context, { params, body }) => {
    const found = await findPendingChange(context, params.change_request_id);
    if (!found.ok) return found;
    const { bankId, row } = found.value;
    const { tx, caller } = context;
    const message = await whyNotSecondPerson(tx, bankId, caller, row.proposed_by, deps.isPerson);
    if (message !== undefined) return fail('state_forbids', { subject: subjectOfRequest(row), message });
    const applied = await applyChange(deps, context, found.value);
    if (!applied.ok) return applied;
    return decideChange(deps, context, found.value, { state: 'APPLIED', reason: body.reason });
  });
}
