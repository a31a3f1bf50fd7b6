import type { AmendmentType, Finding, Warning } from '@cardwright/contract';
import { type Utf8, utf8Of } from '../../../platform/kernel/text/utf8.ts';
import type { MerchantFacts } from '../../records/merchant-facts.ts';

/** The JSON text of an object without members. */
export const NOTHING: Utf8 = utf8Of('{}');

/** A merchant of a request in the form in which it is stored: some facts, and the record as a JSON text. */
export interface CheckedMerchant {
  /** Index of its application in the request. */
  readonly application: number;
  /** Path in the caller's JSON, for findings from stored records. */
  readonly path: string;
  readonly kind: 'BOARDING' | 'AMENDMENT';
  readonly types: readonly AmendmentType[];
  /** Empty if the request has no readable id. */
  readonly merchantId: string;
  /** JSON text in the spelling of the tables, with numbers digit by digit as sent. */
  readonly record: Utf8;
  /**
   * JSON text of the resolved values of a boarding (defaults, NGO services). A text, because exact numbers cannot be
   * sent between threads.
   */
  readonly resolved: Utf8;
  readonly facts: MerchantFacts;
  /** Those that a boarding is found by, with blanks between them. */
  readonly words: string;
  readonly terminals: readonly { readonly terminalId: string /** In the list as sent. */; readonly position: number }[];
  /** Those that the answer lists. */
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
   * Only refers to a chain, to link merchants to it: a merchant's own `chain`, or the chain of an application that
   * amends.
   */
  readonly isReference: boolean;
}

/** A checked request without its merchants. They follow in batches, so that a large request does not block a thread. */
export interface CheckedRequest {
  readonly requestId: string | undefined;
  /** SHA-256 of the canonical content, in hex. What is stored is a keyed hash of it. */
  readonly contentDigest: string;
  readonly applications: number;
  readonly merchantCount: number;
  readonly chains: readonly CheckedChain[];
  readonly findings: readonly Finding[];
  readonly unlisted: number;
  readonly warnings: readonly Warning[];
  /** Number of warnings beyond those that are listed here and with the merchants. */
  readonly unlistedWarnings: number;
}

export interface CheckedOnboarding extends CheckedRequest {
  /** In the order of the request. */
  readonly merchants: readonly CheckedMerchant[];
}
