import type { Authorization, SettingsField } from '@cardwright/contract';
import { messageAmount } from '../../parts/decision/message-amount.ts';
import { digitsOf } from '../../parts/rule/trace-value.ts';

/** The values that replace those of a message and of the settings. */
export interface Assumptions {
  /** Decimal text in the account's currency. */
  readonly amount: string;
  readonly category: string;
  readonly settings: Readonly<Partial<Record<SettingsField, string>>>;
}

/**
 * Replaces the amount and the category of a message. If the transaction and billing currencies are the same, both
 * amounts change. The trace number changes too, because a different message with the same number would be refused as an
 * inconsistent repeat.
 */
export function messageWithAssumptions(
  decision: Authorization,
  { amount, category }: Assumptions,
): Record<string, unknown> {
  const { message } = decision;
  const billed = messageAmount(amount, digitsOf(decision.amount));
  const isOneCurrency = message.Currency_Code_Transaction === message.Currency_Code_Cardholder_Billing;
  return {
    ...message,
    Merchant_Type: category,
    System_Trace_Audit_Number: nextTrace(decision.system_trace_audit_number),
    Transaction_Amount_Cardholder_Billing: billed,
    ...(isOneCurrency && { Transaction_Amount: billed }),
  };
}

function nextTrace(trace: string): string {
  return String((Number(trace) + 1) % 10 ** trace.length).padStart(trace.length, '0');
}
