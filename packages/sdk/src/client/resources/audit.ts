// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { listAudit, readAuditProof } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** The audit log. */
export interface AuditCalls {
  /** List audit rows. */
  readonly list: PagedMethod<typeof listAudit, 'items'>;
  /** Get audit proof. */
  readonly proof: CallMethod<typeof readAuditProof>;
}

export function makeAudit({ one, paged }: MethodFactory): AuditCalls {
  return {
    list: paged(listAudit, 'items'),
    proof: one(readAuditProof),
  };
}
