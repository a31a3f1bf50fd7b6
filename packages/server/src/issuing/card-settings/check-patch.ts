import {
  type BodyError,
  COUNTRIES_FIELD,
  type Finding,
  LIMIT_FIELDS,
  type SettingsField,
  SWITCHES,
  settingsToSet,
  type Warning,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { readCountries } from '../../platform/kernel/country.ts';
import { parseAmount } from '../../platform/kernel/money.ts';
import { inCurrency, type Program } from '../banks/program.ts';
import { type StoredSettings, switchTexts } from './card-settings.ts';
import { isSameInstant, switchFields, switchResponse } from './switch-setting.ts';

/** Fields of an update as sent. A field that breaks its schema is null, because its value is unknown. */
export type SettingsInput = Readonly<Partial<Record<SettingsField, string | null>>>;

/** The context of the checks. Values are undefined if the request does not identify the account. */
export interface PatchContext {
  readonly bank: Bank;
  readonly now: Date;
  readonly exponent: number | undefined;
  readonly stored: StoredSettings | undefined;
  /** The program whose ceilings apply. */
  readonly program?: Program | undefined;
}

export type PatchFinding = Finding<BodyError>;

/** The fields that an update can set, in the order of the table in docs/interface/card-settings.md. */
export const PATCH_FIELDS = Object.keys(settingsToSet.properties) as SettingsField[];
export const TIME_FIELDS: readonly SettingsField[] = PATCH_FIELDS.filter((field) =>
  /(OnUntil|ForeignStart|ForeignEnd)$/.test(field),
);

/** Keeps only the members that the table defines; other members were reported, and are ignored. */
export function settingsSent(body: object): SettingsInput {
  const members = new Map(Object.entries(body));
  return Object.fromEntries(
    PATCH_FIELDS.filter((field) => members.has(field)).map((field) => [field, members.get(field)]),
  );
}

/** Returns the faults of an update that its schema cannot find, in the order of the fields. */
export function findPatchFaults(input: SettingsInput, context: PatchContext): PatchFinding[] {
  const findings = [
    ...limitFaults(input, context),
    ...ceilingFaults(input, context),
    ...countryFaults(input),
    ...switchFaults(input, context),
    ...timeFaults(input, context),
    ...foreignWindowFaults(input, context),
    ...merchantGroupFaults(input, context),
  ];
  // one finding for each field: the first one is what the bank has to correct
  return PATCH_FIELDS.flatMap((field) => findings.find(({ path }) => path === pathOf(field)) ?? []);
}

function fault(field: SettingsField, error: BodyError, message: string): PatchFinding {
  return { path: pathOf(field), error, message };
}

function pathOf(field: SettingsField): string {
  return `body.cardSettings.${field}`;
}

function limitFaults(input: SettingsInput, { exponent }: PatchContext): PatchFinding[] {
  if (exponent === undefined) return [];
  const message = `must have at most ${exponent} decimals, and at most 18 digits`;
  return LIMIT_FIELDS.filter((field) => input[field] && parseAmount(input[field], exponent) === undefined).map(
    (field) => fault(field, 'wrong_format', message),
  );
}

/** Finds amounts above a ceiling, and cleared limits without a default, which would leave the account unlimited. */
function ceilingFaults(input: SettingsInput, { exponent, program }: PatchContext): PatchFinding[] {
  if (exponent === undefined || program === undefined) return [];
  const [ceilings, defaults] = [inCurrency(program.ceilings, exponent), program.defaults];
  return LIMIT_FIELDS.flatMap((field) => {
    const [text, most] = [input[field], ceilings[field]];
    if (typeof text !== 'string' || most === undefined) return [];
    const isBeyond =
      text === ''
        ? defaults[field] === undefined
        : (parseAmount(text, exponent) ?? 0n) > (parseAmount(most, exponent) ?? 0n);
    const message = `must be at most ${most}: the ceiling of ${field} in the program`;
    return isBeyond ? [fault(field, 'value_not_allowed', message)] : [];
  });
}

function countryFaults({ [COUNTRIES_FIELD]: list }: SettingsInput): PatchFinding[] {
  if (!list || readCountries(list) !== undefined) return [];
  return [fault(COUNTRIES_FIELD, 'value_not_allowed', 'must be ISO 3166 country codes, comma separated')];
}

/** Finds switches that would be ON_UNTIL without a time. */
function switchFaults(input: SettingsInput, { stored, now }: PatchContext): PatchFinding[] {
  return SWITCHES.flatMap((name) => {
    const [statusField, timeField] = switchFields(name);
    const [status, time] = [input[statusField], input[timeField]];
    const current = stored === undefined ? undefined : switchResponse(switchTexts(stored, name), now);
    if (status !== undefined && status !== 'ON_UNTIL') return [];
    if (time === '') {
      const isOnUntil = (status ?? current?.status) === 'ON_UNTIL';
      return isOnUntil
        ? [fault(timeField, 'value_not_allowed', `must not be empty while ${statusField} is ON_UNTIL`)]
        : [];
    }
    if (status === undefined || time !== undefined || current === undefined) return [];
    const isAhead = current.time !== undefined && Date.parse(current.time) > now.getTime();
    return isAhead ? [] : [fault(timeField, 'field_missing', `is mandatory with ${statusField} ON_UNTIL`)];
  });
}

/** In these years, every instant has a four-digit year and an offset of whole minutes. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 9999;

/** Finds invalid times. A value that repeats the stored instant may be in the past, because it was checked before. */
function timeFaults(input: SettingsInput, { bank, now, stored }: PatchContext): PatchFinding[] {
  return TIME_FIELDS.flatMap((field) => {
    const text = input[field];
    if (!text || isSameInstant(text, stored?.[field])) return [];
    const instant = new Date(text);
    if (field.endsWith('OnUntil') && instant <= now)
      return [fault(field, 'value_not_allowed', 'must lie in the future')];
    const year = Number(bank.calendar.isoTime(instant).split('-')[0]);
    const isShowable = year >= FIRST_YEAR && year <= LAST_YEAR;
    return isShowable ? [] : [fault(field, 'value_not_allowed', `must lie in the years ${FIRST_YEAR} to ${LAST_YEAR}`)];
  });
}

const START = 'cardPresentAllowForeignStart';
const END = 'cardPresentAllowForeignEnd';

function foreignWindowFaults(input: SettingsInput, { stored = {} }: PatchContext): PatchFinding[] {
  if (input[START] === undefined && input[END] === undefined) return [];
  const [start, end] = [START, END].map((field) => after(input, stored, field as typeof START));
  if (!start || !end || Date.parse(start) < Date.parse(end)) return [];
  return input[END] === undefined
    ? [fault(START, 'value_not_allowed', `must lie before ${END}`)]
    : [fault(END, 'value_not_allowed', `must lie after ${START}`)];
}

/** Returns the value of a field after the update, or null if it is unknown. */
function after(input: SettingsInput, stored: StoredSettings, field: SettingsField): string | null | undefined {
  return input[field] === undefined ? stored[field] : input[field];
}

const GROUP_ID = 'merchantGroupProfileId';
const GROUP_NAME = 'merchantGroupProfileName';

/**
 * Finds unknown groups, which would have no effect, and names of other groups, which would mislead. A value that
 * repeats the stored one passes, even if the bank no longer has the group.
 */
function merchantGroupFaults(input: SettingsInput, { bank, stored }: PatchContext): PatchFinding[] {
  const groups = bank.cardControl.merchantGroups;
  if (groups.size === 0 || (input[GROUP_ID] === undefined && input[GROUP_NAME] === undefined)) return [];
  const isNewId = input[GROUP_ID] !== undefined && input[GROUP_ID] !== (stored?.[GROUP_ID] ?? '');
  if (isNewId && input[GROUP_ID] && !groups.has(input[GROUP_ID])) {
    return [fault(GROUP_ID, 'value_not_allowed', 'must be a merchant group of this bank')];
  }
  const name = input[GROUP_NAME];
  const id = after(input, stored ?? {}, GROUP_ID);
  const hasId = id !== null && (input[GROUP_ID] !== undefined || stored !== undefined);
  if (!name || !hasId || (id && groups.get(id)?.name === name)) return [];
  if (!isNewId && name === stored?.[GROUP_NAME]) return [];
  return [fault(GROUP_NAME, 'value_not_allowed', `must be the name of the group that ${GROUP_ID} names, or empty`)];
}

/** Warns about fields that are stored but have no effect, because the bank has not configured them. */
export function findUnavailableSettings(input: SettingsInput, { cardControl }: Bank): Warning[] {
  const isUnconfigured = (field: SettingsField) => {
    const switchNumber = /^function([123])/.exec(field)?.[1];
    if (switchNumber !== undefined) return cardControl.functions[Number(switchNumber) - 1] === undefined;
    return field.startsWith('merchantGroup') && cardControl.merchantGroups.size === 0;
  };
  return PATCH_FIELDS.filter((field) => input[field] && isUnconfigured(field)).map((field) => ({
    path: pathOf(field),
    rule: 'control-not-configured',
  }));
}
