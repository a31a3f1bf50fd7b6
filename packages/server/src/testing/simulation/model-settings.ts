import type { LimitField, Switch } from '@cardwright/contract';
import { MERCHANT_GROUPS } from './model-banks.ts';
import { countriesOf } from './model-message.ts';

/** A switch: the text of its status, and the instant until which it is on. */
export interface ModelSwitch {
  readonly status?: string;
  readonly untilMs?: number;
}
export type SwitchReading = 'ON' | 'OFF' | 'ON_FOR_ONE';

/** Settings of an account (docs/interface/card-settings.md). What was never set, or was cleared, is absent. */
export interface ModelSettings {
  readonly switches: Readonly<Partial<Record<Switch, ModelSwitch>>>;
  readonly limits: Readonly<Partial<Record<LimitField, number>>>;
  readonly anyForeign?: boolean;
  readonly specificForeign?: boolean;
  readonly allowBelow?: boolean;
  readonly countries?: string;
  readonly foreignStartMs?: number;
  readonly foreignEndMs?: number;
  readonly group?: string;
}

export const NO_MODEL_SETTINGS: ModelSettings = { switches: {}, limits: {} };

/** Field to text, as an update sends it. */
export type Patch = Readonly<Record<string, string>>;

/** What a switch says to a message: one that was never set is on. */
export function readSwitch(stored: ModelSwitch | undefined, nowMs: number): SwitchReading {
  const { status } = showSwitch(stored, nowMs);
  return status === 'OFF' || status === 'ON_FOR_ONE' ? status : 'ON';
}

type OwnField = Exclude<keyof ModelSettings, 'switches' | 'limits'>;

const readFlag = (text: string) => (['true', 'false'].includes(text) ? text === 'true' : undefined);

/**
 * Fields that belong neither to a switch nor to a limit: where each is kept, and its value; undefined for an invalid
 * one.
 */
const OWN_FIELDS: Readonly<Record<string, readonly [OwnField, (text: string) => unknown]>> = {
  cardPresentAllowAnyForeign: ['anyForeign', readFlag],
  cardPresentAllowSpecificForeign: ['specificForeign', readFlag],
  cardPresentAllowSpecificForeignCountries: ['countries', (text) => countriesOf(text) && text],
  cardPresentAllowBelow: ['allowBelow', readFlag],
  cardPresentAllowForeignStart: ['foreignStartMs', Date.parse],
  cardPresentAllowForeignEnd: ['foreignEndMs', Date.parse],
  merchantGroupProfileId: ['group', (text) => (text in MERCHANT_GROUPS ? text : undefined)],
};

/** The settings after an update; undefined when it has to be refused, whole. */
export function patched(settings: ModelSettings, patch: Patch, nowMs: number): ModelSettings | undefined {
  let next: ModelSettings | undefined = settings;
  for (const name of switchNames(patch)) next = next && withSwitch(next, name, patch, nowMs);
  for (const [field, text] of Object.entries(patch)) next = next && withField(next, field, text);
  if (next?.foreignStartMs === undefined || next.foreignEndMs === undefined) return next;
  return next.foreignStartMs < next.foreignEndMs ? next : undefined;
}

function switchNames(patch: Patch): Set<Switch> {
  const names = Object.keys(patch).flatMap((field) => /^(\w+?)(Status|OnUntil)$/.exec(field)?.[1] ?? []);
  return new Set(names as Switch[]);
}

/**
 * A switch is exactly what an answer shows of it. With an instant it is on until then, whatever status comes with it,
 * except ON_FOR_ONE and a number. After the instant it is off, until a new status or another instant is set.
 */
export function showSwitch(stored: ModelSwitch | undefined, nowMs: number): ModelSwitch {
  const { status, untilMs } = stored ?? {};
  if (untilMs === undefined) return status === undefined ? {} : { status };
  if (nowMs >= untilMs) return { status: 'OFF', untilMs };
  return { status: status === 'ON_FOR_ONE' || isNumber(status) ? status! : 'ON_UNTIL', untilMs };
}

const isNumber = (status: string | undefined) => status !== undefined && /^\d+$/.test(status);

function withSwitch(settings: ModelSettings, name: Switch, patch: Patch, nowMs: number): ModelSettings | undefined {
  const shown = showSwitch(settings.switches[name], nowMs);
  const next = switchAfter(shown, name, patch, nowMs);
  return next && { ...settings, switches: { ...settings.switches, [name]: next } };
}

function switchAfter(shown: ModelSwitch, name: Switch, patch: Patch, nowMs: number): ModelSwitch | undefined {
  let status = patch[`${name}Status`];
  let until = patch[`${name}OnUntil`];
  if (status !== undefined && !isStatus(name, status)) return undefined;
  if (until !== undefined && until !== '' && Date.parse(until) <= nowMs) {
    if (Date.parse(until) !== shown.untilMs) return undefined;
    // repeated, it is as if it had not been sent, and so is the ON_UNTIL that it once had beside it
    until = undefined;
    if (status === 'ON_UNTIL') status = undefined;
  }
  if (status === shown.status && until === undefined) return shown;
  if (until === undefined) {
    if (status === undefined) return shown;
    if (status !== 'ON_UNTIL') return status === '' ? {} : { status };
    // on until what?
    return (shown.untilMs ?? nowMs) > nowMs ? { status, untilMs: shown.untilMs! } : undefined;
  }
  const given = status ?? shown.status;
  if (until === '') {
    if (given === 'ON_UNTIL') return undefined;
    return given === undefined || given === '' ? {} : { status: given };
  }
  return showSwitch({ ...(given !== undefined && { status: given }), untilMs: Date.parse(until) }, nowMs);
}

function isStatus(name: Switch, text: string): boolean {
  // of the statuses, only that of cash can be a number, or be cleared
  if (name === 'cash' && (isNumber(text) || text === '')) return true;
  return ['ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL'].includes(text);
}

function withField(settings: ModelSettings, field: string, text: string): ModelSettings | undefined {
  if (/(Status|OnUntil)$/.test(field)) return settings;
  const own = OWN_FIELDS[field];
  if (own === undefined) return withLimit(settings, field as LimitField, text);
  const [name, read] = own;
  const { [name]: _, ...rest } = settings;
  if (text === '') return rest;
  const value = read(text);
  return value === undefined ? undefined : { ...rest, [name]: value };
}

function withLimit(settings: ModelSettings, field: LimitField, text: string): ModelSettings | undefined {
  const { [field]: _, ...rest } = settings.limits;
  if (text === '') return { ...settings, limits: rest };
  // both currencies have two decimals
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return undefined;
  return { ...settings, limits: { ...rest, [field]: Math.round(Number(text) * 100) } };
}
