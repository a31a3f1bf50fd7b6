/** Kinds of changes for which a bank can require a second person: docs/interface/change-requests.md#kinds. */
export const BANK_CHANGE_KINDS = [
  'rule.retire',
  'list.change',
  'program.change',
  'limit.change',
  'endpoint.change',
  'export',
] as const;
/** Kinds of changes for which an acquirer can require a second person. */
export const ACQUIRER_CHANGE_KINDS = ['onboarding.change'] as const;
export const CHANGE_KINDS = [...BANK_CHANGE_KINDS, ...ACQUIRER_CHANGE_KINDS] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** States of a change request: docs/interface/change-requests.md#states. */
export const CHANGE_STATES = ['PENDING', 'APPLIED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Length of a reason, the same as that of a rule. */
export const CHANGE_REASON_LENGTH = 500;
