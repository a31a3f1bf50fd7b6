import type { AuthorizationListItem } from '@cardwright/contract';

/** The address of one decision. It includes more than the reference, which several acquirers can use. */
export function decisionLink(decision: AuthorizationListItem) {
  const { retrieval_reference_number: reference, acquiring_institution_code, system_trace_audit_number } = decision;
  return {
    to: '/authorizations/$reference',
    params: { reference },
    search: { acquiring_institution_code, system_trace_audit_number },
  } as const;
}
