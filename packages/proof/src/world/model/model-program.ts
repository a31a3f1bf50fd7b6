import { LIMIT_FIELDS, type LimitField, SWITCHES, type Switch } from '@cardwright/contract';
import { countriesOf } from './model-message.ts';
import type { ModelProgram } from './model-own.ts';
import type { ModelSettings, ModelSwitch } from './model-settings.ts';

/** The minor units of an amount in a program. Decimals that the currency does not have are cut off. */
function cutMinor(text: string, exponent: number): number {
  const [units = '0', decimals = ''] = text.split('.');
  return Number(units) * 10 ** exponent + Number(decimals.padEnd(exponent, '0').slice(0, exponent) || '0');
}

/** The settings of an account: its own, and the program's defaults for fields that it has not set or has cleared. */
export function inheriting(own: ModelSettings, program: ModelProgram | undefined, exponent: number): ModelSettings {
  if (program === undefined) return own;
  const { defaults } = program;
  const limits: Partial<Record<LimitField, number>> = { ...own.limits };
  for (const field of LIMIT_FIELDS) {
    const text = defaults[field];
    if (text !== undefined) limits[field] ??= cutMinor(text, exponent);
  }
  const switches: Partial<Record<Switch, ModelSwitch>> = { ...own.switches };
  for (const name of SWITCHES) {
    const status = defaults[`${name}Status`];
    const { status: ownStatus, untilMs } = own.switches[name] ?? {};
    if (status !== undefined && ownStatus === undefined && untilMs === undefined) switches[name] = { status };
  }
  const anyForeign = own.anyForeign ?? flagOf(defaults.cardPresentAllowAnyForeign);
  const specificForeign = own.specificForeign ?? flagOf(defaults.cardPresentAllowSpecificForeign);
  const allowBelow = own.allowBelow ?? flagOf(defaults.cardPresentAllowBelow);
  const countries = own.countries ?? listOf(defaults.cardPresentAllowSpecificForeignCountries);
  const group = own.group ?? defaults.merchantGroupProfileId;
  return {
    ...own,
    limits,
    switches,
    ...(anyForeign !== undefined && { anyForeign }),
    ...(specificForeign !== undefined && { specificForeign }),
    ...(allowBelow !== undefined && { allowBelow }),
    ...(countries !== undefined && { countries }),
    ...(group !== undefined && { group }),
  };
}

const flagOf = (text: string | undefined) => (text === undefined ? undefined : text === 'true');
const listOf = (text: string | undefined) => (text === undefined || countriesOf(text) === undefined ? undefined : text);

/** The fault of a limit that an account sets or clears, under the ceilings of its program. */
export function ceilingFault(
  field: LimitField,
  text: string,
  { ceilings, defaults }: Pick<ModelProgram, 'ceilings' | 'defaults'>,
  exponent: number,
): string | undefined {
  const most = ceilings[field];
  if (most === undefined) return undefined;
  const mostMinor = cutMinor(most, exponent);
  const isBeyond = text === '' ? defaults[field] === undefined : Math.round(Number(text) * 10 ** exponent) > mostMinor;
  const amountText = (mostMinor / 10 ** exponent).toFixed(exponent);
  return isBeyond
    ? `value_not_allowed: must be at most ${amountText}: the ceiling of ${field} in the program`
    : undefined;
}
