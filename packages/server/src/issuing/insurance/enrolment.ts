import type { CardStatus, InsuranceProduct, RequestingParty } from '@cardwright/contract';

/** In force (F), cancelled by the cardholder (R) or by the underwriter (U). */
export type EnrolmentStatus = 'F' | 'R' | 'U';

/** The form of each status in the interface (docs/interface/insurance.md#manage). */
export const STATUS_RESPONSES = {
  F: { is_active: 'ACTIVE', status_code: 'F', status_name: 'In force' },
  R: { is_active: 'CANCELLED', status_code: 'R', status_name: 'Canceled at the request of the insured party' },
  U: { is_active: 'CANCELLED', status_code: 'U', status_name: 'Canceled at the request of the underwriter' },
} as const satisfies Record<EnrolmentStatus, Partial<InsuranceProduct>>;

/** The status of a program after a cancellation. */
export const CANCELLED_BY = { CARDHOLDER: 'R', UNDERWRITER: 'U' } as const satisfies Record<
  RequestingParty,
  EnrolmentStatus
>;

/** Cards in these states cannot be enrolled; programs in force can still be cancelled. */
const NOT_INSURABLE: ReadonlySet<CardStatus> = new Set(['LOST', 'STOLEN', 'CLOSED', 'REPLACED']);
/** The value of dlq_cancel_man_reinstate that forbids the reinstatement of a cancelled program. */
const NOT_REINSTATABLE = 'N';

export interface EnrolmentFacts {
  /** Undefined if the card never held the program. */
  readonly current: EnrolmentStatus | undefined;
  readonly cardStatus: CardStatus;
  /** The program's dlq_cancel_man_reinstate. */
  readonly reinstatement: string;
}

export type EnrolmentDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly because: 'NOT_HELD' }
  | { readonly allowed: false; readonly because: 'STATE'; readonly message: string };

/** Whether a program may change to a status. The current status is always allowed, and changes nothing. */
export function decideEnrolment(facts: EnrolmentFacts, requested: EnrolmentStatus): EnrolmentDecision {
  const { current, cardStatus, reinstatement } = facts;
  if (current === requested) return { allowed: true };
  if (requested === 'F') {
    if (NOT_INSURABLE.has(cardStatus)) return refuse(`A ${cardStatus} card cannot be insured`);
    if (current !== undefined && reinstatement === NOT_REINSTATABLE) {
      return refuse('The program does not allow reinstatement');
    }
    return { allowed: true };
  }
  if (current === undefined) return { allowed: false, because: 'NOT_HELD' };
  // a request by the other party would overwrite which party cancelled the program
  return current === 'F' ? { allowed: true } : refuse('The program is cancelled already, by the other party');
}

function refuse(message: string): EnrolmentDecision {
  return { allowed: false, because: 'STATE', message };
}
