import { type ProgramFields, withDefaults } from '../../issuing/banks/program.ts';
import { type StoredSettings, toCardSettings } from '../../issuing/card-settings/card-settings.ts';
import { FACTS, NOW } from '../decisions/authorization-facts.ts';
import type { Random } from '../random.ts';
import type { RandomAccount } from './random-accounts.ts';

/** A change of the program of a product, and the own settings that an account can have in a small domain. */
export interface RandomProduct {
  readonly change: readonly [RandomAccount, RandomAccount];
  /** The same accounts with each of the own settings. */
  readonly accounts: readonly (readonly [RandomAccount, RandomAccount])[];
}

const LIMIT = 'cardNotPresentTransactionLimit';
const COUNTRIES = 'cardPresentAllowSpecificForeignCountries';

/** The defaults that a program can have of one kind, and the own settings of accounts. */
const KINDS: readonly { readonly defaults: readonly ProgramFields[]; readonly own: readonly StoredSettings[] }[] = [
  {
    defaults: [{}, { ecomStatus: 'OFF' }, { ecomStatus: 'ON' }],
    own: [{}, { ecomStatus: 'ON' }, { ecomStatus: 'OFF' }],
  },
  {
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
    defaults: [
      { cardPresentStatus: 'OFF' },
      { cardPresentStatus: 'OFF', cardPresentAllowBelow: 'true', cardPresentAllowBelowLimit: '0.05' },
    ],
    own: [
      {},
      { cardPresentAllowBelow: 'true' },
      { cardPresentAllowBelow: 'false' },
      { cardPresentAllowBelowLimit: '0.07' },
      { cardPresentAllowBelow: 'true', cardPresentAllowBelowLimit: '0.03' },
    ],
  },
];

/** No own setting is above this ceiling, which the small domain of amounts contains. */
const CEILINGS: ProgramFields = { [LIMIT]: '0.07', cardPresentAllowBelowLimit: '0.07' };

export function randomProduct(random: Random): RandomProduct {
  const { bank, card, account } = FACTS;
  if (card === undefined || account === undefined) throw new Error('the facts have a card');
  const { defaults, own } = random.pick(KINDS);
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
  const symbolic = (program: ProgramFields): RandomAccount => {
    const one = of(program);
    return { ...one, of: { ...one.of, product: { program: { defaults: program, ceilings: CEILINGS } } } };
  };
  return {
    change: [symbolic(programs[0]), symbolic(programs[1])],
    accounts: own.map((settings) => [of(programs[0], settings), of(programs[1], settings)] as const),
  };
}
