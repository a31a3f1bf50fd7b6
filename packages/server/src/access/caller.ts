import type { Scope } from '@cardwright/contract';
import { acquirerLog, OPERATOR_LOG } from '../audit/index.ts';

export const CALLER_KINDS = ['bank', 'network', 'acquirer'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Who sent a request, as its access token says. */
export interface Caller {
  /** Name for the audit log and the rate limit: the OAuth client, or issuer and subject of an outside one. */
  readonly clientId: string;
  /** The number that an authorization keeps of who sent it; negative for clients of outside issuers. */
  readonly sender: number;
  readonly kind: CallerKind;
  readonly bankId?: string;
  readonly acquirerId?: string;
  readonly scopes: ReadonlySet<Scope | string>;
  /** The client's own limit where one is set; otherwise the setting's. */
  readonly requestsPerMinute?: number;
}

/** The audit log that tells what a caller did: its bank's, its acquirer's, or the operator's. Bank ids hold no colon. */
export function callerLog({ bankId, acquirerId }: { bankId?: string; acquirerId?: string }): string {
  return bankId ?? (acquirerId === undefined ? OPERATOR_LOG : acquirerLog(acquirerId));
}
