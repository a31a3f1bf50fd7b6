import { COUNTER_FIELDS, INTERVAL_END_FIELDS, LIMIT_FIELDS, SWITCHES } from '@cardwright/contract';
import type { ModelAccount } from './model-account.ts';
import { writtenAmount } from './model-banks.ts';
import { localTime } from './model-calendar.ts';
import { showSwitch } from './model-settings.ts';

type ShownFields = Readonly<Record<string, string | undefined>>;

/** Where an answer differs from the model. An absent field and an empty one both have no value. */
export function settingsDifferences(account: ModelAccount, shown: ShownFields, nowMs: number): string[] {
  const { settings, bank } = account;
  const differences: string[] = [];
  const compare = (field: string, expected: string | undefined) => {
    if ((expected ?? '') === (shown[field] ?? '')) return;
    differences.push(`${field} is ${shown[field]}, not ${expected}`);
  };
  const amount = (minor: number | undefined) => (minor === undefined ? undefined : writtenAmount(minor, bank.exponent));
  const instant = (ms: number | undefined) => (ms === undefined ? undefined : localTime(ms, bank.zone));

  for (const field of LIMIT_FIELDS) compare(field, amount(settings.limits[field]));
  for (const [at, { minor, endMs }] of account.counters(nowMs).entries()) {
    compare(`${COUNTER_FIELDS[at]}`, amount(minor));
    compare(`${INTERVAL_END_FIELDS[at]}`, instant(endMs));
  }
  for (const name of SWITCHES) {
    const stored = settings.switches[name];
    compare(`${name}Status`, showSwitch(stored, nowMs).status);
    // the table has no cashOnUntil in its answers
    if (name !== 'cash') compare(`${name}OnUntil`, instant(stored?.untilMs));
  }
  compare('cardPresentAllowAnyForeign', flag(settings.anyForeign));
  compare('cardPresentAllowSpecificForeign', flag(settings.specificForeign));
  compare('cardPresentAllowBelow', flag(settings.allowBelow));
  compare('cardPresentAllowForeignStart', instant(settings.foreignStartMs));
  compare('cardPresentAllowForeignEnd', instant(settings.foreignEndMs));
  compare('cardPresentAllowSpecificForeignCountries', settings.countries);
  compare('merchantGroupProfileId', settings.group);
  const isKnown = settings.group !== undefined && settings.group in bank.groups;
  compare('merchantGroupProfileName', isKnown ? `Group ${settings.group}` : settings.groupName);
  return differences;
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : String(value));
