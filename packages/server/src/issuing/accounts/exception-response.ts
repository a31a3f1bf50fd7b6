import type { AccountException } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../platform/kernel/money.ts';
import type { ExceptionRow } from './exception-store.ts';

export function stateOfException(
  { used_at, cancelled_at, valid_until }: ExceptionRow,
  now: Date,
): AccountException['state'] {
  if (used_at !== null) return 'USED';
  if (cancelled_at !== null) return 'CANCELLED';
  return valid_until > now ? 'OPEN' : 'EXPIRED';
}

export function toExceptionResponse(row: ExceptionRow, currency: string, now: Date): AccountException {
  const { code, exponent } = currencyOf(currency);
  return {
    exception_id: row.exception_id,
    state: stateOfException(row, now),
    merchantId: row.merchant_id,
    mcc: row.mcc,
    maxAmount: formatAmount(row.max_minor, exponent),
    currency: code,
    validUntil: row.valid_until.toISOString(),
    reason: row.reason,
    created_by: row.created_name ?? row.created_by,
    created_at: row.created_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
  };
}
