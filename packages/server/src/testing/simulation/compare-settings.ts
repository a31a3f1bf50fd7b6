import { COUNTER_FIELDS, INTERVAL_END_FIELDS, LIMIT_FIELDS, SWITCHES } from '@cardwright/contract';
import type { ModelAccount } from './model-account.ts';
import { showSwitch } from './model-settings.ts';

type Shown = Readonly<Record<string, string | undefined>>;

/** Where an answer differs from the model. An absent field and an empty one both have no value. */
export function settingsDifferences(account: ModelAccount, shown: Shown, nowMs: number): string[] {
  const { settings } = account;
  const differences: string[] = [];
  const compare = (field: string, expected: unknown, answered: unknown) => {
    if (expected !== answered) differences.push(`${field} is ${answered}, not ${expected}`);
  };
  const minorOf = (field: string) => (shown[field] ? Math.round(Number(shown[field]) * 100) : undefined);
  const compareInstant = (field: string, expectedMs: number | undefined) => {
    const utc = (ms: number) => new Date(ms).toISOString();
    compare(field, expectedMs && utc(expectedMs), shown[field] ? utc(Date.parse(shown[field])) : undefined);
  };

  for (const field of LIMIT_FIELDS) compare(field, settings.limits[field], minorOf(field));
  for (const [at, { minor, endMs }] of account.counters(nowMs).entries()) {
    compare(COUNTER_FIELDS[at]!, minor, minorOf(COUNTER_FIELDS[at]!));
    compareInstant(INTERVAL_END_FIELDS[at]!, endMs);
  }
  for (const name of SWITCHES) {
    const stored = settings.switches[name];
    compare(`${name}Status`, showSwitch(stored, nowMs).status ?? '', shown[`${name}Status`] ?? '');
    // the table has no cashOnUntil in its answers
    if (name !== 'cash') compareInstant(`${name}OnUntil`, stored?.untilMs);
  }
  compare('cardPresentAllowAnyForeign', flag(settings.anyForeign), shown.cardPresentAllowAnyForeign);
  compare('cardPresentAllowSpecificForeign', flag(settings.specificForeign), shown.cardPresentAllowSpecificForeign);
  compare('cardPresentAllowBelow', flag(settings.allowBelow), shown.cardPresentAllowBelow);
  compareInstant('cardPresentAllowForeignStart', settings.foreignStartMs);
  compareInstant('cardPresentAllowForeignEnd', settings.foreignEndMs);
  const countries = shown.cardPresentAllowSpecificForeignCountries;
  compare('cardPresentAllowSpecificForeignCountries', settings.countries ?? '', countries);
  compare('merchantGroupProfileId', settings.group ?? '', shown.merchantGroupProfileId ?? '');
  const groupName = settings.group === undefined ? '' : `Group ${settings.group}`;
  compare('merchantGroupProfileName', groupName, shown.merchantGroupProfileName ?? '');
  return differences;
}

const flag = (value: boolean | undefined) => (value === undefined ? '' : String(value));
