import type { AccountChange } from '../../accounts/index.ts';
import type { AuthorizationRow } from './authorization-history-store.ts';

/** A reservation and how it ends (docs/interface/reservations.md). Pure. */
export interface Reservation {
  readonly state: AuthorizationRow['state'];
  readonly reservedMinor: bigint;
}

export interface Ending {
  readonly state: AuthorizationRow['state'];
  readonly reservedMinor: bigint;
  /** The amount that this step reversed, debited or released. */
  readonly amountMinor: bigint;
  /** The change to the account's funds. */
  readonly funds: { availableMinor: bigint; reservedMinor: bigint };
}

/** Plans a full or partial reversal. Returns the reason as a text if the reversal is not possible. */
export function planReversal({ state, reservedMinor }: Reservation, amountMinor = reservedMinor): Ending | string {
  if (state !== 'A') return `A reservation that is ${STATE_ERRORS[state]} cannot be reversed`;
  if (amountMinor > reservedMinor) return 'The amount is more than what is still reserved';
  const remainderMinor = reservedMinor - amountMinor;
  return {
    state: remainderMinor === 0n ? 'R' : 'A',
    reservedMinor: remainderMinor,
    amountMinor,
    funds: { availableMinor: amountMinor, reservedMinor: -amountMinor },
  };
}

/**
 * Plans a completion: debits the final amount, by default the amount that is still reserved, and releases the
 * reservation. A merchant can present after the reservation expired. The amount is then debited from the available
 * funds.
 */
export function planCompletion({ state, reservedMinor }: Reservation, amountMinor?: bigint): Ending | string {
  if (state !== 'A' && state !== 'E') return `A reservation that is ${STATE_ERRORS[state]} cannot be completed`;
  if (state === 'E' && amountMinor === undefined)
    return 'The reservation has expired: the completion must name its amount';
  const final = amountMinor ?? reservedMinor;
  return {
    state: 'C',
    reservedMinor: 0n,
    amountMinor: final,
    funds: { availableMinor: reservedMinor - final, reservedMinor: -reservedMinor },
  };
}

/** Plans the expiry of a reservation that was not completed in time. */
export function planExpiry({ reservedMinor }: Reservation): Ending {
  return {
    state: 'E',
    reservedMinor: 0n,
    amountMinor: reservedMinor,
    funds: { availableMinor: reservedMinor, reservedMinor: -reservedMinor },
  };
}

/**
 * Converts an ending to a change in the account's history. The same amount returns to the counters as to the available
 * funds. In older histories, completions and expiries returned nothing to the counters.
 */
export function toChange(authorization: { message_key: bigint }, { funds }: Ending): AccountChange {
  return {
    kind: 'RESERVATION_ENDED',
    messageKey: String(authorization.message_key),
    availableMinor: String(funds.availableMinor),
    countedBackMinor: String(funds.availableMinor),
  };
}

const STATE_ERRORS: Record<Exclude<AuthorizationRow['state'], 'A'>, string> = {
  D: 'declined',
  R: 'reversed',
  C: 'completed',
  E: 'expired',
};
