// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  approveApplication,
  clearHit,
  confirmHit,
  confirmKyc,
  listApplications,
  readApplication,
  rejectApplication,
  requestInformation,
  reviewApplication,
  screenApplication,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Applications of merchants and their review. */
export interface MerchantApplicationCalls {
  /** List applications. */
  readonly list: PagedMethod<typeof listApplications, 'applications'>;
  /** Get an application. */
  readonly retrieve: PagedMethod<typeof readApplication, 'merchants', ['applicationId']>;
  /** Review merchants. */
  readonly review: CallMethod<typeof reviewApplication, ['applicationId']>;
  /** Confirm KYC of merchants. */
  readonly confirmKyc: CallMethod<typeof confirmKyc, ['applicationId']>;
  /** Request information about merchants. */
  readonly requestInformation: CallMethod<typeof requestInformation, ['applicationId']>;
  /** Reject merchants. */
  readonly reject: CallMethod<typeof rejectApplication, ['applicationId']>;
  /** Screen merchants again. */
  readonly screen: CallMethod<typeof screenApplication, ['applicationId']>;
  /** Clear a screening hit. */
  readonly clearHit: CallMethod<typeof clearHit, ['applicationId', 'hitId']>;
  /** Confirm a screening hit. */
  readonly confirmHit: CallMethod<typeof confirmHit, ['applicationId', 'hitId']>;
  /** Approve merchants. */
  readonly approve: CallMethod<typeof approveApplication, ['applicationId']>;
}

export function makeMerchantApplications({ one, paged }: MethodFactory): MerchantApplicationCalls {
  return {
    list: paged(listApplications, 'applications'),
    retrieve: paged(readApplication, 'merchants', 'applicationId'),
    review: one(reviewApplication, 'applicationId'),
    confirmKyc: one(confirmKyc, 'applicationId'),
    requestInformation: one(requestInformation, 'applicationId'),
    reject: one(rejectApplication, 'applicationId'),
    screen: one(screenApplication, 'applicationId'),
    clearHit: one(clearHit, 'applicationId', 'hitId'),
    confirmHit: one(confirmHit, 'applicationId', 'hitId'),
    approve: one(approveApplication, 'applicationId'),
  };
}
