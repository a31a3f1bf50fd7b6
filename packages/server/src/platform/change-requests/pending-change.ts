import { CHANGE_DECISION, type ChangeRequest } from '@cardwright/contract';
import { readPersons } from '../access/index.ts';
import { type Failure, fail, ok, type Success } from '../kernel/result.ts';
import { maskValidCardNumbers } from '../kernel/text/masked-text.ts';
import type { OperationContext } from '../operation/index.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { isExpired, toChangeRequestResponse } from './change-request-response.ts';
import {
  type ChangeDecision,
  type ChangeRequestRow,
  decideChangeRequest,
  lockChangeRequest,
} from './change-request-store.ts';
import { publishChangeRequest } from './publish-change-request.ts';
import { tenantOfChange } from './tenant-of-change.ts';

/** A change request that is about to be decided, locked until the transaction ends. */
export interface PendingChange {
  /** The bank or acquirer, by the name of its audit log. */
  readonly bankId: string;
  readonly row: ChangeRequestRow;
  /** Whether the caller is the proposer, also under another login. */
  readonly isOwn: boolean;
}

export async function findPendingChange(
  { tx, caller, now }: OperationContext,
  id: string,
): Promise<Success<PendingChange> | Failure<'wrong_bank' | 'change_request_not_found' | 'state_forbids'>> {
  const tenant = tenantOfChange(caller);
  if (!tenant.ok) return tenant;
  const bankId = tenant.value;
  const row = await lockChangeRequest(tx, bankId, id);
  if (row === undefined) return fail('change_request_not_found');
  const state = isExpired(row, now) ? 'EXPIRED' : row.state;
  if (state !== 'PENDING') {
    const message = `The change request is ${state}: it would have to be PENDING`;
    return fail('state_forbids', { subject: subjectOfRequest(row), message });
  }
  const persons = await readPersons(tx, bankId, [row.proposed_by, caller.clientId]);
  return ok({ bankId, row, isOwn: persons.isSame(row.proposed_by, caller.clientId) });
}

/** The subject of a change request in the audit log. */
export function subjectOfRequest({ change_request_id: id }: ChangeRequestRow): string {
  return `change-request:${id}`;
}

/** Stores the decision, audits it with both people and publishes it. */
export async function decideChange(
  { enqueue }: Pick<ChangeRequestDeps, 'enqueue'>,
  { tx, caller, now, audit }: OperationContext,
  { bankId, row }: PendingChange,
  {
    state,
    reason: sent,
    withoutSecondPerson = false,
    overridesAnalysis = false,
  }: Pick<ChangeDecision, 'state'> & {
    readonly reason: string | undefined;
    readonly withoutSecondPerson?: boolean;
    readonly overridesAnalysis?: boolean;
  },
): Promise<Success<{ body: ChangeRequest }>> {
  const reason = sent === undefined ? null : maskValidCardNumbers(sent);
  const decision = { state, reason, at: now, by: caller.clientId, byName: caller.person?.name ?? null };
  const exceptions = { withoutSecondPerson, overridesAnalysis };
  const resolution = await decideChangeRequest(tx, bankId, row.change_request_id, { ...decision, ...exceptions });
  const details = {
    kinds: row.kinds,
    subject: row.subject,
    proposed_by: row.proposed_by,
    ...(reason !== null && { reason }),
    ...(withoutSecondPerson && { without_second_person: true }),
    ...(overridesAnalysis && { overridden_check: row.analysis_id }),
  };
  const change = { before: { state: row.state }, after: { state } };
  audit(bankId, subjectOfRequest(row), state.toLowerCase(), details, change);
  if (caller.kind === 'bank')
    await publishChangeRequest(tx, enqueue, bankId, resolution, { type: CHANGE_DECISION, at: now });
  const persons = await readPersons(tx, bankId, [row.proposed_by, caller.clientId]);
  return ok({ body: toChangeRequestResponse(resolution, { caller, persons, now }) });
}
