import { LIMIT_FIELDS, type LimitField, type SettingsField, SWITCHES, type Switch } from '@cardwright/contract';
import { readCountries } from '../../platform/kernel/country.ts';
import { parseAmount } from '../../platform/kernel/money.ts';
import { SWITCHED_OFF, type SwitchSetting, type SwitchTexts, toSwitch } from './switch-setting.ts';

/**
 * Card settings of an account (docs/interface/card-settings.md), stored as texts by field: limits as decimal text,
 * instants as ISO 8601 UTC, everything else as sent. An absent field was never set, or was cleared. Pure.
 */
export type StoredSettings = Readonly<Partial<Record<SettingsField, string>>>;

/** Fields to change; an empty text clears a field. */
export type SettingsPatch = StoredSettings;

/** Settings in the form that decisions use. Many are cached, so the form consists of few objects. */
export interface CardSettings {
  /** Switches that the account has set. */
  readonly switches: Readonly<Partial<Record<Switch, SwitchSetting>>>;
  /** Whether at least one switch is ON_FOR_ONE. */
  readonly waitsForOne: boolean;
  /** In minor units of the account currency. */
  readonly limits: Readonly<Partial<Record<LimitField, bigint>>>;
  readonly allowBelow: boolean;
  readonly foreign: ForeignUse;
  readonly merchantGroupId: string | undefined;
}

/** Card-present use abroad. */
export interface ForeignUse {
  /** Whether the account has any foreign-use setting; without one, all use abroad is allowed. */
  readonly isSet: boolean;
  readonly any: boolean;
  /** Alpha-2 codes of the allowed countries. */
  readonly countries: readonly string[];
  readonly window: { readonly fromMs: number; readonly untilMs: number } | undefined;
}

/** @param exponent decimals of the account currency */
export function toCardSettings(stored: StoredSettings, exponent: number): CardSettings {
  const switches: Partial<Record<Switch, SwitchSetting>> = {};
  for (const name of SWITCHES) {
    const setting = toSwitch(switchTexts(stored, name));
    if (setting !== undefined) switches[name] = setting;
  }
  const limits: Partial<Record<LimitField, bigint>> = {};
  for (const field of LIMIT_FIELDS) {
    const text = stored[field];
    if (text !== undefined) limits[field] = parseAmount(text, exponent)!;
  }
  return {
    switches,
    waitsForOne: waitsForOne(switches),
    limits,
    allowBelow: stored.cardPresentAllowBelow === 'true',
    foreign: toForeignUse(stored),
    merchantGroupId: stored.merchantGroupProfileId,
  };
}

function waitsForOne(switches: CardSettings['switches']): boolean {
  return Object.values(switches).some(({ status }) => status === 'ON_FOR_ONE');
}

const NOTHING_FOREIGN: ForeignUse = { isSet: false, any: false, countries: [], window: undefined };

function toForeignUse(stored: StoredSettings): ForeignUse {
  const {
    cardPresentAllowAnyForeign: any,
    cardPresentAllowSpecificForeign: specific,
    cardPresentAllowSpecificForeignCountries: countries,
    cardPresentAllowForeignStart: start,
    cardPresentAllowForeignEnd: end,
  } = stored;
  // a list without a `specific` flag allows the countries that it names
  const allowedCountries = countries !== undefined && specific !== 'false' ? readCountries(countries)! : [];
  if ([any, specific, countries, start, end].every((text) => text === undefined)) return NOTHING_FOREIGN;
  return {
    isSet: true,
    any: any === 'true',
    countries: allowedCountries,
    window:
      start === undefined && end === undefined
        ? undefined
        : {
            fromMs: start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start),
            untilMs: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
          },
  };
}

/** Returns status and time of a switch in their stored form. */
export function switchTexts(stored: StoredSettings, name: Switch): SwitchTexts {
  return { status: stored[`${name}Status`], time: stored[`${name}OnUntil`] };
}

/**
 * Sets the fields of a patch and nothing else, with one exception: a status without a time removes the stored time.
 * Older histories need the exception: their patches do not name both fields of a switch.
 */
export function applyPatch(stored: StoredSettings, patch: SettingsPatch): StoredSettings {
  const changedValues: Partial<Record<SettingsField, string>> = { ...stored };
  for (const name of SWITCHES) {
    const status = patch[`${name}Status`];
    if (status !== undefined && status !== 'ON_UNTIL') delete changedValues[`${name}OnUntil`];
  }
  for (const [field, text] of Object.entries(patch) as [SettingsField, string][]) {
    if (text === '') delete changedValues[field];
    else changedValues[field] = text;
  }
  return changedValues;
}

/** Returns the patch by which an approval switches off the ON_FOR_ONE switches that it spent. */
export function patchOfSpent(names: readonly Switch[]): SettingsPatch {
  return Object.fromEntries(names.map((name) => [`${name}Status`, 'OFF']));
}

/** Returns the settings after an approval that spent ON_FOR_ONE switches. */
export function spendSwitches(settings: CardSettings, names: readonly Switch[]): CardSettings {
  const off = Object.fromEntries(names.map((name) => [name, SWITCHED_OFF]));
  const switches = { ...settings.switches, ...off };
  return { ...settings, switches, waitsForOne: waitsForOne(switches) };
}

export const NO_SETTINGS: CardSettings = toCardSettings({}, 0);
