import type { LimitField, Switch, SwitchStatus } from '@cardwright/contract';
import { MERCHANT_GROUPS } from './model-banks.ts';
import { countriesOf } from './model-message.ts';

/** A switch as stored. What it says now depends on the time: see `readSwitch`. */
export interface ModelSwitch {
  readonly status?: SwitchStatus;
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

/** A switch that was never set is on. Until its instant it is on whatever stands beside it, and off from then. */
export function readSwitch(stored: ModelSwitch | undefined, nowMs: number): SwitchReading {
  if (stored?.untilMs !== undefined) {
    if (nowMs >= stored.untilMs) return 'OFF';
    return stored.status === 'ON_FOR_ONE' ? 'ON_FOR_ONE' : 'ON';
  }
  if (stored?.status === 'OFF' || stored?.status === 'ON_FOR_ONE') return stored.status;
  return 'ON';
}

type OwnField = Exclude<keyof ModelSettings, 'switches' | 'limits'>;

const readFlag = (text: string) => (['true', 'false'].includes(text) ? text === 'true' : undefined);

/**
 * Fields that are neither of a switch nor a limit: where each is kept, and its value; undefined for one that is none.
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

/** A status sent alone ends a stored instant, unless it is ON_UNTIL, which is about that instant. */
function withSwitch(settings: ModelSettings, name: Switch, patch: Patch, nowMs: number): ModelSettings | undefined {
  const status = patch[`${name}Status`];
  const until = patch[`${name}OnUntil`];
  let stored: ModelSwitch = settings.switches[name] ?? {};
  // of the statuses, only that of cash can be cleared
  if (status === '' && name === 'cash') stored = {};
  else if (status !== undefined) {
    const read = statusOf(name, status);
    if (read === undefined) return undefined;
    stored = { status: read, ...(read === 'ON_UNTIL' && stored.untilMs !== undefined && { untilMs: stored.untilMs }) };
  }
  if (until === '') stored = { ...(stored.status !== undefined && { status: stored.status }) };
  else if (until !== undefined) {
    const untilMs = Date.parse(until);
    if (!(untilMs > nowMs)) return undefined;
    stored = { ...stored, untilMs };
  }
  // on until what?
  if (stored.status === 'ON_UNTIL' && (stored.untilMs ?? nowMs) <= nowMs) return undefined;
  return { ...settings, switches: { ...settings.switches, [name]: stored } };
}

function statusOf(name: Switch, text: string): SwitchStatus | undefined {
  if (name === 'cash' && /^\d+$/.test(text)) return 'ON';
  return ['ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL'].includes(text) ? (text as SwitchStatus) : undefined;
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
