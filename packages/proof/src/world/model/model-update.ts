import type { LimitField, Switch } from '@cardwright/contract';
import type { ModelBank } from './model-banks.ts';
import { isAmount, updateFaults } from './model-faults.ts';
import { countriesOf } from './model-message.ts';
import type { ModelProgram } from './model-own.ts';
import { isNumber, type ModelSettings, type ModelSwitch, type Patch, switchState } from './model-settings.ts';

type OwnField = Exclude<keyof ModelSettings, 'switches' | 'limits'>;

const readFlag = (text: string) => (['true', 'false'].includes(text) ? text === 'true' : undefined);

/**
 * Fields that belong neither to a switch nor to a limit: the field that stores each, and its value; undefined for an
 * invalid one.
 */
export const OWN_FIELDS: Readonly<Record<string, readonly [OwnField, (text: string) => unknown]>> = {
  cardPresentAllowAnyForeign: ['anyForeign', readFlag],
  cardPresentAllowSpecificForeign: ['specificForeign', readFlag],
  cardPresentAllowSpecificForeignCountries: ['countries', (text) => countriesOf(text) && text],
  cardPresentAllowBelow: ['allowBelow', readFlag],
  cardPresentAllowForeignStart: ['foreignStartMs', Date.parse],
  cardPresentAllowForeignEnd: ['foreignEndMs', Date.parse],
  merchantGroupProfileId: ['group', (text) => text],
  merchantGroupProfileName: ['groupName', (text) => text],
};

/** The settings after an update; undefined if the update is refused as a whole. */
export function applyModelPatch(
  settings: ModelSettings,
  patch: Patch,
  nowMs: number,
  bank: ModelBank,
  program?: ModelProgram,
): ModelSettings | undefined {
  if (updateFaults(settings, patch, nowMs, bank, program).length > 0) return undefined;
  let next: ModelSettings | undefined = settings;
  for (const name of switchNames(patch)) next = next && withSwitch(next, name, patch, nowMs);
  for (const [field, text] of Object.entries(patch)) next = next && withField(next, field, text, bank);
  const id = patch.merchantGroupProfileId;
  if (next === undefined || id === undefined || patch.merchantGroupProfileName !== undefined) return next;
  // The name is derived from the id.
  const { groupName: _, ...unnamed } = next;
  if (id === (settings.group ?? '')) return next;
  return id in bank.groups ? { ...unnamed, groupName: `Group ${id}` } : unnamed;
}

function switchNames(patch: Patch): Set<Switch> {
  const names = Object.keys(patch).flatMap((field) => /^(\w+?)(Status|OnUntil)$/.exec(field)?.[1] ?? []);
  return new Set(names as Switch[]);
}

function withSwitch(settings: ModelSettings, name: Switch, patch: Patch, nowMs: number): ModelSettings | undefined {
  const current = switchState(settings.switches[name], nowMs);
  const next = switchAfter(current, name, patch, nowMs);
  return next && { ...settings, switches: { ...settings.switches, [name]: next } };
}

function switchAfter(current: ModelSwitch, name: Switch, patch: Patch, nowMs: number): ModelSwitch | undefined {
  let status = patch[`${name}Status`];
  let until = patch[`${name}OnUntil`];
  if (status !== undefined && !isStatus(name, status)) return undefined;
  if (until !== undefined && until !== '' && Date.parse(until) <= nowMs) {
    // A repeated past instant counts as not sent, and so does the ON_UNTIL sent with it.
    until = undefined;
    if (status === 'ON_UNTIL') status = undefined;
  }
  if (status === current.status && until === undefined) return current;
  if (until === undefined) {
    if (status === undefined) return current;
    if (status === 'ON_UNTIL') return { status, ...(current.untilMs !== undefined && { untilMs: current.untilMs }) };
    return status === '' ? {} : { status };
  }
  const requested = status ?? current.status;
  if (until === '') return requested === undefined || requested === '' ? {} : { status: requested };
  return switchState({ ...(requested !== undefined && { status: requested }), untilMs: Date.parse(until) }, nowMs);
}

function isStatus(name: Switch, text: string): boolean {
  // Of all statuses, only that of cash can be a number, or be cleared.
  if (name === 'cash' && (isNumber(text) || text === '')) return true;
  return ['ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL'].includes(text);
}

function withField(settings: ModelSettings, field: string, text: string, bank: ModelBank): ModelSettings | undefined {
  if (/(Status|OnUntil)$/.test(field)) return settings;
  const own = OWN_FIELDS[field];
  if (own === undefined) return withLimit(settings, field as LimitField, text, bank);
  const [name, read] = own;
  const { [name]: _, ...rest } = settings;
  if (text === '') return rest;
  const value = read(text);
  return value === undefined ? undefined : { ...rest, [name]: value };
}

function withLimit(
  settings: ModelSettings,
  field: LimitField,
  text: string,
  { exponent }: ModelBank,
): ModelSettings | undefined {
  const { [field]: _, ...rest } = settings.limits;
  if (text === '') return { ...settings, limits: rest };
  if (!isAmount(text, exponent)) return undefined;
  return { ...settings, limits: { ...rest, [field]: Math.round(Number(text) * 10 ** exponent) } };
}
