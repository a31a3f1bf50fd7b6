import { approveChangeRequest } from '@cardwright/contract';
import { fail } from '../kernel/result.ts';
import { type DecisionComparison, implementRest } from '../operation/index.ts';
import { applyChange } from './apply-change.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { type ChangeRequestRow, DECISION_KINDS } from './change-request-store.ts';
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
    const apply = () => applyChange(deps, context, found.value);
    const canChangeDecisions = row.kinds.some((kind) => DECISION_KINDS.includes(kind));
    const { made, comparison } = canChangeDecisions
      ? await deps.compareChange(tx, bankId, context.now, apply)
      : { made: await apply(), comparison: undefined };
    if (!made.ok) return made;
    const { reason, override_check_id: override } = body;
    const broken = comparison && analysisRefusal(row, comparison);
    const overridesAnalysis = broken !== undefined && override !== undefined && override === row.analysis_id;
    if (broken !== undefined && !(overridesAnalysis && broken.canBeOverridden))
      return fail('state_forbids', { subject: subjectOfRequest(row), message: broken.message });
    if (overridesAnalysis && reason === undefined)
      return fail('field_missing', { path: 'reason', message: 'must be sent with override_check_id' });
    return decideChange(deps, context, found.value, { state: 'APPLIED', reason, overridesAnalysis });
  });
}

/** Returns why the promises of the bank prevent the approval. */
function analysisRefusal(
  { analysis_id: id, analysis_state: state }: ChangeRequestRow,
  { checkId, canBreakPromise }: DecisionComparison,
): { readonly message: string; readonly canBeOverridden: boolean } | undefined {
  if (!canBreakPromise) return undefined;
  if (id !== checkId) {
    const message = 'The change is being checked against the promises of the bank: try again in a minute';
    return { message, canBeOverridden: false };
  }
  if (state === 'KEPT' || state === 'NONE') return undefined;
  const fault = state === 'BROKEN' ? 'It breaks promises' : 'It was not decided in time whether it keeps all promises';
  return { message: `${fault}: approve it with override_check_id and a reason, or reject it`, canBeOverridden: true };
}
