import type { ListedAuthorization } from '@cardwright/contract';

/** The address of one decision: a reference alone may be that of several acquirers. */
export function decisionLink(decision: ListedAuthorization) {
  const { retrieval_reference_number: reference, acquiring_institution_code, system_trace_audit_number } = decision;
  return {
    to: '/authorizations/$reference',
    params: { reference },
    search: { acquiring_institution_code, system_trace_audit_number },
  } as const;
}
