import type { HistoricalState } from '@cardwright/server/internal/issuing/authorization/history/historical-state';
import type { Program } from '@cardwright/server/internal/issuing/banks/program';
import type { Engine } from './engine/engine-bank.ts';
import { limitsOfCards } from './engine/engine-limits.ts';

/** The state of an account at a moment of its life, in words. */
export interface MomentOfLife {
  /** The number of events before it. */
  readonly events: number;
  /** The number of versions of the product's program. */
  readonly programs: number;
  readonly at: Date;
  readonly description: string;
}

interface Then {
  readonly now: Date;
  readonly program: Program | undefined;
  readonly exponent: number;
}

export function describeMoment(
  engine: Engine,
  {
    availableMinor,
    reservedMinor,
    counters,
    storedSettings: stored,
    limits,
    cards,
  }: Omit<HistoricalState, 'reservations'>,
  { now, program, exponent }: Then,
): string {
  const inForce = engine.withDefaults(stored, program, exponent);
  const settings = Object.entries(inForce).sort().join(' ');
  const cardStates = Array.from(cards, ([cardId, { statusChangedAt, ...card }]) =>
    [cardId, ...Object.values(card), statusChangedAt.toISOString()].join(' '),
  );
  const ofCards = Array.from(cards.keys(), (cardId) => ({ cardId }));
  const used = limitsOfCards(engine, limits, ofCards).map((limit) => {
    const terms = engine.isOfProgram(limit.key) ? `${limit.key} max ${limit.max}` : engine.storeLimit(limit);
    return `${JSON.stringify(terms)} used ${engine.usedOf(limits, limit, now)}`;
  });
  const funds = `${availableMinor} available, ${reservedMinor} reserved, counted ${engine.writeCounters(counters)}`;
  return [funds, settings, `program ${program?.version}`, ...used, ...cardStates].join('; ');
}
