import { ACCESS_OPERATIONS } from './access/index.ts';
import { ACCOUNT_OPERATIONS } from './accounts/index.ts';
import { AUTHORIZATION_OPERATIONS } from './authorization/index.ts';
import { BACKTEST_OPERATIONS } from './backtests/index.ts';
import { CARD_SETTINGS_OPERATIONS } from './card-settings/index.ts';
import { CARD_OPERATIONS } from './cards/index.ts';
import { CLIENT_OPERATIONS } from './clients/index.ts';
import { EMBOSSING_OPERATIONS } from './embossing/index.ts';
import { INSURANCE_OPERATIONS } from './insurance/index.ts';
import { LIMIT_OPERATIONS } from './limits/index.ts';
import { MERCHANT_LIST_OPERATIONS } from './merchant-lists/index.ts';
import { MERCHANT_OPERATIONS } from './merchants/index.ts';
import { PEOPLE_OPERATIONS } from './people/index.ts';
import { PROGRAM_OPERATIONS } from './programs/index.ts';
import { RECEIVER_OPERATIONS } from './receiver/index.ts';
import { RESTRICTION_OPERATIONS } from './restrictions/index.ts';
import { RULE_OPERATIONS } from './rules/index.ts';
import { TOKEN_OPERATIONS } from './tokens/index.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/index.ts';

/** The interface, operation by operation: an operation that is not listed here does not exist. */
export const OPERATIONS = [
  ...CLIENT_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...CARD_OPERATIONS,
  ...CARD_SETTINGS_OPERATIONS,
  ...RESTRICTION_OPERATIONS,
  ...PROGRAM_OPERATIONS,
  ...LIMIT_OPERATIONS,
  ...INSURANCE_OPERATIONS,
  ...AUTHORIZATION_OPERATIONS,
  ...BACKTEST_OPERATIONS,
  ...RULE_OPERATIONS,
  ...MERCHANT_LIST_OPERATIONS,
  ...EMBOSSING_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...RECEIVER_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...MERCHANT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...ACCESS_OPERATIONS,
] as const;
