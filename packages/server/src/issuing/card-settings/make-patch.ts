import { LIMIT_FIELDS, type SettingsField, SWITCHES } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { formatAmount, parseAmount } from '../../platform/kernel/money.ts';
import { type SettingsPatch, type StoredSettings, switchTexts } from './card-settings.ts';
import { PATCH_FIELDS, TIME_FIELDS } from './check-patch.ts';
import type { SettingsResponse } from './settings-response.ts';
import { switchFields, switchResponse, updatedSwitch } from './switch-setting.ts';

/** The context of an update that passed all checks. */
export interface PatchedAccount {
  readonly bank: Bank;
  readonly stored: StoredSettings;
  /** Decimals of the account currency. */
  readonly exponent: number;
  readonly now: Date;
}

type SettingsTexts = Readonly<Partial<Record<SettingsField, string>>>;
type Draft = Partial<Record<SettingsField, string>>;

const LIMITS: ReadonlySet<string> = new Set(LIMIT_FIELDS);

/**
 * Returns the stored form of an update: limits with the currency's decimals, instants in UTC, other values as sent. For
 * a switch, the patch names the status and the time after the update, so that it has the same meaning wherever the
 * account's history is read.
 */
export function toPatch(input: SettingsTexts, account: PatchedAccount): SettingsPatch {
  const patch: Draft = {};
  for (const [field, text] of Object.entries(input) as [SettingsField, string][]) {
    patch[field] = inStoredForm(field, text, account.exponent);
  }
  completeSwitches(patch, account);
  nameGroup(patch, account);
  return patch;
}

function inStoredForm(field: SettingsField, text: string, exponent: number): string {
  if (text === '') return text;
  if (LIMITS.has(field)) return formatAmount(parseAmount(text, exponent)!, exponent);
  return TIME_FIELDS.includes(field) ? new Date(text).toISOString() : text;
}

function completeSwitches(patch: Draft, { stored, now }: PatchedAccount): void {
  for (const name of SWITCHES) {
    const [statusField, timeField] = switchFields(name);
    const requested = { status: patch[statusField], time: patch[timeField] };
    if (requested.status === undefined && requested.time === undefined) continue;
    const { status = '', time = '' } = updatedSwitch(switchResponse(switchTexts(stored, name), now), requested, now);
    patch[statusField] = status;
    patch[timeField] = time;
  }
}

/** Sets the name of the group to that of its id, because the name of another group would be wrong. */
function nameGroup(patch: Draft, { bank, stored }: PatchedAccount): void {
  const { merchantGroupProfileId: id, merchantGroupProfileName: name } = patch;
  if (id === undefined || name !== undefined || id === (stored.merchantGroupProfileId ?? '')) return;
  patch.merchantGroupProfileName = bank.cardControl.merchantGroups.get(id)?.name ?? '';
}

/** Returns the fields whose shown value an update changed, including fields that the request did not send. */
export function changedFields(before: SettingsResponse, after: SettingsResponse): SettingsField[] {
  return PATCH_FIELDS.filter((field) => before[field] !== after[field]);
}
