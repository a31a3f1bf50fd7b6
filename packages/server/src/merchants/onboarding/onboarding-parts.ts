import type { AmendmentType, Finding, Warning } from '@cardwright/contract';
import type { MerchantFacts } from '../records/merchant-facts.ts';

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
