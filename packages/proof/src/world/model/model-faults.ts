import { FOREIGN_WINDOW_FIELDS, LIMIT_FIELDS, SWITCHES, type Switch } from '@cardwright/contract';
import type { ModelBank } from './model-banks.ts';
import { localTime } from './model-calendar.ts';
import { countriesOf } from './model-message.ts';
import type { ModelProgram } from './model-own.ts';
import { ceilingFault } from './model-program.ts';
import { type ModelSettings, switchState } from './model-settings.ts';

/** Whether the text is a decimal number with no more decimals than the currency has. Trailing zeros do not count. */
export function isAmount(text: string, exponent: number): boolean {
  const [, decimals = ''] = /^\d+(?:\.(\d+))?$/.exec(text) ?? [undefined, undefined, 'x'];
  return /^[\d.]+$/.test(text) && decimals.replace(/0+$/, '').length <= exponent && !Number.isNaN(Number(text));
}

/** An update as sent: null for a field with an invalid form, whose value is unknown. */
export type SentPatch = Readonly<Record<string, string | null>>;

/** The state that an update is checked against. Settings are undefined if the request identifies no account. */
interface Checked {
  readonly settings: ModelSettings | undefined;
  readonly nowMs: number;
  readonly bank: ModelBank;
}

/**
 * The faults of an update beyond the form of its fields (docs/interface/card-settings.md#update): field, error and
 * text, in the order of the table, one for each field.
 */
export function updateFaults(
  settings: ModelSettings | undefined,
  patch: SentPatch,
  nowMs: number,
  bank: ModelBank,
  program?: ModelProgram,
): string[] {
  const checked = { settings, nowMs, bank };
  return [
    ...(settings === undefined ? [] : limitFaults(patch, bank, program)),
    ...countriesFaults(patch),
    ...SWITCHES.flatMap((name) => timeFault(name, patch, checked).map((fault) => `${name}OnUntil ${fault}`)),
    ...foreignFaults(patch, checked),
    ...groupFaults(patch, checked),
  ];
}

const WRONG = 'value_not_allowed';

function limitFaults(patch: SentPatch, { exponent }: ModelBank, program: ModelProgram | undefined): string[] {
  return LIMIT_FIELDS.flatMap((field) => {
    const text = patch[field];
    if (text === undefined || text === null) return [];
    const reason = `wrong_format: must have at most ${exponent} decimals, and at most 18 digits`;
    if (text !== '' && !isAmount(text, exponent)) return [`${field} ${reason}`];
    const beyond = program && ceilingFault(field, text, program, exponent);
    return beyond === undefined ? [] : [`${field} ${beyond}`];
  });
}

function countriesFaults({ cardPresentAllowSpecificForeignCountries: list }: SentPatch): string[] {
  if (!list || countriesOf(list) !== undefined) return [];
  return [`cardPresentAllowSpecificForeignCountries ${WRONG}: must be ISO 3166 country codes, comma separated`];
}

/** The fault of the time of a switch. */
function timeFault(name: Switch, patch: SentPatch, { settings, nowMs, bank }: Checked): string[] {
  const status = patch[`${name}Status`];
  const time = patch[`${name}OnUntil`];
  const { status: state, untilMs } = switchState(settings?.switches[name], nowMs);
  if (time === undefined) {
    const isKnown = settings !== undefined && status === 'ON_UNTIL';
    const isMissing = isKnown && (untilMs === undefined || untilMs <= nowMs);
    return isMissing ? [`field_missing: is mandatory with ${name}Status ON_UNTIL`] : [];
  }
  if (time === null) return [];
  if (time === '') {
    const stays = (status === undefined ? state : status) === 'ON_UNTIL';
    return stays ? [`${WRONG}: must not be empty while ${name}Status is ON_UNTIL`] : [];
  }
  const ms = Date.parse(time);
  if (ms === untilMs) return [];
  if (ms <= nowMs) return [`${WRONG}: must lie in the future`];
  return hasFourDigits(ms, bank) ? [] : [`${WRONG}: ${OF_YEARS}`];
}

const OF_YEARS = 'must lie in the years 2000 to 9999';

/** Whether the local year of an instant has four digits. */
function hasFourDigits(ms: number, { zone }: ModelBank): boolean {
  // Far from the bounds, the time zone makes no difference.
  const year = new Date(ms).getUTCFullYear();
  if (year > 2000 && year < 9999) return true;
  const there = localTime(ms, zone);
  return there >= '2000' && there < '9999-12-31T24' && !there.startsWith('+');
}

const [START, END] = FOREIGN_WINDOW_FIELDS;

function foreignFaults(patch: SentPatch, { settings, bank }: Checked): string[] {
  const stored = { [START]: settings?.foreignStartMs, [END]: settings?.foreignEndMs };
  const afterwards = (field: typeof START | typeof END) => {
    const text = patch[field];
    if (text === undefined) return stored[field];
    return text === '' || text === null ? undefined : Date.parse(text);
  };
  const [start, end] = [afterwards(START), afterwards(END)];
  const isSent = patch[START] !== undefined || patch[END] !== undefined;
  const isTurned = isSent && start !== undefined && end !== undefined && start >= end;
  const turned = patch[END] === undefined ? START : END;
  return FOREIGN_WINDOW_FIELDS.flatMap((field) => {
    const text = patch[field];
    const isFar = !!text && Date.parse(text) !== stored[field] && !hasFourDigits(Date.parse(text), bank);
    if (isFar) return [`${field} ${WRONG}: ${OF_YEARS}`];
    if (!isTurned || field !== turned) return [];
    return [`${field} ${WRONG}: ${field === START ? `must lie before ${END}` : `must lie after ${START}`}`];
  });
}

/**
 * The faults of a merchant group: the id must be one of the bank's groups, and the name must belong to it. A repetition
 * of the stored values passes.
 */
function groupFaults(patch: SentPatch, { settings, bank }: Checked): string[] {
  const { merchantGroupProfileId: id, merchantGroupProfileName: name } = patch;
  if (Object.keys(bank.groups).length === 0) return [];
  const isNew = id !== undefined && id !== (settings?.group ?? '');
  if (isNew && id && !(id in bank.groups)) {
    return [`merchantGroupProfileId ${WRONG}: must be a merchant group of this bank`];
  }
  const isUnknown = id === null || (id === undefined && settings === undefined);
  if (!name || isUnknown) return [];
  const groupId = id ?? settings?.group ?? '';
  if (groupId in bank.groups && name === `Group ${groupId}`) return [];
  if (!isNew && name === settings?.groupName) return [];
  const reason = 'must be the name of the group that merchantGroupProfileId names, or empty';
  return [`merchantGroupProfileName ${WRONG}: ${reason}`];
}
