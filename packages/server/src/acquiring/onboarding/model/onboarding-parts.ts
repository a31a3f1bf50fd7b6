import type { AmendmentType, Finding, Warning } from '@cardwright/contract';
import { type Utf8, utf8Of } from '../../../platform/kernel/text/utf8.ts';
import type { MerchantFacts } from '../../records/merchant-facts.ts';

/** The JSON text of an object without members. */
export const NOTHING: Utf8 = utf8Of('{}');

/** A merchant of a request in the form in which it is stored: some facts, and the record as JSON text. */
export interface CheckedMerchant {
  /** Index of its application in the request. */
  readonly application: number;
  /** Path in the caller's JSON, for findings from stored records. */
  readonly path: string;
  readonly kind: 'BOARDING' | 'AMENDMENT';
  readonly types: readonly AmendmentType[];
  /** Empty if the request has no readable id. */
  readonly merchantId: string;
  /** JSON text in the spelling of the tables, with numbers exactly as sent. */
  readonly record: Utf8;
  /**
   * The resolved values of a boarding (defaults, NGO services) as JSON text, because exact numbers cannot be sent
   * between threads.
   */
  readonly resolved: Utf8;
  readonly facts: MerchantFacts;
  /** Words by which a search finds the merchant, separated by blanks. Empty for an amendment. */
  readonly words: string;
  readonly terminals: readonly { readonly terminalId: string /** The index as sent. */; readonly position: number }[];
  /** The warnings that the answer lists. */
  readonly warnings: readonly Warning[];
  /** Fields of the configurations that the amendment has next to the merchant's id. */
  readonly shortFields: readonly string[];
}

export interface CheckedChain {
  readonly application: number;
  readonly path: string;
  readonly chainId: string;
  readonly record: string;
  readonly organizationName: string | undefined;
  readonly alreadyExist: boolean;
  /**
   * Whether it only refers to a chain to link merchants to it: a merchant's own `chain`, or the chain of an application
   * that amends.
   */
  readonly isReference: boolean;
}

/** A checked request without its merchants. They follow in batches, so that a large request does not block a thread. */
export interface CheckedRequest {
  readonly requestId: string | undefined;
  /** SHA-256 of the canonical content, in hex. The database stores a keyed hash of it. */
  readonly contentDigest: string;
  readonly applications: number;
  readonly merchantCount: number;
  readonly chains: readonly CheckedChain[];
  readonly findings: readonly Finding[];
  readonly omittedCount: number;
  readonly warnings: readonly Warning[];
  /** Number of warnings beyond those that are listed here and with the merchants. */
  readonly omittedWarnings: number;
}

export interface CheckedOnboarding extends CheckedRequest {
  /** The merchants in the order of the request. */
  readonly merchants: readonly CheckedMerchant[];
}
