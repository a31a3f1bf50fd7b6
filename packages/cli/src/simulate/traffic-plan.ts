/** One authorization of the traffic, and its follow-up. */
export interface PlannedPayment {
  /** The index of the card. */
  readonly card: number;
  readonly amount: string;
  readonly mcc: string;
  /** Whether the merchant is outside the bank's country. A small share of the payments is. */
  readonly isForeign: boolean;
  readonly then: 'reverse' | 'complete' | undefined;
}

const MERCHANTS = ['5411', '5812', '5541', '5912', '4111', '5732', '5999', '7832'];

/** Generates an endless plan. The same seed produces the same plan. */
export function* planTraffic(seed: number, cards: number): Generator<PlannedPayment, never> {
  const next = randomNumbers(seed);
  const pick = (below: number) => Math.floor(next() * below);
  for (;;) {
    const isLarge = next() < 0.02;
    const minor = isLarge ? 100_000 + pick(5_000_000) : 100 + pick(5_000);
    const card = pick(cards);
    const mcc = MERCHANTS[pick(MERCHANTS.length)] ?? '5411';
    const isForeign = next() < 0.1;
    const ending = next();
    const then = ending < 0.7 ? 'reverse' : ending < 0.75 ? 'complete' : undefined;
    yield { card, amount: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`, mcc, isForeign, then };
  }
}

/** Mulberry32, which is small and gives the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
