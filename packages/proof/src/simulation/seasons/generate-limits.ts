import fc from 'fast-check';
import { MODEL_SHOPS } from '../../world/write/write-condition.ts';

/** Custom limits by name. The level and the measure of a limit never change. */
export const OWN_LIMITS = {
  OWN_AMOUNT: { isOfCard: false, measure: 'amount' },
  OWN_COUNT: { isOfCard: false, measure: 'count' },
  CARD_AMOUNT: { isOfCard: true, measure: 'amount' },
  CARD_COUNT: { isOfCard: true, measure: 'count' },
  CARD_TRIES: { isOfCard: true, measure: 'count' },
  OWN_SHOPS: { isOfCard: false, measure: 'merchants' },
  CARD_SHOP: { isOfCard: true, measure: 'merchants' },
} as const;
export type OwnLimitName = keyof typeof OWN_LIMITS;
export interface OwnLimitTerms {
  readonly window: 'day' | 'week' | 'month' | 'year' | 'lifetime' | number;
  readonly of: 'approvals' | 'declines' | 'both';
  readonly max: number;
  /** The number that determines its condition; undefined for none. */
  readonly where: number | undefined;
  /** The only merchant of the card: `first`, or an id. */
  readonly lock: string | undefined;
}

export interface LimitAction {
  readonly kind: 'limit';
  readonly card: number;
  readonly name: OwnLimitName;
  readonly terms: OwnLimitTerms;
}
export interface EndLimitAction {
  readonly kind: 'end-limit';
  readonly card: number;
  readonly name: OwnLimitName;
}

const { constant } = fc;
export const ownLimitName = fc.constantFrom<OwnLimitName>(
  'OWN_AMOUNT',
  'OWN_COUNT',
  'CARD_AMOUNT',
  'CARD_COUNT',
  'CARD_TRIES',
  'OWN_SHOPS',
  'CARD_SHOP',
);
export const ownLimitOf = (card: fc.Arbitrary<number>): fc.Arbitrary<LimitAction> =>
  ownLimitName.chain((name) =>
    fc.record({
      kind: constant('limit' as const),
      card,
      name: constant(name),
      terms: fc.record({
        window: fc.constantFrom<OwnLimitTerms['window']>(
          'day',
          'week',
          'month',
          'year',
          'lifetime',
          60,
          61,
          3_600,
          86_400,
          2_678_400,
        ),
        of:
          name === 'CARD_TRIES'
            ? fc.constantFrom('declines' as const, 'both' as const)
            : constant('approvals' as const),
        max:
          OWN_LIMITS[name].measure === 'amount'
            ? fc.constantFrom(0, 2_500, 9_999, 20_000, 40_000)
            : fc.integer({ min: 0, max: 3 }),
        where: fc.option(fc.nat(), { nil: undefined, freq: 2 }),
        lock: name === 'CARD_SHOP' ? fc.constantFrom('first', ...MODEL_SHOPS) : constant(undefined),
      }),
    }),
  );
