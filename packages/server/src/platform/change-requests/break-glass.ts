import { BREAK_GLASS_MINUTES, breakGlass } from '@cardwright/contract';
import { fail } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { applyChange } from './apply-change.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { decideChange, findPendingChange, subjectOfRequest } from './pending-change.ts';

/** Applies a change request of the caller without a second person (docs/interface/change-requests.md#break-glass). */
export function breakGlassOperation(deps: ChangeRequestDeps) {
  return implementRest(breakGlass, async (context, { params, body }) => {
    const pendingChange = await findPendingChange(context, params.change_request_id);
    if (!pendingChange.ok) return pendingChange;
    const { row, isOwn } = pendingChange.value;
    const subject = subjectOfRequest(row);
    if (!isOwn) return fail('state_forbids', { subject, message: 'Only its proposer can break the glass' });
    const until = new Date(row.proposed_at.getTime() + BREAK_GLASS_MINUTES * 60_000);
    if (context.now >= until) {
      const message = `The glass can be broken within ${BREAK_GLASS_MINUTES} minutes of the request`;
      return fail('state_forbids', { subject, message });
    }
    const applied = await applyChange(deps, context, pendingChange.value);
    if (!applied.ok) return applied;
    const decision = { state: 'APPLIED', reason: body.reason, withoutSecondPerson: true } as const;
    return decideChange(deps, context, pendingChange.value, decision);
  });
}
