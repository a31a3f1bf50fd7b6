// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  approveChangeRequest,
  breakGlass,
  listChangeRequests,
  readChangeRequest,
  rejectChangeRequest,
  withdrawChangeRequest,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Changes that await approval by a second person. */
export interface ChangeRequestCalls {
  /** List change requests. */
  readonly list: PagedMethod<typeof listChangeRequests, 'items'>;
  /** Get a change request. */
  readonly retrieve: CallMethod<typeof readChangeRequest, ['change_request_id']>;
  /** Approve a change request. */
  readonly approve: CallMethod<typeof approveChangeRequest, ['change_request_id']>;
  /** Reject a change request. */
  readonly reject: CallMethod<typeof rejectChangeRequest, ['change_request_id']>;
  /** Withdraw a change request. */
  readonly withdraw: CallMethod<typeof withdrawChangeRequest, ['change_request_id']>;
  /** Break the glass. */
  readonly breakGlass: CallMethod<typeof breakGlass, ['change_request_id']>;
}

export function makeChangeRequests({ one, paged }: MethodFactory): ChangeRequestCalls {
  return {
    list: paged(listChangeRequests, 'items'),
    retrieve: one(readChangeRequest, 'change_request_id'),
    approve: one(approveChangeRequest, 'change_request_id'),
    reject: one(rejectChangeRequest, 'change_request_id'),
    withdraw: one(withdrawChangeRequest, 'change_request_id'),
    breakGlass: one(breakGlass, 'change_request_id'),
  };
}
