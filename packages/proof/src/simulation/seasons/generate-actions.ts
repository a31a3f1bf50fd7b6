import { LIMIT_FIELDS, RESTRICTION_TYPES, type RestrictionType, SWITCHES, type Switch } from '@cardwright/contract';
import fc from 'fast-check';
import { MODEL_SHOPS } from '../../world/write/write-condition.ts';
import { type EndLimitAction, type LimitAction, ownLimitName, ownLimitOf } from './generate-limits.ts';
import { SEQUENCE_STEPS } from './generate-moves.ts';
import { provisionOf, type TokenAction, type TokenLimits, tokenAction, tokenLimits } from './generate-tokens.ts';
import type { PartnerPlan } from './season-partner.ts';

/** An instant near a stop of the clock: that of the step `ahead` steps later, plus or minus a millisecond. */
export interface InstantNear {
  readonly ahead: number;
  readonly delta: number;
  /** The UTC offset of the written instant. */
  readonly offset: string;
}

/** The current value of the field in an answer. An instant is written with another UTC offset. */
export interface CurrentValue {
  readonly offset: string;
}

export interface MessagePlan {
  /** Chooses one of the restrictions and switches that were set, so that the message concerns it. */
  readonly aim: number | undefined;
  readonly entry: readonly [mode: string | number, condition: string];
  readonly category: string;
  readonly location: readonly [form: LocationForm, country: string];
  /** Whether the acquirer's currency differs from the account's. */
  readonly otherCurrency: boolean;
  readonly shop: string;
  /** An amount in minor units, or its difference from one of the bounds of the message. */
  readonly amount: number | { readonly bound: number; readonly more: number };
  /** The behavior of the partner decision system, if the bank has one. */
  readonly partner: PartnerPlan;
  readonly fault: 'none' | 'expiry' | 'sequence' | 'currency' | 'zero' | 'acquirer-zero';
}
type StatusPlan = 'ACTIVE' | 'BLOCKED';
export type LocationForm = 'plain' | 'emoji' | 'short' | 'run-on' | 'lower-case';

/** An action in one step of a sequence. `at` chooses among the authorizations so far. */
export type Action =
  | { readonly kind: 'idle' }
  | { readonly kind: 'enquire' }
  | { readonly kind: 'update'; readonly fields: readonly PlannedField[] }
  | {
      readonly kind: 'restrict';
      readonly card: number;
      readonly type: RestrictionType;
      readonly isAllowed?: boolean;
      readonly end?: { readonly ahead: number; readonly days: number };
      readonly countries?: string;
    }
  | { readonly kind: 'authorize'; readonly card: number; readonly message: MessagePlan }
  | { readonly kind: 'repeat'; readonly at: number; readonly isOther: boolean }
  | { readonly kind: 'reverse'; readonly at: number; readonly percent: number }
  | { readonly kind: 'complete'; readonly at: number; readonly percent: number }
  | LimitAction
  | EndLimitAction
  | TokenAction
  | { readonly kind: 'status'; readonly card: number; readonly status: StatusPlan };

export interface Sequence {
  readonly bank: 'DEMO' | 'OTHR';
  readonly isPoor: boolean;
  readonly cards: number;
  readonly tokenLimits: TokenLimits;
  readonly actions: readonly Action[];
}

const weighted = <T>(...pairs: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...pairs.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const constant = fc.constant;

const instantNear: fc.Arbitrary<InstantNear> = fc.record({
  ahead: weighted([1, constant(0)], [12, fc.integer({ min: 1, max: 4 })], [3, fc.integer({ min: 5, max: 12 })]),
  delta: fc.constantFrom(1, 0, -1),
  offset: fc.constantFrom('+04:00', '+00:00', '+01:00', '-05:00', '+05:30'),
});

const currentValue: fc.Arbitrary<CurrentValue> = fc.record({ offset: fc.constantFrom('+04:00', '+00:00', 'Z') });

const BROAD: readonly Switch[] = ['master', 'cardPresent', 'cardNotPresent', 'purchase'];

type PlannedField = readonly [field: string, value: string | InstantNear | CurrentValue];
type Fields = fc.Arbitrary<readonly PlannedField[]>;

const one = (field: string, value: fc.Arbitrary<PlannedField[1]>): Fields =>
  value.map((sample) => [[field, sample] as const]);
const both = (...parts: Fields[]): Fields => fc.tuple(...parts).map((fields) => fields.flat());

/** Switches that cover few messages are more frequent than the broad ones, which would hide them. */
const switchName = fc.constantFrom(...SWITCHES, ...SWITCHES.filter((name) => !BROAD.includes(name)));

/** Every way to set a switch: status, instant, both, and a cleared instant. */
const switchFields: Fields = switchName.chain((name) => {
  const status = (...values: string[]) => one(`${name}Status`, fc.constantFrom(...values));
  const until = one(`${name}OnUntil`, instantNear);
  return weighted<readonly PlannedField[]>(
    [4, status('OFF')],
    [3, status('ON_FOR_ONE')],
    [2, status('ON', ...(name === 'cash' ? ['999', ''] : []))],
    [3, until],
    [3, both(status('ON_UNTIL'), until)],
    [1, status('ON_UNTIL')],
    [1, both(status('OFF', 'ON'), until)],
    [2, both(status('ON_FOR_ONE'), until)],
    [1, one(`${name}OnUntil`, constant(''))],
    [2, one(`${name}OnUntil`, currentValue)],
    [2, both(one(`${name}Status`, currentValue), one(`${name}OnUntil`, currentValue))],
    [2, both(status('ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL'), one(`${name}OnUntil`, currentValue))],
  );
});

/** Two switches that one message uses up together. */
const twoForOne: Fields = both(
  one('masterStatus', constant('ON_FOR_ONE')),
  fc.constantFrom('purchaseStatus', 'cardPresentStatus').chain((field) => one(field, constant('ON_FOR_ONE'))),
);

const limitText = weighted(
  [1, fc.constantFrom('0', '0.01', '')],
  [9, fc.constantFrom('10', '25.5', '50.00', '99.99', '100', '150.00', '220', '400.00', '000300')],
);
const limitFields: Fields = fc.constantFrom(...LIMIT_FIELDS).chain((field) => one(field, limitText));
const flagFields: Fields = fc
  .constantFrom('cardPresentAllowAnyForeign', 'cardPresentAllowSpecificForeign', 'cardPresentAllowBelow')
  .chain((field) => one(field, weighted([4, constant('false')], [3, constant('true')], [1, constant('')])));
const belowFields: Fields = both(
  one('cardPresentStatus', constant('OFF')),
  one('cardPresentAllowBelow', constant('true')),
  one('cardPresentAllowBelowLimit', fc.constantFrom('30', '60.00', '90.5')),
);

const COUNTRY_LISTS = ['AE', 'DE, FR', 'FRA,USA', '840', 'GB , 276,ARE', 'US', 'GBR'];
const countriesField: Fields = one(
  'cardPresentAllowSpecificForeignCountries',
  weighted([6, fc.constantFrom(...COUNTRY_LISTS)], [1, constant('')]),
);
const foreignWindow: Fields = weighted(
  [4, both(one('cardPresentAllowForeignStart', instantNear), one('cardPresentAllowForeignEnd', instantNear))],
  [1, one('cardPresentAllowForeignStart', instantNear)],
  [1, one('cardPresentAllowForeignEnd', instantNear)],
  [1, both(one('cardPresentAllowForeignStart', constant('')), one('cardPresentAllowForeignEnd', constant('')))],
);
const groupField: Fields = one('merchantGroupProfileId', fc.constantFrom('STAPLES', 'VICES', '', 'NOBODY'));
const flaggedCountries: Fields = both(
  countriesField,
  one('cardPresentAllowSpecificForeign', fc.constantFrom('false', 'true')),
);
const foreignFields: Fields = weighted([2, flagFields], [2, countriesField], [3, flaggedCountries], [3, foreignWindow]);

/** Each breaks a rule, so that its update must not take effect at all. */
const badFields: Fields = fc.constantFrom(
  [['dailyLimit', '-5.00'] as const],
  [['limit2', '1.001'] as const],
  [['ecomStatus', 'PERHAPS'] as const],
  [['cardPresentAllowSpecificForeignCountries', 'DE,XX'] as const],
  [['cardPresentAllowBelow', 'yes'] as const],
  [['masterOnUntil', '2027-02-29T23:59:00.000+04:00'] as const],
  [['masterOnUntil', '2027-01-31T23:59:00.000+04:00'] as const],
);

type Theme = 'switches' | 'limits' | 'abroad' | 'closed abroad' | 'restrictions' | 'tokens' | 'mixed';

const FIELDS_OF: Record<Theme, Fields> = {
  switches: weighted([16, switchFields], [2, belowFields], [1, twoForOne], [1, limitFields]),
  limits: weighted([10, limitFields], [2, belowFields], [1, switchFields]),
  abroad: weighted([10, foreignFields], [2, groupField], [1, switchFields]),
  'closed abroad': weighted([1, limitFields], [1, groupField]),
  restrictions: weighted([1, switchFields], [1, limitFields], [1, groupField]),
  tokens: weighted([1, limitFields], [1, switchFields]),
  mixed: weighted([4, switchFields], [4, limitFields], [3, foreignFields], [2, groupField], [1, belowFields]),
};

const updateOf = (theme: Theme): fc.Arbitrary<Action> =>
  fc
    .tuple(
      fc.array(FIELDS_OF[theme], { minLength: 1, maxLength: theme === 'limits' ? 4 : 3 }),
      weighted<readonly PlannedField[]>([14, constant([])], [1, badFields]),
    )
    .map(([fields, bad]) => ({ kind: 'update', fields: [...fields.flat(), ...bad] }));

const card = weighted([2, constant(0)], [1, constant(1)]);

const restrictOf = (...types: RestrictionType[]): fc.Arbitrary<Action> =>
  fc
    .constantFrom(...types)
    .chain((type) => {
      const hasList = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
      const lists = weighted<string | undefined>(
        [8, fc.constantFrom(...COUNTRY_LISTS)],
        [2, fc.constantFrom(undefined, '', ' ')],
      );
      const usual = hasList ? lists : constant(undefined);
      // A list for a type without one, or a list with an invalid country.
      const wrong = constant(hasList ? 'DE,XX' : 'FR');
      return fc.record({
        type: constant(type),
        card,
        isAllowed: weighted([3, constant(undefined)], [3, constant(false)], [hasList ? 3 : 1, constant(true)]),
        end: weighted<{ ahead: number; days: number } | undefined>(
          [2, constant(undefined)],
          [6, fc.record({ ahead: fc.integer({ min: 0, max: 4 }), days: fc.constantFrom(0, 0, 0, -1, 1) })],
        ),
        countries: weighted<string | undefined>([14, usual], [1, wrong]),
      });
    })
    .map(({ type, card: of, isAllowed, end, countries }) => ({
      kind: 'restrict',
      type,
      card: of,
      ...(isAllowed !== undefined && { isAllowed }),
      ...(end !== undefined && { end }),
      ...(countries !== undefined && { countries }),
    }));
const restrict = restrictOf(...RESTRICTION_TYPES, 'INTERNATIONAL_SPECIFIC_COUNTRIES');
/** Closes foreign use as a whole, and opens it with lists. */
const restrictAbroad = restrictOf('INTERNATIONAL', 'INTERNATIONAL_SPECIFIC_COUNTRIES');

const CARD_PRESENT: [string | number, string][] = [
  ['051', '00'],
  [51, '00'],
  ['951', '00'],
  ['021', '00'],
  [21, '00'],
  ['901', '02'],
  ['071', '00'],
  [71, '00'],
  ['911', '00'],
  ['912', '00'],
  ['801', '00'],
  ['800', '00'],
];
const CARD_NOT_PRESENT: [string | number, string][] = [
  ['810', '59'],
  ['812', '00'],
  ['051', '59'],
  ['810', '08'],
  ['010', '08'],
  ['052', '08'],
  ['100', '00'],
  ['071', '04'],
  ['012', '00'],
  [12, '00'],
  ['991', '00'],
  ['000', '00'],
  [5, '00'],
];
const present = fc.constantFrom(...CARD_PRESENT);
const notPresent = fc.constantFrom(...CARD_NOT_PRESENT);

const messageOf = (theme: Theme): fc.Arbitrary<MessagePlan> =>
  fc.record({
    aim: weighted<number | undefined>(
      [1, constant(undefined)],
      [theme === 'switches' || theme === 'restrictions' ? 2 : 0, fc.nat({ max: 11 })],
    ),
    entry: weighted([theme === 'abroad' ? 5 : 1, present], [1, notPresent]),
    category: weighted(
      [3, fc.constantFrom('5411', '5999')],
      [2, fc.constantFrom('6010', '6011', '6012')],
      [theme === 'switches' ? 4 : 1, fc.constantFrom('5813', '4829', '7799', '7800', '7802', '7803', '7995')],
    ),
    location: fc.tuple(
      weighted<LocationForm>([9, constant('plain')], [2, fc.constantFrom('emoji', 'short', 'run-on', 'lower-case')]),
      weighted([12, fc.constantFrom('AE', 'DE', 'FR', 'GB', 'US')], [1, fc.constantFrom('XX', 'UK', '  ', '12', 'A ')]),
    ),
    otherCurrency: weighted([3, constant(false)], [2, constant(true)]),
    shop: fc.constantFrom(...MODEL_SHOPS),
    amount: weighted<MessagePlan['amount']>(
      [theme === 'limits' ? 2 : 6, fc.integer({ min: 1, max: 14_000 })],
      [4, fc.record({ bound: fc.nat({ max: 9 }), more: fc.constantFrom(0, 1, -1) })],
    ),
    partner: weighted<PartnerPlan>(
      [28, fc.constantFrom('APPROVE', 'UNTIL_NOW')],
      [16, fc.constantFrom('DECLINE', 'WRONG', 'UNREACHABLE', 'OUTDATED')],
      [1, constant('LATE')],
    ),
    fault: weighted<MessagePlan['fault']>(
      [45, constant('none')],
      [1, fc.constantFrom('expiry', 'sequence', 'currency', 'zero', 'acquirer-zero')],
    ),
  });

const at = fc.nat({ max: SEQUENCE_STEPS });
const status = fc.constantFrom<StatusPlan>('BLOCKED', 'ACTIVE');

/** Actions between authorizations, with their weights. */
const BETWEEN: [number, fc.Arbitrary<Action>][] = [
  [6, fc.record({ kind: constant('reverse' as const), at, percent: fc.constantFrom(100, 100, 40, 101) })],
  [2, fc.record({ kind: constant('complete' as const), at, percent: fc.constantFrom(100, 40, 130, 0) })],
  [3, fc.record({ kind: constant('repeat' as const), at, isOther: fc.boolean() })],
  [1, fc.record({ kind: constant('status' as const), card, status })],
  [5, ownLimitOf(card)],
  [2, fc.record({ kind: constant('end-limit' as const), card, name: ownLimitName })],
  [2, constant({ kind: 'enquire' as const })],
];

function actionsOf(theme: Theme): fc.Arbitrary<readonly Action[]> {
  const change = weighted(
    [theme === 'restrictions' || theme === 'closed abroad' ? 1 : 8, updateOf(theme)],
    [theme === 'closed abroad' ? 6 : 0, restrictAbroad],
    [theme === 'restrictions' ? 6 : theme === 'mixed' ? 3 : 0, restrict],
  );
  const authorize: fc.Arbitrary<Action> = fc.record({
    kind: constant('authorize' as const),
    card,
    message: messageOf(theme),
  });
  const nothing = { weight: 1, arbitrary: constant<Action>({ kind: 'idle' }) };
  const any = fc.oneof(
    { withCrossShrink: true },
    nothing,
    { weight: 48, arbitrary: authorize },
    { weight: 16, arbitrary: change },
    { weight: theme === 'tokens' ? 60 : 6, arbitrary: tokenAction(card) },
    ...BETWEEN.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
  const usual = theme === 'tokens' ? provisionOf(card) : change;
  const first = fc.oneof({ withCrossShrink: true }, nothing, { weight: 50, arbitrary: usual });
  return fc
    .tuple(first, fc.array(any, { minLength: 7, maxLength: SEQUENCE_STEPS - 1 }))
    .map(([first, rest]) => [first, ...rest]);
}

/** Shrinks to a sequence that does nothing, so that only the failing one of several parallel sequences remains. */
export const sequence: fc.Arbitrary<Sequence> = fc.record({
  bank: fc.constantFrom('DEMO' as const, 'OTHR' as const),
  isPoor: weighted([4, constant(false)], [1, constant(true)]),
  cards: weighted([2, constant(1)], [1, constant(2)]),
  tokenLimits,
  actions: fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: constant<readonly Action[]>([]) },
    ...(
      [
        ['switches', 70],
        ['limits', 60],
        ['abroad', 40],
        ['closed abroad', 20],
        ['restrictions', 50],
        ['tokens', 40],
        ['mixed', 30],
      ] as const
    ).map(([theme, weight]) => ({ weight, arbitrary: actionsOf(theme) })),
  ),
});
