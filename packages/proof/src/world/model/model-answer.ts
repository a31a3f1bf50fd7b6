import { RESTRICTION_TYPES } from '@cardwright/contract';
import type { RareQuestion, StoredCounter } from '../question.ts';
import type { ModelAccount } from './model-account.ts';
import { writtenAmount } from './model-banks.ts';
import { localTime } from './model-calendar.ts';
import { ModelCard, type RestrictionRequest } from './model-card.ts';
import { updateFaults } from './model-faults.ts';
import { formatMinor, minorUnits, plasticAfter } from './model-kernel.ts';

/** The model's answer to a question, as docs/interface describes it. */
export function answerOfModel(question: RareQuestion, model: ModelAccount, nowMs: number): string {
  switch (question.about) {
    case 'update':
      return joined(updateFaultsOf(question, model, nowMs));
    case 'order':
      return joined(orderFaults(question.body, model, nowMs));
    case 'old patch':
      return settingsAfter(question.stored, question.patch);
    case 'amount':
      return String(minorUnits(question.text, question.exponent));
    case 'written amount':
      return formatMinor(question.minor, question.exponent);
    case 'currency':
      return (
        CURRENCIES.find((one) => one.split(' ').includes(question.code)) ??
        `ISO 4217 lists no currency ${question.code}`
      );
    case 'statuses':
      return String(question.from === question.to || ['ACTIVE', 'BLOCKED'].includes(question.from));
    case 'plastic':
      return plasticAfter(question.sequence, question.date, question.months);
    case 'EXID':
      return 'nineteen digits that are no card number, and the first eighteen as they were given';
    case 'facts':
      return question.hasCard && question.hasAccount ? 'decides' : 'a card was found, but its facts were not loaded';
    case 'missing':
      return question.value === undefined || question.value === null ? 'what was asked for is missing' : 'is there';
    case 'trace':
      return explained(question.steps);
    case 'counters':
      return counters(question.counters, question.backMinor, model, nowMs);
  }
}

function updateFaultsOf(
  { isKnown, patch }: Extract<RareQuestion, { about: 'update' }>,
  model: ModelAccount,
  nowMs: number,
) {
  const { bank, settings } = model;
  return isKnown
    ? updateFaults(settings, patch, nowMs, bank, model.program(nowMs))
    : updateFaults(undefined, patch, nowMs, bank);
}

const joined = (faults: readonly string[]) => faults.join(', ') || 'nothing';

const CURRENCIES = ['AED 784 2', 'KWD 414 3'];

/** The faults of a request for a restriction. Invalid fields are ignored. */
function orderFaults(body: unknown, { bank, days }: ModelAccount, nowMs: number): string[] {
  const { restriction } = (body ?? {}) as { restriction?: unknown };
  if (typeof restriction !== 'object' || restriction === null) return [];
  const { restriction_type, isAllowed, allowed_values, end_date } = restriction as Record<string, unknown>;
  const [endDate, countries] = [textOf(end_date), textOf(allowed_values)];
  const type = RESTRICTION_TYPES.find((one) => one === restriction_type);
  const card = new ModelCard('3112', days);
  const faultsOf = (request: Omit<RestrictionRequest, 'isAllowed'>) =>
    card.orderFaults({ ...request, ...(typeof isAllowed === 'boolean' && { isAllowed }) }, nowMs);
  const dated = endDate === undefined ? [] : faultsOf({ type: 'ANY', endDate });
  if (type === undefined) return dated;
  const isBroken = allowed_values !== undefined && countries === undefined;
  // A list that is not a text counts as present, but its content is unknown.
  if (isBroken && type === 'INTERNATIONAL_SPECIFIC_COUNTRIES') return dated;
  const list = isBroken ? bank.country : countries;
  return [...faultsOf({ type, ...(list !== undefined && { countries: list }) }), ...dated];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The settings after an update. A status other than ON_UNTIL without a time clears the previous time. */
function settingsAfter(stored: Readonly<Record<string, string>>, patch: Readonly<Record<string, string>>): string {
  const ended = Object.keys(patch).flatMap((field) => {
    const name = field.endsWith('Status') && patch[field] !== 'ON_UNTIL' ? field.replace('Status', '') : undefined;
    return name === undefined ? [] : [`${name}OnUntil`];
  });
  const remaining = Object.entries(stored).filter(([field]) => !ended.includes(field) && patch[field] === undefined);
  return texts([...remaining, ...Object.entries(patch).filter(([, text]) => text !== '')]);
}

export function texts(entries: readonly (readonly [string, unknown])[]): string {
  return entries
    .map(([field, text]) => `${field}: ${text}`)
    .sort()
    .join(', ');
}

/**
 * Explains steps of a trace. A value without a name gets its position; a rule of an earlier version is explained as it
 * was.
 */
function explained(steps: Extract<RareQuestion, { about: 'trace' }>['steps']): string {
  const names: Readonly<Record<string, readonly string[]>> = { FORMAT: ['findings'], CARD_STATUS: ['status'] };
  return JSON.stringify(
    steps.map(([rule, ...saw]) => ({
      rule,
      verdict: 'PASS',
      saw: Object.fromEntries(saw.map((value, at) => [names[rule]?.[at] ?? at, value])),
    })),
  );
}

/**
 * Counters after a change: a running counter keeps its end even if the bank has other windows now. The returned amount
 * was counted now.
 */
function counters(values: readonly StoredCounter[], backMinor: number, model: ModelAccount, nowMs: number): string {
  if (values.length !== 5 && values.length !== 0) return 'counters of an account are kept as 5';
  const { bank } = model;
  return model
    .openWindows(nowMs)
    .map(({ endMs: windowEnd }, at) => {
      const { minor, endMs } = storedCounterEnd(values[at], windowEnd, nowMs);
      const isOver = endMs !== undefined && endMs <= nowMs;
      const left = endMs === windowEnd ? Math.max(0, minor - backMinor) : minor;
      const end = isOver ? windowEnd : endMs;
      const [first, then] = (isOver ? [0, 0] : [minor, left]).map((one) => writtenAmount(one, bank.exponent));
      return `${first} until ${end === undefined ? end : localTime(end, bank.zone)}, then ${then}`;
    })
    .join('; ');
}

/** The end of a stored counter. Without a stored counter, the account was never charged. */
export function storedCounterEnd(
  values: StoredCounter | undefined,
  windowEnd: number | undefined,
  nowMs: number,
): { readonly minor: number; readonly endMs: number | undefined } {
  if (values === undefined) return { minor: 0, endMs: 0 };
  const { minor, ends } = values;
  if (ends === 'never') return { minor, endMs: undefined };
  return { minor, endMs: ends === 'with its window' ? windowEnd : nowMs + ends };
}
