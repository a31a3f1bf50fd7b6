import {
  LIMIT_FIELDS,
  type LimitField,
  type SettingsField,
  SWITCHES,
  type Switch,
  type SwitchStatus,
} from '@cardwright/contract';
import { readCountries } from '../kernel/country.ts';
import { parseAmount } from '../kernel/money.ts';

/**
 * Card settings of an account (docs/interface/card-settings.md), kept as texts by field: limits as decimal text,
 * instants as ISO 8601 UTC, everything else as sent. A field that is not there was never set, or cleared. Pure.
 */
export type StoredSettings = Readonly<Partial<Record<SettingsField, string>>>;

/** Fields to change; the empty text clears one. */
export type SettingsPatch = StoredSettings;

/** Settings in the form in which decisions ask for them: many are remembered, so it is made of few objects. */
export interface CardSettings {
  /** Switches that were set. */
  readonly switches: Readonly<Partial<Record<Switch, SwitchSetting>>>;
  /** Whether any of them is ON_FOR_ONE. */
  readonly waitsForOne: boolean;
  /** In minor units of the account currency. */
  readonly limits: Readonly<Partial<Record<LimitField, bigint>>>;
  readonly allowBelow: boolean;
  readonly foreign: ForeignUse;
  readonly merchantGroupId: string | undefined;
}

export interface SwitchSetting {
  /** ON where only a time was ever set. */
  readonly status: SwitchStatus;
  /** In milliseconds since 1970. */
  readonly onUntilMs: number | undefined;
}

/** Card-present use abroad. */
export interface ForeignUse {
  /** Whether anything was ever set; if not, all is allowed. */
  readonly isSet: boolean;
  readonly any: boolean;
  /** Alpha-2 codes of the countries that are allowed. */
  readonly countries: readonly string[];
  readonly window: { readonly fromMs: number; readonly untilMs: number } | undefined;
}

/** @param exponent decimals of the account currency */
export function toCardSettings(stored: StoredSettings, exponent: number): CardSettings {
  const switches: Partial<Record<Switch, SwitchSetting>> = {};
  for (const name of SWITCHES) {
    const setting = toSwitch(stored[`${name}Status`], stored[`${name}OnUntil`]);
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

const WITHOUT_TIME: Readonly<Record<SwitchStatus, SwitchSetting>> = {
  ON: { status: 'ON', onUntilMs: undefined },
  OFF: { status: 'OFF', onUntilMs: undefined },
  ON_FOR_ONE: { status: 'ON_FOR_ONE', onUntilMs: undefined },
  ON_UNTIL: { status: 'ON_UNTIL', onUntilMs: undefined },
};

function toSwitch(status: string | undefined, onUntil: string | undefined): SwitchSetting | undefined {
  if (status === undefined && onUntil === undefined) return undefined;
  const meant = status === undefined || /^\d+$/.test(status) ? 'ON' : (status as SwitchStatus);
  return onUntil === undefined ? WITHOUT_TIME[meant] : { status: meant, onUntilMs: Date.parse(onUntil) };
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
  // a list alone is meant to allow what it lists
  const listed = countries !== undefined && specific !== 'false' ? readCountries(countries)! : [];
  if ([any, specific, countries, start, end].every((text) => text === undefined)) return NOTHING_FOREIGN;
  return {
    isSet: true,
    any: any === 'true',
    countries: listed,
    window:
      start === undefined && end === undefined
        ? undefined
        : {
            fromMs: start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start),
            untilMs: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
          },
  };
}

/** What a switch says now. A time makes it on until then and off after, whatever the status beside it. */
export function stateOf({ status, onUntilMs }: SwitchSetting, now: Date): SwitchStatus {
  if (onUntilMs === undefined) return status === 'ON_UNTIL' ? 'OFF' : status;
  if (now.getTime() >= onUntilMs) return 'OFF';
  return status === 'ON_FOR_ONE' ? status : 'ON_UNTIL';
}

/**
 * Changes the fields that were sent, and nothing else; but a status that is sent without a time ends the time that was
 * set before, or an OFF would leave the switch on.
 */
export function applyPatch(stored: StoredSettings, patch: SettingsPatch): StoredSettings {
  const changed: Partial<Record<SettingsField, string>> = { ...stored };
  for (const name of SWITCHES) {
    const status = patch[`${name}Status`];
    if (status !== undefined && status !== 'ON_UNTIL') delete changed[`${name}OnUntil`];
  }
  for (const [field, text] of Object.entries(patch) as [SettingsField, string][]) {
    if (text === '') delete changed[field];
    else changed[field] = text;
  }
  return changed;
}

/** What an approval that spent ON_FOR_ONE switches changes. */
export function patchOfSpent(spent: readonly Switch[]): SettingsPatch {
  return Object.fromEntries(spent.map((name) => [`${name}Status`, 'OFF']));
}

/** The settings after an approval spent ON_FOR_ONE switches. */
export function spendSwitches(settings: CardSettings, spent: readonly Switch[]): CardSettings {
  const off = Object.fromEntries(spent.map((name) => [name, WITHOUT_TIME.OFF]));
  const switches = { ...settings.switches, ...off };
  return { ...settings, switches, waitsForOne: waitsForOne(switches) };
}

export const NO_SETTINGS: CardSettings = toCardSettings({}, 0);
