import type { AccountDetails } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../platform/kernel/money.ts';
import type { AccountListRow } from './account-list-store.ts';

/** Returns the available balance, the amount that authorizations reserve, and their sum. */
export function toBalancesResponse(row: { currency: string; available_minor: bigint; reserved_minor: bigint }) {
  const { code, exponent } = currencyOf(row.currency);
  const balance = <T extends string>(type: T, minor: bigint) => ({
    type,
    currency: code,
    amount: formatAmount(minor, exponent),
  });
  return [
    balance('AVAILABLE', row.available_minor),
    balance('BLOCKED', row.reserved_minor),
    balance('TOTAL_BALANCE', row.available_minor + row.reserved_minor),
  ];
}

export function toAccountResponse(row: Omit<AccountListRow, 'account_id' | 'client_id'>): AccountDetails {
  return {
    account_number: row.account_number,
    customer_id: row.customer_id,
    product_code: row.product_code,
    card_type: row.card_type,
    branch_code: row.branch_code,
    currency: row.currency,
    funds_check: row.funds_check,
    balances: toBalancesResponse(row),
    ...(row.custom_fields !== null && { custom_fields: row.custom_fields }),
    created_at: row.created_at.toISOString(),
  };
}
