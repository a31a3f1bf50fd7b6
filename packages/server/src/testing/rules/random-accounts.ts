import type { Condition, LimitField, RestrictionType, Switch } from '@cardwright/contract';
import { RESTRICTION_TYPES, SWITCHES } from '@cardwright/contract';
import type { AnalyzedAccount } from '../../issuing/authorization/analysis/analyzed-account.ts';
import type { PaymentException } from '../../issuing/authorization/decision/facts.ts';
import { type StoredSettings, toCardSettings } from '../../issuing/card-settings/card-settings.ts';
import type { Limit } from '../../issuing/limits/limit.ts';
import type { Restriction } from '../../issuing/restrictions/restriction.ts';
import type { AnalyzedRule } from '../../issuing/rules/analysis/analyzed-rule.ts';
import { FACTS, NOW } from '../decisions/authorization-facts.ts';
import type { Random } from '../random.ts';
import { analyzedRule } from './analysis-world.ts';

const HOUR_MS = 3_600_000;
/** When controls with a time end. */
export const LATER_MS = NOW.getTime() + 10 * HOUR_MS;

/** An account with its bank's rules. */
export interface RandomAccount {
  readonly of: AnalyzedAccount;
  readonly rules: readonly AnalyzedRule[];
}

const AMOUNTS = ['0.03', '0.07', '0.10'];
const MCCS = ['5411', '6010', '6011', '7995', '5999', '5944', '3000'];

const test = (field: string, op: string, value: unknown, more = {}) => ({ field, op, value, ...more }) as Condition;
const CONDITIONS: readonly Condition[] = [
  test('mcc', 'eq', '6011'),
  test('amount', 'gt', '0.07'),
  test('country', 'notIn', ['AE', 'GB']),
  test('isForeign', 'eq', true),
  test('channel', 'in', ['ECOM', 'CHIP']),
  test('cardAgeDays', 'lt', 20),
  test('cardAgeDays', 'in', [19, 25]),
  test('product', 'prefix', 'DEMO'),
  test('cardRole', 'eq', 'S'),
  test('firstAtMerchant', 'eq', true),
  test('limitSum', 'gte', '0.05', { limit: 'SUM' }),
  test('limitCount', 'ne', 2, { limit: 'COUNT' }),
  test('limitCount', 'gt', 2, { limit: 'COUNT' }),
  test('merchantId', 'inList', 'known'),
];

function condition(random: Random): Condition {
  const [one, other] = [random.pick(CONDITIONS), random.pick(CONDITIONS)];
  return random.pick([one, { not: one }, { all: [one, other] }, { any: [one, { not: other }] }]);
}

const time = (random: Random) => (random.oneIn(3) ? new Date(LATER_MS).toISOString() : undefined);

/** Changes of the settings of one kind. */
const SETTINGS: readonly ((random: Random) => StoredSettings)[] = [
  (random) => {
    const name: Switch = random.pick(SWITCHES);
    const until = time(random);
    const status = until === undefined ? random.pick(['OFF', 'ON', 'OFF']) : 'ON_UNTIL';
    return { [`${name}Status`]: status, ...(until !== undefined && { [`${name}OnUntil`]: until }) };
  },
  (random) => ({
    cardPresentStatus: 'OFF',
    cardPresentAllowBelow: random.pick(['true', 'true', 'false']),
    cardPresentAllowBelowLimit: random.pick(AMOUNTS),
  }),
  (random) => ({ merchantGroupProfileId: random.pick(['ONLY-TRAVEL', 'NO-JEWELS']) }),
  (random) => ({
    ...(random.oneIn(4) && { cardPresentAllowAnyForeign: random.pick(['true', 'false']) }),
    cardPresentAllowSpecificForeign: random.pick(['true', 'false']),
    cardPresentAllowSpecificForeignCountries: random.pick(['GB', 'GB,DE']),
    ...(random.oneIn(2) && { cardPresentAllowForeignStart: new Date(LATER_MS).toISOString() }),
  }),
  (random) => {
    const fields: readonly LimitField[] = [
      ...(['cardPresentTransactionLimit', 'cardNotPresentTransactionLimit', 'cashTransactionLimit'] as const),
      ...(['dailyLimit', 'monthlyLimit', 'limit1', 'limit2', 'limit3'] as const),
    ];
    return { [random.pick(fields)]: random.pick(AMOUNTS) };
  },
];

function restriction(random: Random): Restriction {
  const type: RestrictionType = random.pick([
    ...RESTRICTION_TYPES,
    'INTERNATIONAL',
    'INTERNATIONAL_SPECIFIC_COUNTRIES',
  ]);
  return {
    type,
    isAllowed: random.oneIn(type === 'INTERNATIONAL_SPECIFIC_COUNTRIES' ? 2 : 4),
    ...(random.oneIn(3) && { endsAtMs: LATER_MS }),
    ...(type === 'INTERNATIONAL_SPECIFIC_COUNTRIES' &&
      !random.oneIn(4) && { countries: random.pick([['GB'], ['GB', 'DE']]) }),
  };
}

/** Returns restrictions that often allow only some countries, or have a newer entry that replaces an older one. */
function restrictionsOf(random: Random): Restriction[] {
  if (random.oneIn(4)) {
    const { endsAtMs: _, ...newer } = restriction(random);
    return [newer, { ...newer, isAllowed: !newer.isAllowed }];
  }
  if (!random.oneIn(3)) return some(random, 3, () => restriction(random));
  const list: Restriction = { type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true, countries: ['GB'] };
  return [list, { ...restriction(random), type: 'INTERNATIONAL', isAllowed: false }];
}

const KINDS = [
  { id: 'SUM', measure: 'amount', max: 7n },
  { id: 'COUNT', measure: 'count', max: 2n },
  { id: 'SHOPS', measure: 'merchants', max: 2n },
] as const;

function limit(random: Random, key: string): Limit {
  const of = random.oneIn(4) ? ('declines' as const) : ('approvals' as const);
  const isLock = random.oneIn(6);
  return {
    ...random.pick(KINDS),
    ...{ key, of, since: NOW, window: random.pick([{ calendar: 'DAILY' as const }, { slidingMs: 24 * HOUR_MS }]) },
    ...{ cardId: random.oneIn(4) ? 8n : undefined, locksFirst: false, onlyMerchant: undefined },
    ...(isLock && ({ id: 'LOCK', measure: 'merchants', of: 'approvals', max: 1n, onlyMerchant: 'SHOP' } as const)),
    ...(random.oneIn(3) && { where: condition(random) }),
  };
}

function exception(random: Random): PaymentException {
  return {
    id: '00000000-0000-4000-8000-000000000000',
    merchantId: random.pick([undefined, 'SHOP']),
    mcc: random.pick([undefined, '6011']),
    maxMinor: random.pick([5n, 100n]),
    validUntil: new Date(random.pick([LATER_MS, NOW.getTime() + 2 * HOUR_MS])),
  };
}

const some = <T>(random: Random, most: number, one: (at: number) => T): T[] =>
  Array.from({ length: random.below(most + 1) }, (_, at) => one(at));

/** Returns two states of an account that differ only by the change. */
export function randomChange(random: Random): readonly [RandomAccount, RandomAccount] {
  const { bank, card, account } = FACTS;
  if (card === undefined || account === undefined) throw new Error('the facts have a card');
  const cards = random.oneIn(4) ? [card, { ...card, cardId: 8n, traits: { ...card.traits, role: 'S' } }] : [card];
  const kinds = [random.pick(SETTINGS), random.pick(SETTINGS)];
  // few controls at a time, so that none hides another
  const main = random.pick(['settings', 'restrictions', 'limits', 'rules']);
  const has = (part: string) => part === main || random.oneIn(4);
  const parts = {
    settings: has('settings'),
    restrictions: has('restrictions'),
    limits: has('limits'),
    rules: has('rules'),
  };
  const exceptions = random.oneIn(6) ? [exception(random)] : undefined;
  const unreadableCountry = random.pick(['foreign', 'by_currency'] as const);
  const status = random.oneIn(12) ? ('BLOCKED' as const) : ('ACTIVE' as const);
  const fundsCheck = random.oneIn(3);
  // limits with the same key have the same terms, apart from max
  const pool = some(random, 2, (at) => limit(random, String(at + 1)));
  const varied = (one: Limit) => (random.oneIn(2) ? one : { ...one, max: one.max + BigInt(random.from(-1, 1)) });
  const of = (): RandomAccount => {
    const settings = parts.settings
      ? Object.assign({}, ...kinds.map((kind) => (random.oneIn(3) ? {} : kind(random))))
      : {};
    const limits = parts.limits ? pool.filter(() => !random.oneIn(3)).map(varied) : [];
    const restrictions = parts.restrictions ? restrictionsOf(random) : [];
    const rules = parts.rules
      ? some(random, 2, (at) => analyzedRule(`RULE_${at}`, condition(random), { number: random.below(9) }))
      : [];
    return {
      rules,
      of: {
        bank: { ...bank, cardControl: { ...bank.cardControl, unreadableCountry } },
        account: {
          ...{ ...account, fundsCheck, exceptions, settings: toCardSettings(settings, 2) },
          limits: limits.length === 0 ? undefined : { limits, usage: new Map() },
        },
        cards: cards.map((one) => ({ ...one, status, restrictions })),
        sharedLimits: undefined,
      },
    };
  };
  return [of(), of()];
}

export const MCCS_TO_TRY = MCCS;
