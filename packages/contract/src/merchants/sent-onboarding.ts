import type { JsonObject } from '../json/exact-number.ts';
import type { Finding, Warning } from '../schema/finding.ts';
import type { AmendmentType } from './merchant-values.ts';

/** A merchant of a request, in the table's spelling. Unknown fields are included. */
export interface SentMerchant {
  /** Index of its application structure in the request, from 0. */
  readonly application: number;
  /** Path in the caller's own JSON: `payload.applications[0].merchants[3]`. */
  readonly path: string;
  readonly kind: 'BOARDING' | 'AMENDMENT';
  /** Each type once, in the order of the interface's list. Empty for a boarding. */
  readonly types: readonly AmendmentType[];
  readonly value: JsonObject;
  readonly warnings: readonly Warning[];
}

export interface SentChain {
  readonly application: number;
  readonly path: string;
  readonly value: JsonObject;
  /** The chain is only a reference to link merchants to: its other fields may be missing. */
  readonly isReference: boolean;
}

/** Everything in the request, valid or not. */
export interface SentOnboarding {
  readonly requestId: string | undefined;
  readonly applications: number;
  readonly merchants: readonly SentMerchant[];
  readonly chains: readonly SentChain[];
  /** In reading order. Actions name places relative to the merchant or application at `path`. */
  readonly findings: readonly Finding[];
  /** Number of findings beyond those that are listed. */
  readonly omittedCount: number;
  readonly warnings: readonly Warning[];
}
