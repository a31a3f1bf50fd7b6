// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  authorizeEcommerce,
  completeAuthorization,
  listAuthorizations,
  previewAuthorization,
  readAuthorization,
  readDeclineReport,
  readLogProof,
  readPartner,
  readProof,
  readStatistics,
  reverseAuthorization,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Messages of a card network and their decisions. */
export interface AuthorizationCalls {
  /** Authorize an e-commerce payment. */
  readonly ecommerce: CallMethod<typeof authorizeEcommerce>;
  /** Preview a decision. */
  readonly preview: CallMethod<typeof previewAuthorization>;
  /** Get an authorization. */
  readonly retrieve: CallMethod<typeof readAuthorization, ['Retrieval_Reference_Number']>;
  /** Reverse an authorization. */
  readonly reverse: CallMethod<typeof reverseAuthorization, ['Retrieval_Reference_Number']>;
  /** Complete an authorization. */
  readonly complete: CallMethod<typeof completeAuthorization, ['Retrieval_Reference_Number']>;
  /** List authorizations. */
  readonly list: PagedMethod<typeof listAuthorizations, 'items'>;
  /** Get authorization statistics. */
  readonly statistics: PagedMethod<typeof readStatistics, 'items'>;
  /** Get decline report. */
  readonly declineReport: CallMethod<typeof readDeclineReport>;
  /** Get partner health. */
  readonly partner: CallMethod<typeof readPartner>;
  /** Get the proof of a decision. */
  readonly proof: CallMethod<typeof readProof, ['Retrieval_Reference_Number']>;
  /** Get the proof of the log. */
  readonly logProof: CallMethod<typeof readLogProof>;
}

export function makeAuthorizations({ one, paged }: MethodFactory): AuthorizationCalls {
  return {
    ecommerce: one(authorizeEcommerce),
    preview: one(previewAuthorization),
    retrieve: one(readAuthorization, 'Retrieval_Reference_Number'),
    reverse: one(reverseAuthorization, 'Retrieval_Reference_Number'),
    complete: one(completeAuthorization, 'Retrieval_Reference_Number'),
    list: paged(listAuthorizations, 'items'),
    statistics: paged(readStatistics, 'items'),
    declineReport: one(readDeclineReport),
    partner: one(readPartner),
    proof: one(readProof, 'Retrieval_Reference_Number'),
    logProof: one(readLogProof),
  };
}
