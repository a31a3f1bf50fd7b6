import { COUNTER_FIELDS, INTERVAL_END_FIELDS, LIMIT_FIELDS, SWITCHES, type Switch } from '@cardwright/contract';
import type { ModelAccount } from '../world/model/model-account.ts';
import { writtenAmount } from '../world/model/model-banks.ts';
import { localTime } from '../world/model/model-calendar.ts';
import type { ModelProgram } from '../world/model/model-own.ts';
import { switchState } from '../world/model/model-settings.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/** The differences between an answer and the model. An absent field and an empty one both have no value. */
export function settingsDifferences(account: ModelAccount, response: Fields, nowMs: number): string[] {
  const { bank } = account;
  const expected: Record<string, string | undefined> = { ...expectedSettings(account, nowMs) };
  // The table has no cashOnUntil in its answers.
  delete expected.cashOnUntil;
  for (const [at, { minor, endMs }] of account.counters(nowMs).entries()) {
    expected[`${COUNTER_FIELDS[at]}`] = writtenAmount(minor, bank.exponent);
    expected[`${INTERVAL_END_FIELDS[at]}`] = endMs === undefined ? undefined : localTime(endMs, bank.zone);
  }
  return differencesOf(expected, response);
}

function differencesOf(expected: Fields, actual: Fields): string[] {
  return Object.keys(expected)
    .filter((field) => (expected[field] ?? '') !== (actual[field] ?? ''))
    .map((field) => `${field} is ${actual[field]}, not ${expected[field]}`);
}

/** The settings that an update can change, in the form of an answer. */
export function expectedSettings(account: ModelAccount, nowMs: number): Fields {
  const { bank } = account;
  const settings = account.settingsAt(nowMs);
  const local = (ms: number) => localTime(ms, bank.zone);
  const fields: Record<string, string | undefined> = { ...plainFields({ settings, bank }, local) };
  for (const name of SWITCHES) {
    const { status, untilMs } = switchState(settings.switches[name], nowMs);
    fields[`${name}Status`] = status;
    fields[`${name}OnUntil`] = untilMs === undefined ? undefined : local(untilMs);
  }
  const { group } = settings;
  if (group !== undefined && group in bank.groups) fields.merchantGroupProfileName = `Group ${group}`;
  return fields;
}

/**
 * The differences between the stored settings and the model. Limits have the currency's decimals, and times are in UTC.
 */
export function storedDifferences({ settings, bank }: ModelAccount, stored: Fields): string[] {
  const utc = (ms: number) => new Date(ms).toISOString();
  const expected: Record<string, string | undefined> = { ...plainFields({ settings, bank }, utc) };
  for (const name of SWITCHES) {
    const { status, untilMs } = settings.switches[name] ?? {};
    expected[`${name}Status`] = status;
    expected[`${name}OnUntil`] = untilMs === undefined ? undefined : utc(untilMs);
  }
  const without = Object.keys(stored).filter((field) => !stored[field]);
  return [...differencesOf(expected, stored), ...without.map((field) => `${field} is there without a value`)].map(
    (difference) => `stored ${difference}`,
  );
}

/** The fields that the program provides: its defaults that the account has not set, or has cleared. */
export function inheritedOf({ settings, bank }: ModelAccount, program: ModelProgram | undefined): string[] {
  const own = plainFields({ settings, bank }, String);
  return Object.keys(program?.defaults ?? {}).filter((field) => {
    const name = /^(\w+)Status$/.exec(field)?.[1] as Switch | undefined;
    if (name === undefined) return own[field] === undefined;
    const { status, untilMs } = settings.switches[name] ?? {};
    return status === undefined && untilMs === undefined;
  });
}

/** Everything except the switches. */
function plainFields(
  { settings, bank }: Pick<ModelAccount, 'settings' | 'bank'>,
  formatTime: (ms: number) => string,
): Fields {
  const fields: Record<string, string | undefined> = {};
  for (const field of LIMIT_FIELDS) {
    const minor = settings.limits[field];
    fields[field] = minor === undefined ? undefined : writtenAmount(minor, bank.exponent);
  }
  const flags = [settings.anyForeign, settings.allowBelow, settings.specificForeign];
  for (const [at, field] of FLAGS.entries()) fields[field] = flags[at] === undefined ? undefined : String(flags[at]);
  const { foreignStartMs, foreignEndMs } = settings;
  fields.cardPresentAllowForeignStart = foreignStartMs === undefined ? undefined : formatTime(foreignStartMs);
  fields.cardPresentAllowForeignEnd = foreignEndMs === undefined ? undefined : formatTime(foreignEndMs);
  fields.cardPresentAllowSpecificForeignCountries = settings.countries;
  fields.merchantGroupProfileId = settings.group;
  fields.merchantGroupProfileName = settings.groupName;
  return fields;
}

const FLAGS = ['cardPresentAllowAnyForeign', 'cardPresentAllowBelow', 'cardPresentAllowSpecificForeign'] as const;
