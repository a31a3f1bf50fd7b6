import type { Scope } from '@cardwright/contract';
import { acquirerLog, OPERATOR_LOG } from '../audit/index.ts';

export const CALLER_KINDS = ['bank', 'network', 'acquirer'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The sender of a request, from its access token. */
export interface Caller {
  /** Name for the audit log and the rate limit: the OAuth client, or issuer and subject of an outside one. */
  readonly clientId: string;
  /** The number that is stored with an authorization for its sender; negative for clients of outside issuers. */
  readonly sender: number;
  readonly kind: CallerKind;
  readonly bankId?: string;
  readonly acquirerId?: string;
  readonly scopes: ReadonlySet<Scope | string>;
  /** The client's own request limit; without one, the setting applies. */
  readonly requestsPerMinute?: number;
}

/**
 * The audit log for what a caller does: its bank's, its acquirer's, or the operator's. The colon keeps them apart from
 * bank ids, which have none.
 */
export function callerLog({ bankId, acquirerId }: { bankId?: string; acquirerId?: string }): string {
  return bankId ?? (acquirerId === undefined ? OPERATOR_LOG : acquirerLog(acquirerId));
}
