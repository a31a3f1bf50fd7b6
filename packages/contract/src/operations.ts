import { ACCESS_OPERATIONS } from './access/operations.ts';
import { ACCOUNTS_OPERATIONS } from './accounts/operations.ts';
import { AUTHORIZATION_OPERATIONS } from './authorization/operations.ts';
import { BACKTESTS_OPERATIONS } from './backtests/operations.ts';
import { CARD_SETTINGS_OPERATIONS } from './card-settings/operations.ts';
import { CARDS_OPERATIONS } from './cards/operations.ts';
import { CHANGE_REQUESTS_OPERATIONS } from './change-requests/operations.ts';
import { CLIENTS_OPERATIONS } from './clients/operations.ts';
import { CONFIGURATION_OPERATIONS } from './configuration/operations.ts';
import { EMBOSSING_OPERATIONS } from './embossing/operations.ts';
import { EXPORTS_OPERATIONS } from './exports/operations.ts';
import { INSURANCE_OPERATIONS } from './insurance/operations.ts';
import { LIMITS_OPERATIONS } from './limits/operations.ts';
import { MERCHANT_LISTS_OPERATIONS } from './merchant-lists/operations.ts';
import { MERCHANTS_OPERATIONS } from './merchants/operations.ts';
import { PEOPLE_OPERATIONS } from './people/operations.ts';
import { PROGRAMS_OPERATIONS } from './programs/operations.ts';
import { RECEIVER_OPERATIONS } from './receiver/operations.ts';
import { RESTRICTIONS_OPERATIONS } from './restrictions/operations.ts';
import { RULES_OPERATIONS } from './rules/operations.ts';
import { TASKS_OPERATIONS } from './tasks/operations.ts';
import { TOKENS_OPERATIONS } from './tokens/operations.ts';
import { WEBHOOKS_OPERATIONS } from './webhooks/operations.ts';

/** The operations of the interface. An operation that is not listed here does not exist. */
export const OPERATIONS = [
  ...CLIENTS_OPERATIONS,
  ...ACCOUNTS_OPERATIONS,
  ...CARDS_OPERATIONS,
  ...CARD_SETTINGS_OPERATIONS,
  ...RESTRICTIONS_OPERATIONS,
  ...PROGRAMS_OPERATIONS,
  ...LIMITS_OPERATIONS,
  ...INSURANCE_OPERATIONS,
  ...AUTHORIZATION_OPERATIONS,
  ...BACKTESTS_OPERATIONS,
  ...RULES_OPERATIONS,
  ...MERCHANT_LISTS_OPERATIONS,
  ...EMBOSSING_OPERATIONS,
  ...TOKENS_OPERATIONS,
  ...RECEIVER_OPERATIONS,
  ...WEBHOOKS_OPERATIONS,
  ...MERCHANTS_OPERATIONS,
  ...CHANGE_REQUESTS_OPERATIONS,
  ...CONFIGURATION_OPERATIONS,
  ...TASKS_OPERATIONS,
  ...EXPORTS_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...ACCESS_OPERATIONS,
] as const;
