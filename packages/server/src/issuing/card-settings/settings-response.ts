import {
  COUNTER_FIELDS,
  FOREIGN_WINDOW_FIELDS,
  INTERVAL_END_FIELDS,
  PERMISSION_FIELDS,
  SWITCHES,
  type Switch,
} from '@cardwright/contract';
import type { Static, TObject } from 'typebox';
import type { Bank } from '../../platform/kernel/bank.ts';
import { formatAmount } from '../../platform/kernel/money.ts';
import type { Calendar, Window } from '../../platform/kernel/time/calendar.ts';
import { type StoredSettings, switchTexts } from './card-settings.ts';
import { COUNTER_PLACE, type Counter, type Counters, spentIn, windowsOf } from './counters.ts';
import { switchResponse } from './switch-setting.ts';

/** The fields of an answer; a field without a value is absent. */
export type SettingsResponse = Readonly<Record<string, string>>;

export interface ResponseInput {
  readonly stored: StoredSettings;
  readonly counters: Counters;
  /** Decimals of the account currency. */
  readonly exponent: number;
  /** Flags of the account's product. */
  readonly flags: { readonly canActivate: boolean; readonly permissions: readonly boolean[] };
}

/** Returns the current settings in their wire format, with the fields of all columns of the table. */
export function toSettingsResponse(
  { stored, counters, exponent, flags }: ResponseInput,
  bank: Bank,
  now: Date,
): SettingsResponse {
  const { calendar } = bank;
  const windows = windowsOf(bank.cardControl.windows);
  const response: Record<string, string> = { ...stored, canActivate: String(flags.canActivate) };
  PERMISSION_FIELDS.forEach((field, at) => {
    response[field] = String(flags.permissions[at] ?? false);
  });
  for (const field of [...SWITCHES.map((name) => `${name}OnUntil` as const), ...FOREIGN_WINDOW_FIELDS]) {
    const instant = stored[field];
    if (instant !== undefined) response[field] = calendar.isoTime(new Date(instant));
  }
  for (const name of SWITCHES) {
    const { status } = switchResponse(switchTexts(stored, name), now);
    if (status !== undefined) response[`${name}Status`] = status;
  }
  const group = bank.cardControl.merchantGroups.get(stored.merchantGroupProfileId ?? '');
  if (group !== undefined) response.merchantGroupProfileName = group.name;
  for (const place of Object.values(COUNTER_PLACE)) {
    const counter = counters[place];
    response[COUNTER_FIELDS[place]] = formatAmount(spentIn(counter, now), exponent);
    const end = intervalEnd(counter, windows[place], calendar, now);
    if (end !== undefined) response[INTERVAL_END_FIELDS[place]] = calendar.isoTime(new Date(end));
  }
  return response;
}

/** Returns when the counter next becomes zero: at the end of the current window, even if nothing has been spent. */
function intervalEnd({ endsAtMs }: Counter, window: Window, calendar: Calendar, now: Date): number | undefined {
  const isOpen = endsAtMs === undefined || now.getTime() < endsAtMs;
  return isOpen ? endsAtMs : calendar.windowEnd(window, now);
}

/** Selects one column of the table. Mandatory fields are always present, empty without a value; other fields only with one. */
export function inColumn<Column extends TObject>(column: Column, response: SettingsResponse): Static<Column> {
  const mandatory: ReadonlySet<string> = new Set(column.required as readonly string[] | undefined);
  const fields = Object.keys(column.properties).flatMap((field) => {
    const value = response[field] ?? (mandatory.has(field) ? '' : undefined);
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(fields) as Static<Column>;
}

/** Returns the switches that cardholders of the bank can use, in the form FUNCTION3_OFF_ON. */
export function supportedFeatures({ functions }: Bank['cardControl']): string {
  const isSupported = (name: Switch) =>
    !name.startsWith('function') || functions[Number(name.at(-1)) - 1] !== undefined;
  return SWITCHES.filter(isSupported)
    .map((name) => `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_OFF_ON`)
    .join(',');
}
