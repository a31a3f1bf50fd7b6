import type { Authorization, SettingsField } from '@cardwright/contract';
import { messageAmount } from '../../parts/decision/message-amount.ts';
import { digitsOf } from '../../parts/rule/trace-value.ts';

/** What somebody assumes in place of what a message and the settings said. */
export interface Assumptions {
  /** Decimal text in the account's currency. */
  readonly amount: string;
  readonly category: string;
  readonly settings: Readonly<Partial<Record<SettingsField, string>>>;
}

/**
 * The message with another amount and category. Where it was billed in its own currency, both of its amounts are that one. Its trace
 * number is another one: under its own it would be refused as a repeat that is not the same.
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
