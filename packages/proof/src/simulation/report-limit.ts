import type { LimitSpan } from '@cardwright/contract';
import { writtenAmount } from '../world/model/model-banks.ts';
import type { ModelWindow } from '../world/model/model-calendar.ts';
import type { ModelOwnLimit } from '../world/model/model-limits.ts';

const SPANS: Readonly<Partial<Record<ModelWindow, LimitSpan>>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
  LIFETIME: 'lifetime',
};

/** A limit as in a request, without its owner. */
export function reportLimit({ id, measure, of, window, max, lock, where }: ModelOwnLimit, exponent: number) {
  const condition = where === undefined ? {} : { where };
  if (lock !== undefined) return { id, lockMerchant: lock, ...condition };
  const counted = typeof window === 'string' ? { calendar: SPANS[window] } : { sliding: window.slidingMs / 1_000 };
  const most = measure === 'amount' ? writtenAmount(max, exponent) : String(max);
  return { ...{ id, measure, of, max: most, window: counted }, ...condition };
}
