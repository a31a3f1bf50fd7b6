import type { PastState } from '../authorization/past-state.ts';
import type { Engine } from './engine-bank.ts';

/** What an account was at a moment of its life, in words. */
export interface MomentOfLife {
  /** How much had happened to it. */
  readonly events: number;
  readonly said: string;
}

export function sayMoment(
  engine: Engine,
  { availableMinor, reservedMinor, counters, stored, cards }: Omit<PastState, 'reservations' | 'limits'>,
): string {
  const settings = Object.entries(stored).sort().join(' ');
  const told = Array.from(cards, ([cardId, { statusChangedAt, ...card }]) =>
    [cardId, ...Object.values(card), statusChangedAt.toISOString()].join(' '),
  );
  const funds = `${availableMinor} available, ${reservedMinor} reserved, counted ${engine.writeCounters(counters)}`;
  return [funds, settings, ...told].join('; ');
}
