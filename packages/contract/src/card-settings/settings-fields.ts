/**
 * The fields of card settings, by kind. The three columns of the table in update-settings.ts and get-settings.ts use
 * these lists, and the server has no other lists of the fields.
 */
export const SWITCHES = [
  'master',
  'cardPresent',
  'cardNotPresent',
  'ecom',
  'moto',
  'recurring',
  'fallback',
  'purchase',
  'cash',
  'function1',
  'function2',
  'function3',
] as const;
/** A switch has the fields `...Status` and `...OnUntil`. */
export type Switch = (typeof SWITCHES)[number];

/** Values of a status field. `cashStatus` also accepts the text of a number, which means ON. */
export const SWITCH_STATUSES = ['ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL'] as const;
export type SwitchStatus = (typeof SWITCH_STATUSES)[number];

/** Limits as decimal text in the account currency. */
export const LIMIT_FIELDS = [
  'cardNotPresentTransactionLimit',
  'cardPresentAllowBelowLimit',
  'cardPresentTransactionLimit',
  'cashTransactionLimit',
  'dailyLimit',
  'monthlyLimit',
  'limit1',
  'limit2',
  'limit3',
] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

/** Flags, as "true" or "false". */
export const FLAG_FIELDS = [
  'cardPresentAllowAnyForeign',
  'cardPresentAllowBelow',
  'cardPresentAllowSpecificForeign',
] as const;

/** Date and time with UTC offset, like the `...OnUntil` fields. */
export const FOREIGN_WINDOW_FIELDS = ['cardPresentAllowForeignStart', 'cardPresentAllowForeignEnd'] as const;

export const COUNTRIES_FIELD = 'cardPresentAllowSpecificForeignCountries';

export const MERCHANT_GROUP_FIELDS = ['merchantGroupProfileId', 'merchantGroupProfileName'] as const;

/** The counters in the order in which their limits are checked, each with the end of its window. */
export const COUNTERS = ['daily', 'monthly', 'counter1', 'counter2', 'counter3'] as const;
export type CounterName = (typeof COUNTERS)[number];
export const COUNTER_FIELDS = ['dailyCounter', 'monthlyCounter', 'counter1', 'counter2', 'counter3'] as const;
export const INTERVAL_END_FIELDS = [
  'dailyLimitIntervalEnd',
  'monthlyLimitIntervalEnd',
  'counter1IntervalEnd',
  'counter2IntervalEnd',
  'counter3IntervalEnd',
] as const;

export const PERMISSION_FIELDS = ['permission1', 'permission2', 'permission3', 'permission4', 'permission5'] as const;

export type SettingsField =
  | `${Switch}Status`
  | `${Switch}OnUntil`
  | LimitField
  | (typeof FLAG_FIELDS)[number]
  | (typeof FOREIGN_WINDOW_FIELDS)[number]
  | typeof COUNTRIES_FIELD
  | (typeof MERCHANT_GROUP_FIELDS)[number];
