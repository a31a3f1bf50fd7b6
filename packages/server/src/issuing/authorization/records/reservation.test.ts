import { describe, expect, it } from 'vitest';
import { planCompletion, planExpiry, planReversal } from './reservation.ts';

const OPEN = { state: 'A', reservedMinor: 1_000n } as const;
const endedReservation = (state: 'D' | 'R' | 'C' | 'E') => ({ state, reservedMinor: 0n });

describe('planReversal', () => {
  it('returns the amount still reserved, or a part of it', () => {
    expect(planReversal(OPEN)).toEqual({
      state: 'R',
      reservedMinor: 0n,
      amountMinor: 1_000n,
      funds: { availableMinor: 1_000n, reservedMinor: -1_000n },
    });
    expect(planReversal(OPEN, 300n)).toEqual({
      state: 'A',
      reservedMinor: 700n,
      amountMinor: 300n,
      funds: { availableMinor: 300n, reservedMinor: -300n },
    });
    expect(planReversal(OPEN, 1_000n)).toMatchObject({ state: 'R', reservedMinor: 0n });
  });

  it('never returns more than is reserved, and nothing of an ended reservation', () => {
    expect(planReversal(OPEN, 1_001n)).toBe('The amount is more than what is still reserved');
    expect(planReversal(endedReservation('D'))).toBe('A reservation that is declined cannot be reversed');
    expect(planReversal(endedReservation('R'))).toBe('A reservation that is reversed cannot be reversed');
    expect(planReversal(endedReservation('C'))).toBe('A reservation that is completed cannot be reversed');
    expect(planReversal(endedReservation('E'))).toBe('A reservation that is expired cannot be reversed');
  });
});

describe('planCompletion', () => {
  it.each([
    ['the reserved amount by default', undefined, 1_000n, 0n],
    ['exactly what was reserved', 1_000n, 1_000n, 0n],
    ['less, giving back the rest', 400n, 400n, 600n],
    ['more, taking the rest from what is available', 1_250n, 1_250n, -250n],
    ['nothing, giving back all', 0n, 0n, 1_000n],
  ])('debits %s and releases the reservation', (_what, requestedMinor, amountMinor, availableMinor) => {
    expect(planCompletion(OPEN, requestedMinor)).toEqual({
      state: 'C',
      reservedMinor: 0n,
      amountMinor,
      funds: { availableMinor, reservedMinor: -1_000n },
    });
  });

  it('debits an expired reservation from the available amount if the request names the amount', () => {
    expect(planCompletion(endedReservation('E'), 400n)).toEqual({
      state: 'C',
      reservedMinor: 0n,
      amountMinor: 400n,
      funds: { availableMinor: -400n, reservedMinor: 0n },
    });
    expect(planCompletion(endedReservation('E'))).toBe(
      'The reservation has expired: the completion must name its amount',
    );
  });

  it('refuses authorizations that were declined, reversed or completed', () => {
    expect(planCompletion(endedReservation('D'), 1n)).toBe('A reservation that is declined cannot be completed');
    expect(planCompletion(endedReservation('R'), 1n)).toBe('A reservation that is reversed cannot be completed');
    expect(planCompletion(endedReservation('C'), 1n)).toBe('A reservation that is completed cannot be completed');
  });
});

it('expiry returns the amount still reserved', () => {
  expect(planExpiry(OPEN)).toEqual({
    state: 'E',
    reservedMinor: 0n,
    amountMinor: 1_000n,
    funds: { availableMinor: 1_000n, reservedMinor: -1_000n },
  });
});
