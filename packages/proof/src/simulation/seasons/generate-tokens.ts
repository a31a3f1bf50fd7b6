import type { Condition } from '@cardwright/contract';
import fc from 'fast-check';
import type { ModelTokenLimit, ModelTokenRequest } from '../../world/model/model-provisioning.ts';
import { MODEL_SHOPS } from '../../world/write/write-condition.ts';

/** The actions of a sequence on tokens. `at` chooses among its tokens so far. */
export type TokenAction =
  | {
      readonly kind: 'provision';
      readonly card: number;
      readonly request: ModelTokenRequest;
      /** The number of requests, one after the other: a burst reaches the counts of the fixed rules. */
      readonly times: number;
      /** Set right after the last token exists. */
      readonly controls: TokenControlsPlan | undefined;
    }
  | { readonly kind: 'delete token'; readonly at: number }
  | { readonly kind: 'control token'; readonly at: number; readonly controls: TokenControlsPlan }
  | { readonly kind: 'pay by token'; readonly at: number; readonly shop: string; readonly minor: number };

export interface TokenControlsPlan {
  readonly maxMinor: number | undefined;
  /** The end of the token, from now. */
  readonly validForMs: number | undefined;
  readonly merchants: { readonly isAllowed: boolean; readonly values: readonly string[] } | undefined;
}

const { constant } = fc;
const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 });
const at = fc.nat({ max: 9 });

const score = fc.oneof({ weight: 12, arbitrary: constant(5) }, { weight: 1, arbitrary: some(1, 2) });

const requested = fc.record({
  tokenType: some<NonNullable<ModelTokenRequest['tokenType']>>('DEVICE', 'CLOUD', 'CARD_ON_FILE'),
  deviceId: some('D-1', 'D-2'),
  deviceCountry: some('AE', 'FR'),
  accountScore: score,
  deviceScore: score,
});

const tokenLimit = (id: string, card: number | undefined) =>
  fc
    .record({
      of: fc.constantFrom('approvals' as const, 'approvals' as const, 'declines' as const, 'both' as const),
      window: fc.constantFrom<ModelTokenLimit['window']>('DAILY', 'WEEKLY', 'LIFETIME', { slidingMs: 3_600_000 }),
      max: fc.constantFrom(0, 1, 1, 2, 3),
      tokenType: some<NonNullable<ModelTokenRequest['tokenType']>>('DEVICE', 'CLOUD'),
    })
    .map(({ tokenType, ...limit }): ModelTokenLimit => {
      // Conditions on both subjects are compiled in the same way.
      const where = { field: 'tokenType', op: 'eq', value: tokenType } as unknown as Condition;
      return { id, card, ...limit, ...(tokenType !== undefined && { where }) };
    });

export type TokenLimits = readonly ModelTokenLimit[];

/** Limits of requests for tokens, of the account and of its first card. */
export const tokenLimits: fc.Arbitrary<TokenLimits> = fc
  .tuple(
    // `freq` is the weight of absence: one in `freq` is nil.
    fc.option(tokenLimit('OWN_TOKENS', undefined), { nil: undefined, freq: 2 }),
    fc.option(tokenLimit('CARD_TOKENS', 0), { nil: undefined, freq: 2 }),
  )
  .map((limits) => limits.filter((limit) => limit !== undefined));

const controls = fc.record({
  maxMinor: some(1, 5_000, 1_000_000),
  validForMs: fc.option(fc.constantFrom(-1, 1, 3_600_000), { nil: undefined, freq: 2 }),
  merchants: fc.option(fc.record({ isAllowed: fc.boolean(), values: fc.subarray(MODEL_SHOPS, { minLength: 1 }) }), {
    nil: undefined,
    freq: 2,
  }),
});

export const provisionOf = (card: fc.Arbitrary<number>): fc.Arbitrary<TokenAction> =>
  fc.record({
    kind: constant('provision' as const),
    card,
    request: requested,
    times: fc.constantFrom(1, 1, 1, 1, 1, 1, 3, 3, 12),
    controls: fc.option(controls, { nil: undefined, freq: 2 }),
  });

export const tokenAction = (card: fc.Arbitrary<number>): fc.Arbitrary<TokenAction> =>
  fc.oneof(
    { weight: 4, arbitrary: provisionOf(card) },
    { weight: 2, arbitrary: fc.record({ kind: constant('delete token' as const), at }) },
    { weight: 3, arbitrary: fc.record({ kind: constant('control token' as const), at, controls }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: constant('pay by token' as const),
        at,
        shop: fc.constantFrom(...MODEL_SHOPS),
        minor: fc.constantFrom(1, 4_999, 5_000, 5_001, 9_000),
      }),
    },
  );
