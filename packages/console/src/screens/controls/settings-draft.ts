import type { getSettings, SettingsField } from '@cardwright/contract';
import type { Static } from 'typebox';
import { ASSUMABLE_SETTINGS } from '../../parts/decision/assumption-fields.tsx';

/** The current settings, with the checksum that a change has to name. */
export type SettingsResponse = Static<typeof getSettings.responseBody>;

/** Settings as a response returns them. A field without a value is empty or absent. */
export type SettingValues = Readonly<Partial<Record<SettingsField, string>>>;

/** The changes of a draft, and the settings that were displayed when it began. */
export interface Draft {
  readonly seen: SettingsResponse;
  readonly values: SettingValues;
}

export interface Difference {
  readonly field: SettingsField;
  /** Undefined if it is not known. */
  readonly was: string | undefined;
  readonly willBe: string;
}

/** The displayed value of a field. A switch that was never set is on. */
export function displayedValue(displayed: SettingValues, field: SettingsField): string {
  const value = displayed[field] ?? '';
  // Numeric text means ON (docs/interface/card-settings.md#cash-status).
  const isOn = field.endsWith('Status') && /^\d*$/.test(value);
  return isOn ? 'ON' : value;
}

/** The fields of `after` that differ from `before`. */
export function differencesOf(before: SettingValues, after: SettingValues): readonly Difference[] {
  const fields = Object.keys(after) as SettingsField[];
  return fields
    .map((field) => ({ field, was: displayedValue(before, field), willBe: displayedValue(after, field) }))
    .filter(({ was, willBe }) => plain(was) !== plain(willBe));
}

/** The changes that others made since these settings were displayed. Counters change on their own and are excluded. */
export function concurrentChanges(loaded: SettingsResponse, now: SettingsResponse): readonly Difference[] {
  if (loaded.cardFeatureChecksum === now.cardFeatureChecksum) return [];
  const before = settable(loaded.cardSettings);
  const after = settable(now.cardSettings);
  const removed = Object.fromEntries(Object.keys(before).map((field) => [field, '']));
  return differencesOf(before, { ...removed, ...after });
}

/** Sets a value in a draft. A value that equals the current setting is no change. */
export function withValue(draft: Draft, field: SettingsField, value: string): Draft {
  const values = { ...draft.values, [field]: value };
  const changedFields = new Set(differencesOf(draft.seen.cardSettings, values).map((each) => each.field));
  return { ...draft, values: pick(values, (name) => changedFields.has(name)) };
}

/** The settings to send: only those that differ, and the time of a switch only together with its status. */
export function patchOf({ seen, values }: Draft): SettingValues {
  return pick(values, (field) => {
    const differs = differencesOf(seen.cardSettings, { [field]: values[field] ?? '' }).length > 0;
    return differs && !isIdleTime(field, values, seen.cardSettings);
  });
}

/** Whether a time belongs to a switch that is not ON_UNTIL. Sending the time would change the switch to ON_UNTIL. */
function isIdleTime(field: string, values: SettingValues, displayed: SettingValues): boolean {
  if (!field.endsWith('OnUntil')) return false;
  const status = field.replace(/OnUntil$/, 'Status') as SettingsField;
  return (values[status] ?? displayedValue(displayed, status)) !== 'ON_UNTIL';
}

/**
 * Returns today's settings, to assume them for the past. Omits a switch that is on for one payment or until a time,
 * unless it is changed, because it would apply only once in the past.
 */
export function settingsOfToday(displayed: SettingValues, patch: SettingValues): SettingValues {
  const fields = [...new Set([...ASSUMABLE_SETTINGS, ...Object.keys(patch)])] as SettingsField[];
  const values = fields.map((field) => [field, displayedValue(displayed, field)] as const);
  return Object.fromEntries(
    values.filter(([field, value]) => patch[field] !== undefined || !/^ON_(FOR_ONE|UNTIL)$/.test(value)),
  );
}

function settable(displayed: SettingValues): SettingValues {
  const isMoving = /Counter$|^counter\d|IntervalEnd$|^permission|^canActivate$/;
  return pick(displayed, (field) => !isMoving.test(field));
}

function pick(displayed: SettingValues, matches: (field: SettingsField) => boolean): SettingValues {
  const entries = Object.entries(displayed) as [SettingsField, string][];
  return Object.fromEntries(entries.filter(([field]) => matches(field)));
}

/** Removes trailing zeros, so that two spellings of one amount are equal. */
function plain(value: string): string {
  return /^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;
}
