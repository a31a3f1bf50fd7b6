// Written by scripts/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  authorizeEcommerce,
  completeAuthorization,
  listAuthorizations,
  previewAuthorization,
  readAuthorization,
  readPartner,
  readStatistics,
  reverseAuthorization,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from '../call-method.ts';

/** Messages of a card network and their decisions. */
export interface AuthorizationCalls {
  /** E-commerce authorization. */
  readonly ecommerce: CallMethod<typeof authorizeEcommerce>;
  /** What if: the decision on a message, changing nothing. */
  readonly preview: CallMethod<typeof previewAuthorization>;
  /** Authorization with its trace. */
  readonly retrieve: CallMethod<typeof readAuthorization, ['Retrieval_Reference_Number']>;
  /** Reversal of an authorization, whole or in part. */
  readonly reverse: CallMethod<typeof reverseAuthorization, ['Retrieval_Reference_Number']>;
  /** Completion of an authorization with its final amount. */
  readonly complete: CallMethod<typeof completeAuthorization, ['Retrieval_Reference_Number']>;
  /** Find authorizations. */
  readonly list: PagedMethod<typeof listAuthorizations, 'items'>;
  /** Statistics of authorizations. */
  readonly statistics: PagedMethod<typeof readStatistics, 'items'>;
  /** How the decision partner fares. */
  readonly partner: CallMethod<typeof readPartner>;
}

export function makeAuthorizations({ one, paged }: MethodMaker): AuthorizationCalls {
  return {
    ecommerce: one(authorizeEcommerce),
    preview: one(previewAuthorization),
    retrieve: one(readAuthorization, 'Retrieval_Reference_Number'),
    reverse: one(reverseAuthorization, 'Retrieval_Reference_Number'),
    complete: one(completeAuthorization, 'Retrieval_Reference_Number'),
    list: paged(listAuthorizations, 'items'),
    statistics: paged(readStatistics, 'items'),
    partner: one(readPartner),
  };
}
