import { COUNTER_FIELDS, getSettings, LIMIT_FIELDS, PERMISSION_FIELDS, SWITCHES } from '@cardwright/contract';
import type { Calendar } from '@cardwright/server/internal/platform/kernel/time/calendar';
import type { ModelAccount } from '../world/model/model-account.ts';
import type { ModelBank } from '../world/model/model-banks.ts';
import type { AnswerPair } from '../world/operation.ts';
import { inheritedOf, settingsDifferences, storedDifferences } from './compare-settings.ts';
import type { EngineAccount } from './engine/engine-account.ts';
import { type Engine, type EngineBank, tableCalendar } from './engine/engine-bank.ts';
import { compareLimits } from './own-step.ts';

/** Fields that an answer has even without a value (docs/interface/card-settings.md#get). */
const ALWAYS_THERE: readonly string[] = [
  'canActivate',
  ...LIMIT_FIELDS,
  'cardPresentAllowAnyForeign',
  'cardPresentAllowBelow',
  'cardPresentAllowSpecificForeign',
  'cardPresentAllowSpecificForeignCountries',
  ...COUNTER_FIELDS,
  ...PERMISSION_FIELDS,
];
const FLAGS = { canActivate: true, permissions: [true, false] };
const PRODUCT = { canActivate: 'true', permission1: 'true', permission2: 'false', permission5: 'false' };

/** The settings as the response of an enquiry. */
export function describeEnquiry(
  engine: Engine,
  { bank }: EngineBank,
  of: EngineAccount,
  model: ModelAccount,
  now: Date,
): AnswerPair {
  const { stored, exponent, account } = of;
  const inForce = of.storedAt(now);
  const response = engine.toSettingsResponse(
    { stored: inForce, counters: account.counters, exponent, flags: FLAGS },
    bank,
    now,
  );
  const column = getSettings.responseBody.properties.cardSettings;
  const answered: Readonly<Record<string, string>> = engine.inColumn(column, response);
  const differences = settingsDifferences(model, answered, now.getTime());
  for (const [field, text] of Object.entries(PRODUCT)) {
    if (answered[field] !== text) differences.push(`${field} is ${answered[field]}, not ${text}`);
  }
  const missingFields = ALWAYS_THERE.filter((field) => answered[field] === undefined);
  const surplus = Object.keys(answered).filter((field) => !answered[field] && !ALWAYS_THERE.includes(field));
  differences.push(...storedDifferences(model, stored), ...differencesOfOwn(engine, of, model, now));
  if (missingFields.length > 0) differences.push(`without ${missingFields}`);
  if (surplus.length > 0) differences.push(`empty ${surplus}`);
  const features = engine.supportedFeatures(bank.cardControl);
  if (features !== featuresOf(model.bank)) differences.push(`features are ${features}`);
  return { model: 'the same', engine: differences.join(', ') || 'the same' };
}

/** The differences in inherited fields and in the use of limits. */
function differencesOfOwn(engine: Engine, of: EngineAccount, model: ModelAccount, now: Date): string[] {
  const inherited = Object.keys(engine.inheritedFields(of.stored, of.own?.programAt(now), of.exponent)).join(' ');
  const expected = inheritedOf(model, model.program(now.getTime())).join(' ');
  const limitDifferences = compareLimits(of, model, now);
  return [
    ...(inherited === expected ? [] : [`inherited ${inherited}, not ${expected}`]),
    ...(limitDifferences === undefined ? [] : [`used ${limitDifferences.engine}, not ${limitDifferences.model}`]),
  ];
}

function featuresOf({ functions }: ModelBank): string {
  const usedSwitches = SWITCHES.filter((name) => {
    const number = /^function(\d)$/.exec(name)?.[1];
    return number === undefined || functions[Number(number) - 1] !== undefined;
  });
  return usedSwitches.map((name) => `${FEATURES[name]}_OFF_ON`).join(',');
}

const FEATURES: Readonly<Record<(typeof SWITCHES)[number], string>> = {
  master: 'MASTER',
  cardPresent: 'CARD_PRESENT',
  cardNotPresent: 'CARD_NOT_PRESENT',
  ecom: 'ECOM',
  moto: 'MOTO',
  recurring: 'RECURRING',
  fallback: 'FALLBACK',
  purchase: 'PURCHASE',
  cash: 'CASH',
  function1: 'FUNCTION1',
  function2: 'FUNCTION2',
  function3: 'FUNCTION3',
};

/** Queries the engine's own calendar about an instant and about the next one, because it caches its last answer. */
export function describeCalendar(
  { WINDOWS }: Engine,
  { calendar }: EngineBank,
  { bank, days }: ModelAccount,
  now: Date,
): AnswerPair {
  const day = days.dayAt(now.getTime());
  const table = tableCalendar(bank);
  const changes = [days.midnight(day + 1), days.cutOff(day, bank.cutOff), days.cutOff(day + 1, bank.cutOff)];
  const ahead = changes.flatMap((ms) => [ms - 1, ms]).filter((ms) => ms > now.getTime());
  const instants = [now, ...ahead.sort((a, b) => a - b).map((ms) => new Date(ms))];
  const all = (of: Calendar) => instants.map((at) => allAbout(of, at)).join('; ');
  return { engine: `${WINDOWS}; ${all(calendar)}`, model: `${WINDOW_KINDS}; ${all(table)}` };
}

const WINDOW_KINDS = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY', 'LIFETIME'] as const;

function allAbout(calendar: Calendar, now: Date): string {
  const date = calendar.localDate(now);
  const days = [date, calendar.businessDate(now), calendar.startOfDay(date).getTime(), calendar.endOfDay(date)];
  const { hour, weekday } = calendar.localTime(now);
  const ends = WINDOW_KINDS.map((window) => calendar.windowEnd(window, now));
  return [calendar.timeZone, ...days, calendar.headerTime(now), calendar.isoTime(now), hour, weekday, ...ends].join(
    ', ',
  );
}

/**
 * Funds and counters as stored; undefined if engine and model agree.
 * @param isClose whether the model recomputes all sums, and reserved amounts are compared too
 */
export function describeFunds(
  { account, reservedMinor }: EngineAccount,
  model: ModelAccount,
  atMs: number,
  isClose: boolean,
): AnswerPair | undefined {
  const windows = model.openWindows(atMs);
  const counted = isClose ? model.counted(atMs) : model.counting(atMs);
  const areCounted = account.counters.every(({ minor, endsAtMs }, at) => {
    const isOpen = endsAtMs === undefined || atMs < endsAtMs;
    return (isOpen ? Number(minor) : 0) === counted[at] && (!isOpen || endsAtMs === windows[at]?.endMs);
  });
  const isSame =
    areCounted &&
    Number(account.availableMinor) === model.availableMinor &&
    (!isClose || Number(reservedMinor) === model.reservedMinor);
  if (isSame) return undefined;
  const counters = account.counters.map(({ minor, endsAtMs }) => `${minor} until ${endsAtMs}`).join(', ');
  const expected = counted.map((minor, at) => `${minor} until ${windows[at]?.endMs}`).join(', ');
  return {
    model: `${model.availableMinor} available, ${model.reservedMinor} reserved, counted ${expected}`,
    engine: `${account.availableMinor} available, ${reservedMinor} reserved, counted ${counters}`,
  };
}
