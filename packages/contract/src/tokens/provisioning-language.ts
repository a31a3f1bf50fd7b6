import type { ProvisioningDecision } from './provisioning.ts';

/** The texts that each language provides. All are whole sentences. */
export interface ProvisioningLanguage {
  readonly outcome: Readonly<Record<ProvisioningDecision['outcome'], (requestor: string) => string>>;
  /** The reason of a decline. `saw` has the facts that the refusing rule saw. */
  readonly reason: Readonly<Record<NonNullable<ProvisioningDecision['reason']>, (saw: Saw, rule: string) => string>>;
  /** A decline by a limit that counts requests for tokens. */
  readonly limit: (limit: string, max: string, before: string) => string;
  readonly codeByScores: (account: string, device: string) => string;
  readonly unknownScore: string;
  readonly codeByRule: (rule: string) => string;
  readonly approvedByRule: (rule: string) => string;
  readonly codeByPartner: string;
  readonly codeByStandIn: string;
  /** The answer of the bank's own system, by its value in the trace. A value that is not listed is `noAnswer`. */
  readonly partner: Readonly<Record<'APPROVE' | 'REQUIRE_CODE' | 'DECLINE' | 'WOULD_BE_ASKED', (ms: string) => string>>;
  readonly noAnswer: (ms: string, why: string) => string;
  readonly partnerReason: (reason: string) => string;
  readonly passed: (rules: string) => string;
}

export type Saw = (label: string) => string;
