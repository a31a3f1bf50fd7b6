import { APPROVAL_WORDS_AR } from './ar/approvals.ts';
import { AUDIT_WORDS_AR } from './ar/audit.ts';
import { BACKTEST_WORDS_AR } from './ar/backtests.ts';
import { BOARDING_WORDS_AR } from './ar/boarding.ts';
import { CHANGE_EVENT_WORDS_AR } from './ar/change-events.ts';
import { CONDITION_WORDS_AR } from './ar/conditions.ts';
import { CONSOLE_WORDS_AR } from './ar/console.ts';
import { CONTROL_WORDS_AR } from './ar/controls.ts';
import { CUSTOM_LIMIT_WORDS_AR } from './ar/custom-limits.ts';
import { CUSTOMER_WORDS_AR } from './ar/customer.ts';
import { EXPORT_WORDS_AR } from './ar/exports.ts';
import { FIND_WORDS_AR } from './ar/find.ts';
import { ISSUING_WORDS_AR } from './ar/issuing.ts';
import { LIST_WORDS_AR } from './ar/lists.ts';
import { MERCHANT_FIELD_WORDS_AR } from './ar/merchant-fields.ts';
import { MERCHANT_VALUE_WORDS_AR } from './ar/merchant-values.ts';
import { MERCHANT_WORDS_AR } from './ar/merchants.ts';
import { NETWORK_WORDS_AR } from './ar/networks.ts';
import { ONBOARDING_RULE_WORDS_AR } from './ar/onboarding-rules.ts';
import { SERVICE_WORDS_AR } from './ar/operator.ts';
import { OVERVIEW_WORDS_AR } from './ar/overview.ts';
import { PARTNER_WORDS_AR } from './ar/partner.ts';
import { PROGRAM_WORDS_AR } from './ar/programs.ts';
import { PROMISE_WORDS_AR } from './ar/promises.ts';
import { RULE_WORDS_AR } from './ar/rules.ts';
import { SCREEN_WORDS_AR } from './ar/screens.ts';
import { STATUS_WORDS_AR } from './ar/status.ts';
import { TASK_WORDS_AR } from './ar/tasks.ts';
import { TOKEN_REQUEST_WORDS_AR } from './ar/token-requests.ts';
import { WEBHOOK_WORDS_AR } from './ar/webhooks.ts';
import type { WordKey } from './en.ts';
import type { Word } from './word.ts';

export const ar: Readonly<Record<WordKey, Word>> = {
  ...CONSOLE_WORDS_AR,
  ...FIND_WORDS_AR,
  ...STATUS_WORDS_AR,
  ...EXPORT_WORDS_AR,
  ...CONTROL_WORDS_AR,
  ...CUSTOMER_WORDS_AR,
  ...OVERVIEW_WORDS_AR,
  ...MERCHANT_WORDS_AR,
  ...MERCHANT_FIELD_WORDS_AR,
  ...MERCHANT_VALUE_WORDS_AR,
  ...BOARDING_WORDS_AR,
  ...ONBOARDING_RULE_WORDS_AR,
  ...CUSTOM_LIMIT_WORDS_AR,
  ...PROGRAM_WORDS_AR,
  ...SCREEN_WORDS_AR,
  ...NETWORK_WORDS_AR,
  ...SERVICE_WORDS_AR,
  ...WEBHOOK_WORDS_AR,
  ...APPROVAL_WORDS_AR,
  ...AUDIT_WORDS_AR,
  ...BACKTEST_WORDS_AR,
  ...CHANGE_EVENT_WORDS_AR,
  ...CONDITION_WORDS_AR,
  ...RULE_WORDS_AR,
  ...PROMISE_WORDS_AR,
  ...LIST_WORDS_AR,
  ...ISSUING_WORDS_AR,
  ...PARTNER_WORDS_AR,
  ...TASK_WORDS_AR,
  ...TOKEN_REQUEST_WORDS_AR,
};
