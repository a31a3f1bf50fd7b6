import type { AmendmentType, Finding, Warning } from '@cardwright/contract';

/** A merchant of a request, as it is stored: small facts beside the text that is kept. */
export interface CheckedMerchant {
  /** Which of the request's applications it stands in, from 0. */
  readonly application: number;
  /** Into the caller's own JSON, for findings that have to be looked up. */
  readonly path: string;
  readonly kind: 'BOARDING' | 'AMENDMENT';
  readonly types: readonly AmendmentType[];
  /** Empty where the request has none that can be read. */
  readonly merchantId: string;
  /** JSON text in the spelling of the tables; exact numbers as they were sent. */
  readonly record: string;
  /** JSON text of the resolved values of a boarding (defaults, NGO services): a text, as exact numbers are none on another thread. */
  readonly resolved: string;
  readonly facts: MerchantFacts;
  readonly terminals: readonly { readonly terminalId: string; readonly path: string }[];
  readonly warnings: readonly Warning[];
}

/** What screening compares and lists show; empty where an amendment does not have it. */
export interface MerchantFacts {
  readonly merchantName: string;
  readonly legalName: string;
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly kyc: boolean;
}

export interface CheckedChain {
  readonly application: number;
  readonly path: string;
  readonly chainId: string;
  readonly record: string;
  readonly organizationName: string | undefined;
  readonly alreadyExist: boolean;
  /** Named to link merchants to it, by a merchant's own `chain` or beside amendments. */
  readonly isReference: boolean;
}

/** A request that was read, without its merchants: these follow in batches, so that no thread is blocked by a large one. */
export interface CheckedRequest {
  readonly requestId: string | undefined;
  /** SHA-256 of the canonical content, in hex: it is kept under a keyed hash. */
  readonly contentDigest: string;
  readonly applications: number;
  readonly merchantCount: number;
  readonly chains: readonly CheckedChain[];
  readonly findings: readonly Finding[];
  readonly unlisted: number;
  readonly warnings: readonly Warning[];
}

export interface CheckedOnboarding extends CheckedRequest {
  /** In the order of the request. */
  readonly merchants: readonly CheckedMerchant[];
}

/** What of the acquirer's configuration a request is held against. */
export interface OnboardingRules {
  /** Values that the interface omits; without a list any value of the stated shape passes. */
  readonly cardSchemes?: readonly string[];
  readonly majorSchemes?: readonly string[];
  readonly terminalTypes?: readonly string[];
  readonly walletServices?: readonly string[];
  readonly threeDSecureServices?: readonly string[];
  readonly paymentMethods?: readonly string[];
  /** The two networks whose methods an NGO service gets when it names none. */
  readonly defaultPaymentMethods: readonly string[];
  /** Leading digits of card numbers of our banks: such a number is masked before anything is kept. */
  readonly ownNumberRanges: readonly string[];
}
