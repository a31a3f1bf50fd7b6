import { LIMIT_FIELDS, SWITCHES } from '@cardwright/contract';
import type { StoredSettings } from '../../issuing/card-settings/card-settings.ts';
import { toCardSettings } from '../../issuing/card-settings/card-settings.ts';
import type { Example } from '../../issuing/rules/analysis/example.ts';
import { compare, every, hasValue, not, some } from '../../issuing/rules/analysis/formulas.ts';
import type { NumberVariable } from '../../issuing/rules/analysis/numbers.ts';
import { type Formula, holds } from '../../issuing/rules/analysis/question.ts';

const [ON, OFF] = [1n, 2n];

/** A number of the analysis for own settings: one value, or ON for some payments and OFF for others. */
type Pin = { readonly name: string } & ({ readonly value: bigint } | { readonly on: Formula; readonly off: Formula });

/**
 * Returns the own settings of one account as numbers of the analysis, which otherwise represent any own settings.
 * @param groups the ids of the merchant groups, in the order of the bank
 */
export function pinnedSettings(
  own: StoredSettings,
  groups: readonly string[],
  numbers: readonly NumberVariable[],
): Pin[] {
  const limits = toCardSettings(own, 2).limits;
  return numbers.flatMap(({ name, most }): Pin[] => {
    const [kind, field = ''] = name.split(' ');
    const limit = LIMIT_FIELDS.find((one) => one === field);
    if (kind === 'value')
      return limit && (limits[limit] ?? most + 1n) <= most ? [{ name, value: limits[limit] ?? 0n }] : [];
    // an account keeps a limit that it set before the ceiling became lower
    const value = numbers.find((number) => number.name === `value ${field}`);
    if (kind === 'own' && limit && value && (limits[limit] ?? 0n) > value.most) return [{ name, value: OFF }];
    return kind === 'own' ? [pinOf(name, field, own, groups)] : [];
  });
}

function pinOf(name: string, field: string, own: StoredSettings, groups: readonly string[]): Pin {
  const isSwitch = SWITCHES.some((one) => one === field);
  const value = (own as Readonly<Record<string, string>>)[isSwitch ? `${field}Status` : field];
  if (value === undefined) return { name, value: 0n };
  const { foreign } = toCardSettings(own, 2);
  if (field === 'cardPresentAllowSpecificForeignCountries') {
    const inList = compare('country', 'in', foreign.countries);
    // no list contains a payment without a country
    return { name, on: some(inList, not({ present: 'country' })), off: not(inList) };
  }
  if (foreign.window !== undefined && field === 'cardPresentAllowForeignStart') {
    return { name, on: { during: foreign.window }, off: not({ during: foreign.window }) };
  }
  if (field === 'merchantGroupProfileId') return { name, value: BigInt(groups.indexOf(value) + 1) };
  return { name, value: value === 'OFF' || value === 'false' ? OFF : ON };
}

export function pinFormula(pins: readonly Pin[]): Formula {
  return every(
    ...pins.map((pin) =>
      'value' in pin
        ? hasValue(pin.name, pin.value)
        : some(every(hasValue(pin.name, ON), pin.on), every(hasValue(pin.name, OFF), pin.off)),
    ),
  );
}

/** Returns the example of an account with the own settings. */
export function withPins(example: Example, pins: readonly Pin[]): Example {
  const values = pins.map((pin) => {
    return [pin.name, 'value' in pin ? pin.value : holds(pin.on, example) ? ON : OFF] as const;
  });
  return { ...example, numbers: new Map([...example.numbers, ...values]) };
}
