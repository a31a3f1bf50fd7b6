import type { Role, Scope } from '@cardwright/contract';
import { acquirerLog, OPERATOR_LOG } from '../audit/index.ts';

export const CALLER_KINDS = ['bank', 'network', 'acquirer'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The sender of a request, from its access token or its session. */
export interface Caller {
  /**
   * Name for the audit log, the rate limit and four eyes: the OAuth client, or issuer and subject of an outside one or of a
   * person, whether a session or a token names the person.
   */
  readonly clientId: string;
  /** The number that is stored with an authorization for its sender; negative for clients of outside issuers. */
  readonly sender: number;
  readonly kind: CallerKind | 'operator';
  readonly bankId?: string;
  readonly acquirerId?: string;
  readonly scopes: ReadonlySet<Scope | string>;
  /** The client's own request limit; without one, the setting applies. */
  readonly requestsPerMinute?: number;
  /** The session, if a person sends the request. */
  readonly person?: Person;
}

/** A person who works at the bank, at the acquirer or for the operator. */
export interface Person {
  readonly name: string;
  readonly sessionId: bigint;
  readonly roles: readonly Role[];
  readonly seesPersonalData: boolean;
  /** Whether a page sent the request without an action of the person, to refresh its content. */
  readonly isAbsent?: boolean;
}

/**
 * Whether responses show the caller personal data (date of birth, documents, full address, phone, e-mail) without a
 * separate request for it. Only this function decides it: systems with a token see it, people according to their roles
 * (docs/interface/people.md#personal-data).
 */
export function seesPersonalData({ person }: Caller): boolean {
  return person === undefined || person.seesPersonalData;
}

/**
 * Returns the audit log of a caller: that of its bank, its acquirer, or the operator. Bank ids contain no colon, so the names
 * differ from them.
 */
export function callerLog({ bankId, acquirerId }: { bankId?: string; acquirerId?: string }): string {
  return bankId ?? (acquirerId === undefined ? OPERATOR_LOG : acquirerLog(acquirerId));
}

/**
 * Adds the name of the person who acts to the details of an audit row: its actor, issuer and subject, means nothing to
 * a reader.
 */
export function withPerson<Facts extends object>({ person }: Caller, details: Facts | undefined) {
  return person === undefined ? details : { person: person.name, ...details };
}
