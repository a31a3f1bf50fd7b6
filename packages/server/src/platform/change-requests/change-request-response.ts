import {
  CHANGE_KINDS,
  type ChangeAnalysis,
  type ChangeKind,
  type ChangeRequest,
  EVENT_SCOPES,
  type Scope,
} from '@cardwright/contract';
import type { Caller, Persons } from '../access/index.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { type ChangeRequestRow, DECISION_KINDS } from './change-request-store.ts';

/** Returns the change request as the caller may see it: its content needs the scope that reading its target needs. */
export function toChangeRequestResponse(
  row: ChangeRequestRow,
  { caller, persons, now }: { readonly caller: Caller; readonly persons: Persons; readonly now: Date },
): ChangeRequest {
  const isReadable = row.kinds.every((kind) => caller.scopes.has(scopeOfKind(kind)));
  const content = (text: string | null) =>
    text === null || !isReadable ? null : (readStoredJson(text) as ChangeRequest['before']);
  return {
    change_request_id: row.change_request_id,
    kinds: CHANGE_KINDS.filter((kind) => row.kinds.includes(kind)),
    operation: row.operation,
    subject: row.subject,
    state: isExpired(row, now) ? 'EXPIRED' : row.state,
    before: content(row.before_change),
    after: content(row.after_change),
    reason: row.reason,
    proposed_at: row.proposed_at.toISOString(),
    proposed_by: row.proposed_by,
    proposed_by_name: row.proposed_by_name,
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    decided_by_name: row.decided_by_name,
    decision_reason: row.decision_reason,
    without_second_person: row.without_second_person,
    is_own: persons.isSame(row.proposed_by, caller.clientId),
    analysis: isReadable && row.kinds.some((kind) => DECISION_KINDS.includes(kind)) ? toAnalysisResponse(row) : null,
  };
}

function toAnalysisResponse(row: ChangeRequestRow): ChangeAnalysis {
  const { analysis_state: state, analysis, analysis_id: id, analyzed_at: at } = row;
  const content = analysis === null ? { answers: [], free: [] } : (readStoredJson(analysis) as object);
  return {
    state: state ?? 'PENDING',
    ...(id !== null && { check_id: id }),
    ...(at !== null && { checked_at: at.toISOString() }),
    ...(content as Pick<ChangeAnalysis, 'answers' | 'free'>),
    overridden: row.analysis_overridden,
  };
}

export function isExpired({ state, expires_at: expiresAt }: ChangeRequestRow, now: Date): boolean {
  return state === 'PENDING' && expiresAt <= now;
}

/** The scope for reading the object that a change of this kind changes. */
function scopeOfKind(kind: ChangeKind): Scope {
  // the filters of an export contain only what its requester wrote
  if (kind === 'export') return 'changes:read';
  if (kind === 'onboarding.change') return EVENT_SCOPES.merchant;
  return kind === 'limit.change' ? EVENT_SCOPES.program : EVENT_SCOPES[nounOf(kind)];
}

function nounOf(kind: Exclude<ChangeKind, 'limit.change' | 'export' | 'onboarding.change'>) {
  return kind.split('.')[0] as 'rule' | 'list' | 'program' | 'endpoint';
}
