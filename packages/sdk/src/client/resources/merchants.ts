// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  listMerchants,
  listVersions,
  onboardMerchants,
  readMerchant,
  readOnboardingStatus,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Merchants of an acquirer. */
export interface MerchantCalls {
  /** Onboard and amend merchants. */
  readonly onboard: CallMethod<typeof onboardMerchants>;
  /** Get onboarding status. */
  readonly retrieveOnboarding: PagedMethod<typeof readOnboardingStatus, 'applications', ['requestId']>;
  /** List merchants. */
  readonly list: PagedMethod<typeof listMerchants, 'merchants'>;
  /** Get a merchant. */
  readonly retrieve: CallMethod<typeof readMerchant, ['merchantId']>;
  /** List versions of a merchant. */
  readonly listVersions: PagedMethod<typeof listVersions, 'versions', ['merchantId']>;
}

export function makeMerchants({ one, paged }: MethodFactory): MerchantCalls {
  return {
    onboard: one(onboardMerchants),
    retrieveOnboarding: paged(readOnboardingStatus, 'applications', 'requestId'),
    list: paged(listMerchants, 'merchants'),
    retrieve: one(readMerchant, 'merchantId'),
    listVersions: paged(listVersions, 'versions', 'merchantId'),
  };
}
