import { type ProgramFields, withDefaults } from '../../issuing/banks/program.ts';
import { type StoredSettings, toCardSettings } from '../../issuing/card-settings/card-settings.ts';
import { FACTS, NOW } from '../decisions/authorization-facts.ts';
import type { Random } from '../random.ts';
import type { RandomAccount } from './random-accounts.ts';

/** A change of the program of a product, and the own settings that an account can have in a small domain. */
export interface RandomProduct {
  readonly change: readonly [RandomAccount, RandomAccount];
  /** The same accounts with each of the own settings. */
  readonly accounts: readonly ProductAccount[];
}

interface ProductAccount {
  readonly change: readonly [RandomAccount, RandomAccount];
  /** The own settings of the account after the change. */
  readonly own: StoredSettings;
}

const LIMIT = 'cardNotPresentTransactionLimit';
const BELOW = 'cardPresentAllowBelowLimit';
type CappedField = typeof LIMIT | typeof BELOW;
const COUNTRIES = 'cardPresentAllowSpecificForeignCountries';

/** The defaults that a program can have of one kind, and the own settings of accounts. */
const KINDS: readonly {
  readonly defaults: readonly ProgramFields[];
  readonly own: readonly StoredSettings[];
  /** The ceiling that changes, up to which accounts set the field. */
  readonly ceiling?: CappedField;
}[] = [
  {
    defaults: [{}, { ecomStatus: 'OFF' }, { ecomStatus: 'ON' }],
    own: [{}, { ecomStatus: 'ON' }, { ecomStatus: 'OFF' }],
  },
  {
    ceiling: LIMIT,
    defaults: [{}, { [LIMIT]: '0.03' }, { [LIMIT]: '0.07' }],
    own: [{}, ...['0.00', '0.03', '0.05', '0.07'].map((value) => ({ [LIMIT]: value }))],
  },
  {
    defaults: [{}, { merchantGroupProfileId: 'NO-JEWELS' }],
    own: [{}, { merchantGroupProfileId: 'ONLY-TRAVEL' }, { merchantGroupProfileId: 'NO-JEWELS' }],
  },
  {
    defaults: [
      {},
      { [COUNTRIES]: 'GB' },
      { cardPresentAllowAnyForeign: 'true' },
      { cardPresentAllowSpecificForeign: 'false', [COUNTRIES]: 'GB' },
    ],
    own: [
      ...[{}, { cardPresentAllowAnyForeign: 'false' }, { cardPresentAllowAnyForeign: 'true' }, { [COUNTRIES]: 'DE' }],
      ...[{ cardPresentAllowSpecificForeign: 'false' }, { cardPresentAllowSpecificForeign: 'true' }],
      { cardPresentAllowAnyForeign: 'false', [COUNTRIES]: 'GB' },
      { cardPresentAllowAnyForeign: 'false', cardPresentAllowSpecificForeign: 'true' },
      { cardPresentAllowForeignStart: new Date(NOW.getTime() + 36_000_000).toISOString() },
    ],
  },
  {
    ceiling: BELOW,
    defaults: [
      { cardPresentStatus: 'OFF' },
      { cardPresentStatus: 'OFF', cardPresentAllowBelow: 'true', cardPresentAllowBelowLimit: '0.05' },
    ],
    own: [
      {},
      { cardPresentAllowBelow: 'true' },
      { cardPresentAllowBelow: 'false' },
      { cardPresentAllowBelowLimit: '0.07' },
      ...['0.03', '0.07'].map((value) => ({ cardPresentAllowBelow: 'true', [BELOW]: value })),
    ],
  },
];

/** Ceilings that the small domain of amounts contains. */
const CEILINGS = ['0.05', '0.07'] as const;
/** An amount above all ceilings. */
const RETAINED = '0.10';
const HIGHEST: ProgramFields = { [LIMIT]: '0.07', [BELOW]: '0.07' };

/** Returns own settings whose amounts are reduced to the ceiling. */
function below(ceiling: ProgramFields, own: StoredSettings): StoredSettings {
  const entries = Object.entries(own).map(([field, value]) => {
    const most = ceiling[field as CappedField];
    return [field, most !== undefined && Number(value) > Number(most) ? most : value];
  });
  return Object.fromEntries(entries) as StoredSettings;
}

export function randomProduct(random: Random): RandomProduct {
  const { bank, card, account } = FACTS;
  if (card === undefined || account === undefined) throw new Error('the facts have a card');
  const { defaults, own, ceiling } = random.pick(KINDS);
  const of = (program: ProgramFields, settings: StoredSettings = {}): RandomAccount => ({
    rules: [],
    of: {
      bank: { ...bank, cardControl: { ...bank.cardControl, unreadableCountry: 'foreign' } },
      account: {
        ...account,
        fundsCheck: false,
        settings: toCardSettings(withDefaults(settings, { defaults: program }, 2), 2),
      },
      ...{ cards: [card], sharedLimits: undefined },
    },
  });
  const programs = [random.pick(defaults), random.pick(defaults)] as const;
  const ceilingsOf = (): ProgramFields => {
    return ceiling === undefined ? HIGHEST : { ...HIGHEST, [ceiling]: random.pick(CEILINGS) };
  };
  const ceilings = [ceilingsOf(), ceilingsOf()] as const;
  // some accounts have kept more than both ceilings allow
  const retained: ProgramFields | undefined =
    ceiling !== undefined && random.oneIn(2) ? { [ceiling]: RETAINED } : undefined;
  const symbolic = (at: 0 | 1): RandomAccount => {
    const one = of(programs[at]);
    return {
      ...one,
      of: {
        ...one.of,
        product: { defaults: programs[at], ceilings: ceilings[at], retained: at === 0 ? retained : undefined },
      },
    };
  };
  // accounts keep what they have set when the ceiling was higher
  const higher = ceiling !== undefined && ceilings[0][ceiling] === '0.07' ? ceilings[0] : ceilings[1];
  const accounts = own.map((settings): ProductAccount => {
    const after = below(higher, settings);
    return { own: after, change: [of(programs[0], below(ceilings[0], settings)), of(programs[1], after)] };
  });
  const retaining = own.filter(
    (settings) => ceiling !== undefined && retained !== undefined && settings[ceiling] !== undefined,
  );
  const withRetained = retaining.map((settings): ProductAccount => {
    const all = { ...settings, ...retained };
    return { own: all, change: [of(programs[0], all), of(programs[1], all)] };
  });
  return { change: [symbolic(0), symbolic(1)], accounts: [...accounts, ...withRetained] };
}
