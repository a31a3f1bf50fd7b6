import type { LimitField, RestrictionType, Switch } from '@cardwright/contract';
import { type CategoryRange, FUNCTION_CATEGORIES, MERCHANT_GROUPS, type ModelBank } from './model-banks.ts';
import {
  countriesOf,
  countryAt,
  entryOf,
  isCash,
  type ModelEntry,
  type ModelMessage,
  modelIsCardPresent,
  modelIsForeign,
} from './model-message.ts';
import { type ModelSettings, readSwitch } from './model-settings.ts';

/** A restriction that was set, and the first instant at which it is no longer in force. */
export interface ModelRestriction {
  readonly type: RestrictionType;
  readonly isAllowed: boolean;
  readonly endMs?: number;
  readonly countries: readonly string[];
}

/** Name and test of each restriction, in the order in which they are asked. */
const RESTRICTIONS: readonly (readonly [RestrictionType, string, (entry: ModelEntry, cash: boolean) => boolean])[] = [
  ['MOTO', 'RESTRICTED_MOTO', (entry) => entry === 'MOTO'],
  ['ECOM', 'RESTRICTED_ECOM', (entry) => entry === 'ECOM'],
  ['SWIPE', 'RESTRICTED_SWIPE', (entry) => entry === 'SWIPE'],
  ['PERS_RESTR_CONTACTLESS', 'RESTRICTED_CONTACTLESS', (entry) => entry === 'CONTACTLESS'],
  ['NFC', 'RESTRICTED_NFC', (entry, cash) => entry === 'CONTACTLESS' && !cash],
  ['ATM', 'RESTRICTED_ATM', (_, cash) => cash],
  ['PURCHASE', 'RESTRICTED_PURCHASE', (_, cash) => !cash],
  ['ANY', 'RESTRICTED_ANY', () => true],
];

/** The restriction of a type that counts. `set` has the oldest first. */
export function restrictionInForce(
  set: readonly ModelRestriction[],
  type: RestrictionType,
  nowMs: number,
): ModelRestriction | undefined {
  return set.findLast((one) => one.type === type && (one.endMs === undefined || nowMs < one.endMs));
}

/** The first restriction that refuses. */
export function refusingRestriction(
  bank: ModelBank,
  set: readonly ModelRestriction[],
  message: ModelMessage,
  nowMs: number,
): string | undefined {
  const inForce = (type: RestrictionType) => restrictionInForce(set, type, nowMs);
  for (const [type, reason, matches] of RESTRICTIONS) {
    if (inForce(type)?.isAllowed === false && matches(entryOf(message), isCash(message))) return reason;
  }
  if (!modelIsForeign(bank, message)) return undefined;
  const list = inForce('INTERNATIONAL_SPECIFIC_COUNTRIES');
  const isListed = list?.countries.includes(countryAt(message) ?? '') ?? false;
  const isException = list?.isAllowed === true && isListed;
  if (inForce('INTERNATIONAL')?.isAllowed === false && !isException) return 'RESTRICTED_INTERNATIONAL';
  // without countries it was lifted
  if (list === undefined || list.countries.length === 0) return undefined;
  return isListed !== list.isAllowed ? 'RESTRICTED_COUNTRY' : undefined;
}

const REFUSAL_OF: Readonly<Record<Switch, string>> = {
  master: 'MASTER_OFF',
  cardPresent: 'CP_OFF',
  cardNotPresent: 'CNP_OFF',
  ecom: 'ECOM_OFF',
  moto: 'MOTO_OFF',
  recurring: 'RECURRING_OFF',
  fallback: 'FALLBACK_OFF',
  purchase: 'PURCHASE_OFF',
  cash: 'CASH_OFF',
  function1: 'FUNCTION1_OFF',
  function2: 'FUNCTION2_OFF',
  function3: 'FUNCTION3_OFF',
};
const ENTRY_SWITCH: Partial<Record<ModelEntry, Switch>> = {
  ECOM: 'ecom',
  MOTO: 'moto',
  RECURRING: 'recurring',
  FALLBACK: 'fallback',
};

const within = (ranges: readonly CategoryRange[], category: string) =>
  ranges.some(([first, last]) => first <= category && category <= last);

/** The switches that a message needs, in the order in which they are asked. */
export function modelCoveringSwitches(message: ModelMessage): Switch[] {
  const entry = entryOf(message);
  const own = ENTRY_SWITCH[entry];
  const functions = (['function1', 'function2', 'function3'] as const).filter((_, at) =>
    within(FUNCTION_CATEGORIES[at]!, message.category),
  );
  return [
    'master',
    modelIsCardPresent(entry) ? 'cardPresent' : 'cardNotPresent',
    ...(own === undefined ? [] : [own]),
    isCash(message) ? 'cash' : 'purchase',
    ...functions,
  ];
}

export function refusingSwitch(settings: ModelSettings, message: ModelMessage, nowMs: number): string | undefined {
  const off = modelCoveringSwitches(message).find((name) => {
    if (readSwitch(settings.switches[name], nowMs) !== 'OFF') return false;
    return !(name === 'cardPresent' && passesBelow(settings, message));
  });
  return off && REFUSAL_OF[off];
}

/** Small amounts pass though card-present use is off. */
export function passesBelow(settings: ModelSettings, { minor }: ModelMessage): boolean {
  const most = settings.limits.cardPresentAllowBelowLimit;
  return settings.allowBelow === true && most !== undefined && minor <= most;
}

export function refusingGroup({ group }: ModelSettings, { category }: ModelMessage): string | undefined {
  if (group === undefined) return undefined;
  const { effect, ranges } = MERCHANT_GROUPS[group]!;
  return within(ranges, category) === (effect === 'ALLOW') ? undefined : 'MERCHANT_GROUP_OFF';
}

/** Card-present use abroad: any permission is enough, and where none was ever set, all is allowed. */
export function refusingForeignUse(
  bank: ModelBank,
  settings: ModelSettings,
  message: ModelMessage,
  nowMs: number,
): string | undefined {
  if (!modelIsCardPresent(entryOf(message)) || !modelIsForeign(bank, message)) return undefined;
  const { anyForeign, specificForeign, countries, foreignStartMs, foreignEndMs } = settings;
  const hasWindow = foreignStartMs !== undefined || foreignEndMs !== undefined;
  const isSet = anyForeign !== undefined || specificForeign !== undefined || countries !== undefined || hasWindow;
  const listed = countries !== undefined && countriesOf(countries)!.includes(countryAt(message) ?? '');
  const inWindow = hasWindow && nowMs >= (foreignStartMs ?? nowMs) && nowMs < (foreignEndMs ?? nowMs + 1);
  const isAllowed = !isSet || anyForeign === true || (listed && specificForeign !== false) || inWindow;
  return isAllowed ? undefined : 'CP_FOREIGN_OFF';
}

/** Limits of one transaction that a message is held to, with what they refuse as, in the order in which they are asked. */
export function transactionLimits(message: ModelMessage): (readonly [LimitField, string])[] {
  const cash = ['cashTransactionLimit', 'CASH_TRANSACTION_LIMIT'] as const;
  const half = modelIsCardPresent(entryOf(message))
    ? (['cardPresentTransactionLimit', 'CP_TRANSACTION_LIMIT'] as const)
    : (['cardNotPresentTransactionLimit', 'CNP_TRANSACTION_LIMIT'] as const);
  return isCash(message) ? [half, cash] : [half];
}

/** Limits of windows, with what they refuse as, in the order in which they are asked. */
export const WINDOW_LIMITS = [
  ['dailyLimit', 'DAILY_LIMIT'],
  ['monthlyLimit', 'MONTHLY_LIMIT'],
  ['limit1', 'LIMIT1'],
  ['limit2', 'LIMIT2'],
  ['limit3', 'LIMIT3'],
] as const satisfies readonly (readonly [LimitField, string])[];
