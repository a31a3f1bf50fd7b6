import { type ExampleValue, LIMIT_FIELDS, type LimitField, SWITCHES, type Switch } from '@cardwright/contract';
import { formatAmount } from '../../../platform/kernel/money.ts';
import { inCurrency, type ProgramFields, withDefaults } from '../../banks/program.ts';
import { type CardSettings, type StoredSettings, toCardSettings } from '../../card-settings/card-settings.ts';
import type { Example } from '../../rules/analysis/example.ts';
import { every, hasValue, NEVER, not, some, when } from '../../rules/analysis/formulas.ts';
import { MINOR, type NumberVariable } from '../../rules/analysis/numbers.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { BankFacts } from '../decision/facts.ts';
import type { AnalyzedAccount, AnalyzedProduct } from './analyzed-account.ts';
import { type Controls, controlsOf } from './controls.ts';

/** Names the number for an account's own setting. 0 means none, so the default applies. */
const own = (field: string): string => `own ${field}`;
const valueName = (field: LimitField): string => `value ${field}`;
const [ON, OFF] = [1n, 2n];
/** The account still has the highest limit, which is above the ceiling. */
const RETAINED = 2n;
const FLAGS = ['cardPresentAllowBelow', 'cardPresentAllowAnyForeign', 'cardPresentAllowSpecificForeign'] as const;
const COUNTRIES = 'cardPresentAllowSpecificForeignCountries';
const WINDOW = 'cardPresentAllowForeignStart';
const GROUP = 'merchantGroupProfileId';
const MAX_VALUE = 10n ** 15n;

/** The settings that an account of the product can have of its own. Empty if `product` is undefined. Pure. */
export function ownSettings(
  product: AnalyzedProduct | undefined,
  { cardControl }: BankFacts,
  exponent: number,
): NumberVariable[] {
  if (product === undefined) return [];
  const number = (name: string, most: bigint): NumberVariable => ({ name, least: 0n, most, usual: 0n });
  const choices = [...SWITCHES, ...FLAGS, COUNTRIES, WINDOW].map((field) => number(own(field), OFF));
  const limits = LIMIT_FIELDS.flatMap((field) => {
    const most = amountOf(product.ceilings, field, exponent) ?? MAX_VALUE;
    const choice = product.retained?.[field] === undefined ? ON : RETAINED;
    return [number(own(field), choice), number(valueName(field), most)];
  });
  return [...choices, number(own(GROUP), BigInt(cardControl.merchantGroups.size)), ...limits];
}

/** Whether the account has no settings of its own. Pure. */
export function hasDefaultSettings({ product, bank }: AnalyzedAccount): Formula {
  const names = ownSettings(product, bank, 0).filter(({ name }) => name.startsWith(own('')));
  return not({ sum: names.map(({ name }) => name), over: 0n });
}

/**
 * A product after a change of its program. Accounts keep settings above a ceiling that the change lowers, and can have
 * settings up to one that it raises. Pure.
 */
export function afterChange(before: AnalyzedAccount, after: AnalyzedAccount): AnalyzedAccount {
  const [{ product: old }, { product, account }] = [before, after];
  if (old === undefined || product === undefined) return after;
  const ceilings = higherCeilings(old.ceilings, product.ceilings, account.currency.exponent);
  return { ...after, product: { ...product, ceilings, retained: old.retained } };
}

/** The higher ceiling of each limit. A limit has none if it lacks one on either side. Pure. */
export function higherCeilings(old: ProgramFields, product: ProgramFields, exponent: number): ProgramFields {
  const ceilings = LIMIT_FIELDS.flatMap((field) => {
    const [was, is] = [old, product].map((one) => amountOf(one, field, exponent));
    return was === undefined || is === undefined ? [] : [[field, (was > is ? old : product)[field]]];
  });
  return Object.fromEntries(ceilings) as ProgramFields;
}

/** The limits above their ceilings. Pure. */
export function aboveCeilings(limits: ProgramFields, ceilings: ProgramFields, exponent: number): ProgramFields {
  const above = LIMIT_FIELDS.flatMap((field) => {
    const [value, most] = [limits, ceilings].map((one) => amountOf(one, field, exponent));
    return value !== undefined && most !== undefined && value > most ? [[field, limits[field]]] : [];
  });
  return Object.fromEntries(above) as ProgramFields;
}

function amountOf(fields: ProgramFields, field: LimitField, exponent: number): bigint | undefined {
  return toCardSettings(inCurrency(fields, exponent), exponent).limits[field];
}

/** The controls of any account of a product: its own settings, and otherwise the defaults. Pure. */
export function productControls(of: AnalyzedAccount, program: AnalyzedProduct): Controls {
  const defaults = controlsOf(of);
  const { settings, currency } = of.account;
  const { cardControl } = of.bank;
  const unset = (field: string) => hasValue(own(field), 0n);
  const chooses = (field: string, choice: bigint, byDefault: boolean) =>
    some(hasValue(own(field), choice), every(unset(field), when(byDefault)));
  const isOver = (sum: readonly string[], most: bigint | undefined): Formula =>
    most === undefined ? NEVER : { sum, over: most };
  const isExceeded = (field: LimitField, sum: readonly string[], byDefault: bigint | undefined): Formula =>
    some(
      every(hasValue(own(field), RETAINED), isOver(sum, amountOf(program.retained ?? {}, field, currency.exponent))),
      every(
        hasValue(own(field), 1n),
        some(
          { sum, less: [valueName(field)], over: 0n },
          isOver(sum, amountOf(program.ceilings, field, currency.exponent)),
        ),
      ),
      every(unset(field), isOver(sum, byDefault)),
    );
  const isLimited = (field: LimitField) => some(not(unset(field)), when(settings.limits[field] !== undefined));
  const below = 'cardPresentAllowBelowLimit';
  const fields = inCurrency(program.defaults, currency.exponent);
  const [anyForeign, specific] = [FLAGS[1], FLAGS[2]];
  const isForeignSet = some(
    ...[anyForeign, specific, COUNTRIES, WINDOW].map((field) => not(unset(field))),
    when(settings.foreign.isSet),
  );
  const groups = [...cardControl.merchantGroups.keys()];
  const refusedBy = (id: string) =>
    controlsOf({ ...of, account: { ...of.account, settings: { ...settings, merchantGroupId: id } } }).refusesGroup;
  return {
    isOff: (name: Switch) => some(hasValue(own(name), OFF), every(unset(name), defaults.isOff(name))),
    passesBelow: every(
      chooses(FLAGS[0], ON, settings.allowBelow),
      isLimited(below),
      not(isExceeded(below, [MINOR], settings.limits[below])),
    ),
    restriction: () => ({ refuses: NEVER, names: NEVER }),
    refusesGroup: some(
      every(unset(GROUP), defaults.refusesGroup),
      ...groups.map((id, at) => every(hasValue(own(GROUP), BigInt(at + 1)), refusedBy(id))),
    ),
    allowsAbroad: some(
      not(isForeignSet),
      chooses(anyForeign, ON, settings.foreign.any),
      every(
        not(chooses(specific, OFF, fields[specific] === 'false')),
        some(
          every(hasValue(own(COUNTRIES), ON), { present: 'country' }),
          every(unset(COUNTRIES), isNamed(fields[COUNTRIES])),
        ),
      ),
      hasValue(own(WINDOW), ON),
    ),
    isOver: (field, counter) =>
      isExceeded(field, counter === undefined ? [MINOR] : [MINOR, counter], settings.limits[field]),
  };
}

function isNamed(countries: string | undefined): Formula {
  const { foreign } = toCardSettings(countries === undefined ? {} : { [COUNTRIES]: countries }, 0);
  return foreign.countries.length === 0
    ? NEVER
    : { condition: { field: 'country', op: 'in', value: foreign.countries } as never };
}

/** The settings of the account of an example. Pure. */
export function settingsOfExample(of: AnalyzedAccount, program: AnalyzedProduct, example: Example): CardSettings {
  const { exponent } = of.account.currency;
  return toCardSettings(withDefaults(ownOfExample(of, program, example), program, exponent), exponent);
}

/** The account's own settings in an example, if the analysis is about all accounts of a product. Pure. */
export function ownValues(of: AnalyzedAccount, example: Example): ExampleValue[] {
  const stored = of.product === undefined ? {} : ownOfExample(of, of.product, example);
  return Object.entries(stored).map(([field, value]) => ({ source: 'ACCOUNT', field, value }));
}

function ownOfExample(
  of: AnalyzedAccount,
  { ceilings, retained = {} }: AnalyzedProduct,
  { numbers, values, at }: Example,
): StoredSettings {
  const { exponent } = of.account.currency;
  const chosen = (field: string) => numbers.get(own(field)) ?? 0n;
  const stored: Record<string, string> = {};
  for (const name of SWITCHES) if (chosen(name) > 0n) stored[`${name}Status`] = chosen(name) === OFF ? 'OFF' : 'ON';
  for (const flag of FLAGS) if (chosen(flag) > 0n) stored[flag] = String(chosen(flag) === ON);
  for (const field of LIMIT_FIELDS) {
    const [value, most] = [numbers.get(valueName(field)) ?? 0n, amountOf(ceilings, field, exponent)];
    if (chosen(field) === RETAINED) stored[field] = inCurrency(retained, exponent)[field] ?? '';
    else if (chosen(field) > 0n)
      stored[field] = formatAmount(most !== undefined && most < value ? most : value, exponent);
  }
  const elsewhere = values.get('country') === 'GB' ? 'US' : 'GB';
  if (chosen(COUNTRIES) > 0n) {
    stored[COUNTRIES] = chosen(COUNTRIES) === ON ? String(values.get('country') ?? elsewhere) : elsewhere;
  }
  if (chosen(WINDOW) > 0n) stored[WINDOW] = new Date(at.getTime() + (chosen(WINDOW) === ON ? 0 : 1_000)).toISOString();
  const group = [...of.bank.cardControl.merchantGroups.keys()][Number(chosen(GROUP)) - 1];
  if (group !== undefined) stored[GROUP] = group;
  return stored;
}
