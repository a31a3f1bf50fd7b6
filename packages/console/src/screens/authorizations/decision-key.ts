import type { AuthorizationListItem } from '@cardwright/contract';

/** What identifies a decision in an address: the reference alone can be used by several acquirers. */
export interface DecisionKey {
  readonly reference: string;
  readonly acquiring_institution_code: string;
  readonly system_trace_audit_number: string;
}

export function keyOfDecision(row: AuthorizationListItem): string {
  return [row.acquiring_institution_code, row.system_trace_audit_number, row.retrieval_reference_number].join('.');
}

/** Parses the key of a decision. Returns undefined for other texts, because people can edit an address by hand. */
export function parseDecisionKey(key = ''): DecisionKey | undefined {
  const [, acquirer, trace, reference] = /^([^.]+)\.([^.]+)\.(.+)$/.exec(key) ?? [];
  if (acquirer === undefined || trace === undefined || reference === undefined) return undefined;
  return { reference, acquiring_institution_code: acquirer, system_trace_audit_number: trace };
}
