import type { LimitField, RestrictionType, Switch } from '@cardwright/contract';
import type { ModelBank } from './model-banks.ts';
import { countriesOf, isWithin, type ModelMessage, type ModelReading } from './model-message.ts';
import { type ModelSettings, readSwitch } from './model-settings.ts';

/** A restriction that was set, and the first instant at which it is no longer in force. */
export interface ModelRestriction {
  readonly type: RestrictionType;
  readonly isAllowed: boolean;
  readonly endMs?: number;
  readonly countries: readonly string[];
}

const RESTRICTED: Readonly<Record<RestrictionType, string>> = {
  MOTO: 'RESTRICTED_MOTO',
  ECOM: 'RESTRICTED_ECOM',
  SWIPE: 'RESTRICTED_SWIPE',
  PERS_RESTR_CONTACTLESS: 'RESTRICTED_CONTACTLESS',
  NFC: 'RESTRICTED_NFC',
  ATM: 'RESTRICTED_ATM',
  PURCHASE: 'RESTRICTED_PURCHASE',
  ANY: 'RESTRICTED_ANY',
  INTERNATIONAL: 'RESTRICTED_INTERNATIONAL',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'RESTRICTED_COUNTRY',
};

/** The effective restriction of a type. `set` has the oldest first. */
export function restrictionInForce(
  set: readonly ModelRestriction[],
  type: RestrictionType,
  nowMs: number,
): ModelRestriction | undefined {
  return set.findLast((one) => one.type === type && (one.endMs === undefined || nowMs < one.endMs));
}

/** The first restriction that declines. */
export function refusingRestriction(
  set: readonly ModelRestriction[],
  { restrictions, isForeign, country }: ModelReading,
  nowMs: number,
): string | undefined {
  if (set.length === 0) return undefined;
  for (const type of restrictions) {
    if (restrictionInForce(set, type, nowMs)?.isAllowed === false) return RESTRICTED[type];
  }
  if (!isForeign) return undefined;
  const list = restrictionInForce(set, 'INTERNATIONAL_SPECIFIC_COUNTRIES', nowMs);
  const isListed = list?.countries.includes(country ?? '') ?? false;
  const isException = list?.isAllowed === true && isListed;
  const abroad = restrictionInForce(set, 'INTERNATIONAL', nowMs);
  if (abroad?.isAllowed === false && !isException) return RESTRICTED.INTERNATIONAL;
  // An empty list lifted the restriction.
  if (list === undefined || list.countries.length === 0) return undefined;
  return isListed !== list.isAllowed ? RESTRICTED.INTERNATIONAL_SPECIFIC_COUNTRIES : undefined;
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

export function refusingSwitch(settings: ModelSettings, message: ModelMessage, nowMs: number): string | undefined {
  for (const name of message.reading.switches) {
    if (readSwitch(settings.switches[name], nowMs) !== 'OFF') continue;
    if (name !== 'cardPresent' || !passesBelow(settings, message)) return REFUSAL_OF[name];
  }
  return undefined;
}

/** Whether a small amount passes although card-present use is off. */
export function passesBelow(settings: ModelSettings, { minor }: ModelMessage): boolean {
  const most = settings.limits.cardPresentAllowBelowLimit;
  return settings.allowBelow === true && most !== undefined && minor <= most;
}

/** Returns the group that declines. A group that the bank does not have is ignored. */
export function refusingGroup(bank: ModelBank, { group }: ModelSettings, message: ModelMessage): string | undefined {
  const knownGroup = group === undefined ? undefined : bank.groups[group];
  if (knownGroup === undefined) return undefined;
  return isWithin(knownGroup.ranges, message.use.category) === (knownGroup.effect === 'ALLOW')
    ? undefined
    : 'MERCHANT_GROUP_OFF';
}

/**
 * The permission for card-present use abroad. Any permission is sufficient, and if none was ever set, everything is
 * allowed.
 */
export function foreignPermission(
  settings: ModelSettings,
  { country }: ModelReading,
  nowMs: number,
): 'default' | 'any' | 'country' | 'window' | undefined {
  const { anyForeign, specificForeign, countries, foreignStartMs, foreignEndMs } = settings;
  const hasWindow = foreignStartMs !== undefined || foreignEndMs !== undefined;
  const isSet = anyForeign !== undefined || specificForeign !== undefined || countries !== undefined || hasWindow;
  if (!isSet) return 'default';
  if (anyForeign === true) return 'any';
  const isListed = countries !== undefined && (countriesOf(countries) ?? []).includes(country ?? '');
  if (isListed && specificForeign !== false) return 'country';
  return hasWindow && nowMs >= (foreignStartMs ?? nowMs) && nowMs < (foreignEndMs ?? nowMs + 1) ? 'window' : undefined;
}

export function refusingForeignUse(settings: ModelSettings, reading: ModelReading, nowMs: number): string | undefined {
  if (!reading.isPresent || !reading.isForeign) return undefined;
  return foreignPermission(settings, reading, nowMs) === undefined ? 'CP_FOREIGN_OFF' : undefined;
}

const PRESENT = ['cardPresentTransactionLimit', 'CP_TRANSACTION_LIMIT'] as const;
const NOT_PRESENT = ['cardNotPresentTransactionLimit', 'CNP_TRANSACTION_LIMIT'] as const;
const CASH = ['cashTransactionLimit', 'CASH_TRANSACTION_LIMIT'] as const;

/** The limits of one transaction for a message, with their decline reasons, in the order of evaluation. */
export function transactionLimits({ isPresent, isCash }: ModelReading): readonly (readonly [LimitField, string])[] {
  const half = isPresent ? PRESENT : NOT_PRESENT;
  return isCash ? [half, CASH] : [half];
}

/** The limits of windows, with their decline reasons, in the order of evaluation. */
export const WINDOW_LIMITS = [
  ['dailyLimit', 'DAILY_LIMIT'],
  ['monthlyLimit', 'MONTHLY_LIMIT'],
  ['limit1', 'LIMIT1'],
  ['limit2', 'LIMIT2'],
  ['limit3', 'LIMIT3'],
] as const satisfies readonly (readonly [LimitField, string])[];
