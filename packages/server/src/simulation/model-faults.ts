import { FOREIGN_WINDOW_FIELDS, LIMIT_FIELDS, SWITCHES } from '@cardwright/contract';
import type { ModelBank } from './model-banks.ts';
import { localTime } from './model-calendar.ts';
import { countriesOf } from './model-message.ts';
import { type ModelSettings, type Patch, showSwitch } from './model-settings.ts';

/** A decimal number with no more decimals than the currency has; zeros at the end are none. */
export function isAmount(text: string, exponent: number): boolean {
  const [, decimals = ''] = /^\d+(?:\.(\d+))?$/.exec(text) ?? [undefined, undefined, 'x'];
  return /^[\d.]+$/.test(text) && decimals.replace(/0+$/, '').length <= exponent && !Number.isNaN(Number(text));
}

/**
 * What is wrong with an update beyond the form of its fields (docs/interface/card-settings.md#update): field and error,
 * in the order of the table, one for each field.
 */
export function updateFaults(settings: ModelSettings, patch: Patch, nowMs: number, bank: ModelBank): string[] {
  return [
    ...limitFaults(patch, bank),
    ...countriesFaults(patch),
    ...timeFaults(settings, patch, nowMs, bank),
    ...foreignFaults(settings, patch, bank),
    ...groupFaults(settings, patch, bank),
  ];
}

function limitFaults(patch: Patch, { exponent }: ModelBank): string[] {
  const isBad = (text: string | undefined) => text !== undefined && text !== '' && !isAmount(text, exponent);
  return LIMIT_FIELDS.filter((field) => isBad(patch[field])).map((field) => `${field} wrong_format`);
}

function countriesFaults({ cardPresentAllowSpecificForeignCountries: list }: Patch): string[] {
  if (list === undefined || list === '' || countriesOf(list) !== undefined) return [];
  return ['cardPresentAllowSpecificForeignCountries value_not_allowed'];
}

function timeFaults(settings: ModelSettings, patch: Patch, nowMs: number, bank: ModelBank): string[] {
  const faults: string[] = [];
  for (const name of SWITCHES) {
    if (patch[`${name}Status`] === undefined && patch[`${name}OnUntil`] === undefined) continue;
    const fault = timeFault(settings, name, patch, nowMs, bank);
    if (fault !== undefined) faults.push(`${name}OnUntil ${fault}`);
  }
  return faults;
}

function timeFault(
  settings: ModelSettings,
  name: (typeof SWITCHES)[number],
  patch: Patch,
  nowMs: number,
  bank: ModelBank,
): string | undefined {
  const status = patch[`${name}Status`];
  const time = patch[`${name}OnUntil`];
  const { status: shown, untilMs } = showSwitch(settings.switches[name], nowMs);
  if (time === undefined) {
    const needsTime = status === 'ON_UNTIL' && (untilMs === undefined || untilMs <= nowMs);
    return needsTime ? 'field_missing' : undefined;
  }
  if (time === '') return (status ?? shown) === 'ON_UNTIL' ? 'value_not_allowed' : undefined;
  const ms = Date.parse(time);
  if (ms === untilMs) return undefined;
  return ms <= nowMs || !hasFourDigits(ms, bank) ? 'value_not_allowed' : undefined;
}

/** Whether the year of an instant can be written, where the bank is. */
function hasFourDigits(ms: number, { zone }: ModelBank): boolean {
  // far from the edges no zone matters
  const year = new Date(ms).getUTCFullYear();
  if (year > 2000 && year < 9999) return true;
  const there = localTime(ms, zone);
  return there >= '2000' && there < '9999-12-31T24' && !there.startsWith('+');
}

const [START, END] = FOREIGN_WINDOW_FIELDS;

function foreignFaults(settings: ModelSettings, patch: Patch, bank: ModelBank): string[] {
  const start = instantAfter(patch[START], settings.foreignStartMs);
  const end = instantAfter(patch[END], settings.foreignEndMs);
  const isSent = patch[START] !== undefined || patch[END] !== undefined;
  const isTurned = isSent && start !== undefined && end !== undefined && start >= end;
  const isFar = (text: string | undefined, stored: number | undefined) =>
    text !== undefined && text !== '' && Date.parse(text) !== stored && !hasFourDigits(Date.parse(text), bank);
  const faulty = [
    isFar(patch[START], settings.foreignStartMs) || (isTurned && patch[END] === undefined),
    isFar(patch[END], settings.foreignEndMs) || (isTurned && patch[END] !== undefined),
  ];
  return FOREIGN_WINDOW_FIELDS.filter((_, at) => faulty[at]).map((field) => `${field} value_not_allowed`);
}

function instantAfter(text: string | undefined, stored: number | undefined): number | undefined {
  if (text === undefined) return stored;
  return text === '' ? undefined : Date.parse(text);
}

/** The id is one of the bank's groups, and the name is that group's; what repeats what is stored passes. */
function groupFaults({ group, groupName }: ModelSettings, patch: Patch, bank: ModelBank): string[] {
  const { merchantGroupProfileId: id, merchantGroupProfileName: name } = patch;
  if (Object.keys(bank.groups).length === 0) return [];
  const isNew = id !== undefined && id !== (group ?? '');
  if (isNew && id !== '' && !(id in bank.groups)) return ['merchantGroupProfileId value_not_allowed'];
  if (name === undefined || name === '') return [];
  const named = id ?? group ?? '';
  if (named in bank.groups && name === `Group ${named}`) return [];
  return !isNew && name === groupName ? [] : ['merchantGroupProfileName value_not_allowed'];
}
