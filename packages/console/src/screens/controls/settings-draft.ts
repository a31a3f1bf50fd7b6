import type { getSettings, SettingsField } from '@cardwright/contract';
import type { Static } from 'typebox';

/** The settings in force, under the checksum that a change of them has to name. */
export type SettingsResponse = Static<typeof getSettings.responseBody>;

/** Settings as an answer shows them: a field without a value is empty or not there. */
export type SettingValues = Readonly<Partial<Record<SettingsField, string>>>;

/** What somebody means to change, and the settings that they saw when they began. */
export interface Draft {
  readonly seen: SettingsResponse;
  readonly values: SettingValues;
}

export interface Difference {
  readonly field: SettingsField;
  /** Undefined where it is not known. */
  readonly was: string | undefined;
  readonly willBe: string;
}

/** The value that a field shows; a switch that was never set is on. */
export function displayedValue(shown: SettingValues, field: SettingsField): string {
  const value = shown[field] ?? '';
  // the text of a number means ON (docs/interface/card-settings.md#cash-status)
  const isOn = field.endsWith('Status') && /^\d*$/.test(value);
  return isOn ? 'ON' : value;
}

/** Which fields of `after` are not as in `before`. */
export function differencesOf(before: SettingValues, after: SettingValues): readonly Difference[] {
  const fields = Object.keys(after) as SettingsField[];
  return fields
    .map((field) => ({ field, was: displayedValue(before, field), willBe: displayedValue(after, field) }))
    .filter(({ was, willBe }) => plain(was) !== plain(willBe));
}

/** What somebody else set since these settings were seen. Counters move by themselves, and are nobody's change. */
export function concurrentChanges(seen: SettingsResponse, now: SettingsResponse): readonly Difference[] {
  if (seen.cardFeatureChecksum === now.cardFeatureChecksum) return [];
  const before = settable(seen.cardSettings);
  const after = settable(now.cardSettings);
  const gone = Object.fromEntries(Object.keys(before).map((field) => [field, '']));
  return differencesOf(before, { ...gone, ...after });
}

/** The same draft with another value; one that says what is set already is none. */
export function withValue(draft: Draft, field: SettingsField, value: string): Draft {
  const values = { ...draft.values, [field]: value };
  const changed = new Set(differencesOf(draft.seen.cardSettings, values).map((each) => each.field));
  return { ...draft, values: pick(values, (name) => changed.has(name)) };
}

/** What is sent: only what differs, and a switch's time together with its status. */
export function patchOf({ seen, values }: Draft): SettingValues {
  return pick(values, (field) => {
    const differs = differencesOf(seen.cardSettings, { [field]: values[field] ?? '' }).length > 0;
    return differs && !isIdleTime(field, values, seen.cardSettings);
  });
}

/** A time beside a switch that will not be on until then would make it so. */
function isIdleTime(field: string, values: SettingValues, shown: SettingValues): boolean {
  if (!field.endsWith('OnUntil')) return false;
  const status = field.replace(/OnUntil$/, 'Status') as SettingsField;
  return (values[status] ?? displayedValue(shown, status)) !== 'ON_UNTIL';
}

function settable(shown: SettingValues): SettingValues {
  const isMoving = /Counter$|^counter\d|IntervalEnd$|^permission|^canActivate$/;
  return pick(shown, (field) => !isMoving.test(field));
}

function pick(shown: SettingValues, keeps: (field: SettingsField) => boolean): SettingValues {
  const entries = Object.entries(shown) as [SettingsField, string][];
  return Object.fromEntries(entries.filter(([field]) => keeps(field)));
}

/** The same amount is written with and without its last zeros. */
function plain(value: string): string {
  return /^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;
}
