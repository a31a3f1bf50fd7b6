import {
  approveApplication,
  clearHit,
  confirmHit,
  confirmKyc,
  listApplications,
  listMerchants,
  listVersions,
  loadDenyList,
  onboardMerchants,
  readApplication,
  readDenyList,
  readMerchant,
  readOnboardingStatus,
  rejectApplication,
  requestInformation,
  reviewApplication,
  screenApplication,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** Merchants of an acquirer. */
export interface MerchantCalls {
  /** Boards merchants, and amends them. A requestId is made if there is none. */
  readonly onboard: CallMethod<typeof onboardMerchants>;
  /** Where the merchants of a request stand. */
  readonly retrieveOnboarding: PagedMethod<typeof readOnboardingStatus, 'applications', ['requestId']>;
  /** Merchants of the acquirer. */
  readonly list: PagedMethod<typeof listMerchants, 'merchants'>;
  /** One merchant. */
  readonly retrieve: CallMethod<typeof readMerchant, ['merchantId']>;
  /** Versions of a merchant, newest first. */
  readonly listVersions: PagedMethod<typeof listVersions, 'versions', ['merchantId']>;
}

export function makeMerchants({ one, paged }: MethodMaker): MerchantCalls {
  return {
    onboard: one(onboardMerchants),
    retrieveOnboarding: paged(readOnboardingStatus, 'applications', 'requestId'),
    list: paged(listMerchants, 'merchants'),
    retrieve: one(readMerchant, 'merchantId'),
    listVersions: paged(listVersions, 'versions', 'merchantId'),
  };
}

/** Applications of merchants, and their review. */
export interface MerchantApplicationCalls {
  /** Applications of the acquirer. */
  readonly list: PagedMethod<typeof listApplications, 'applications'>;
  /** One application with its merchants, page by page. */
  readonly retrieve: PagedMethod<typeof readApplication, 'merchants', ['applicationId']>;
  /** Says that its merchants were looked at. */
  readonly review: CallMethod<typeof reviewApplication, ['applicationId']>;
  /** Confirms who its merchants are. */
  readonly confirmKyc: CallMethod<typeof confirmKyc, ['applicationId']>;
  /** Asks for what is missing. */
  readonly requestInformation: CallMethod<typeof requestInformation, ['applicationId']>;
  /** Rejects merchants. */
  readonly reject: CallMethod<typeof rejectApplication, ['applicationId']>;
  /** Screens merchants again. */
  readonly screen: CallMethod<typeof screenApplication, ['applicationId']>;
  /** Says that a hit does not stand in the way. */
  readonly clearHit: CallMethod<typeof clearHit, ['applicationId', 'hitId']>;
  /** Says that a hit is right. */
  readonly confirmHit: CallMethod<typeof confirmHit, ['applicationId', 'hitId']>;
  /** Approves what another person reviewed. */
  readonly approve: CallMethod<typeof approveApplication, ['applicationId']>;
}

export function makeMerchantApplications({ one, paged }: MethodMaker): MerchantApplicationCalls {
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

/** Names that an acquirer does not board. */
export interface DenyListCalls {
  /** Replaces the list by a CSV of `name` and `reason`. */
  readonly load: CallMethod<typeof loadDenyList>;
  /** The names in the list. */
  readonly list: PagedMethod<typeof readDenyList, 'names'>;
}

export function makeDenyList({ one, paged }: MethodMaker): DenyListCalls {
  return {
    load: one(loadDenyList),
    list: paged(readDenyList, 'names'),
  };
}
