import { APPROVAL_WORDS } from './en/approvals.ts';
import { AUDIT_WORDS } from './en/audit.ts';
import { BACKTEST_WORDS } from './en/backtests.ts';
import { BOARDING_WORDS } from './en/boarding.ts';
import { CHANGE_EVENT_WORDS } from './en/change-events.ts';
import { CONDITION_WORDS } from './en/conditions.ts';
import { CONTROL_WORDS } from './en/controls.ts';
import { CUSTOM_LIMIT_WORDS } from './en/custom-limits.ts';
import { CUSTOMER_WORDS } from './en/customer.ts';
import { EXPORT_WORDS } from './en/exports.ts';
import { ISSUING_WORDS } from './en/issuing.ts';
import { LIST_WORDS } from './en/lists.ts';
import { MERCHANT_FIELD_WORDS } from './en/merchant-fields.ts';
import { MERCHANT_VALUE_WORDS } from './en/merchant-values.ts';
import { MERCHANT_WORDS } from './en/merchants.ts';
import { NETWORK_WORDS } from './en/networks.ts';
import { ONBOARDING_RULE_WORDS } from './en/onboarding-rules.ts';
import { SERVICE_WORDS } from './en/operator.ts';
import { OVERVIEW_WORDS } from './en/overview.ts';
import { PARTNER_WORDS } from './en/partner.ts';
import { PROGRAM_WORDS } from './en/programs.ts';
import { PROMISE_WORDS } from './en/promises.ts';
import { RULE_WORDS } from './en/rules.ts';
import { SCREEN_WORDS } from './en/screens.ts';
import { TASK_WORDS } from './en/tasks.ts';
import { TOKEN_REQUEST_WORDS } from './en/token-requests.ts';
import { WEBHOOK_WORDS } from './en/webhooks.ts';
import type { Word } from './word.ts';

/** The English words of all screens but Find. They load with the first of these screens. */
export const EN_SCREENS = {
  ...CONTROL_WORDS,
  ...CUSTOMER_WORDS,
  ...OVERVIEW_WORDS,
  ...MERCHANT_WORDS,
  ...MERCHANT_FIELD_WORDS,
  ...MERCHANT_VALUE_WORDS,
  ...BOARDING_WORDS,
  ...ONBOARDING_RULE_WORDS,
  ...CUSTOM_LIMIT_WORDS,
  ...PROGRAM_WORDS,
  ...SCREEN_WORDS,
  ...NETWORK_WORDS,
  ...SERVICE_WORDS,
  ...WEBHOOK_WORDS,
  ...APPROVAL_WORDS,
  ...AUDIT_WORDS,
  ...BACKTEST_WORDS,
  ...CHANGE_EVENT_WORDS,
  ...CONDITION_WORDS,
  ...RULE_WORDS,
  ...PROMISE_WORDS,
  ...LIST_WORDS,
  ...ISSUING_WORDS,
  ...PARTNER_WORDS,
  ...TASK_WORDS,
  ...EXPORT_WORDS,
  ...TOKEN_REQUEST_WORDS,
} as const satisfies Readonly<Record<string, Word>>;
