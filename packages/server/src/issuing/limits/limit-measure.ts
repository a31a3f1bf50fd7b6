import type { LimitMeasure } from '@cardwright/contract';

/** Whether the limit counts requests for tokens, and no payments. */
export function isOfProvisionings({ measure }: { readonly measure: LimitMeasure }): boolean {
  return measure === 'provisionings';
}

/** Returns the limits that count payments. A decision about a payment has no other limits among its facts. */
export function ofPayments<Measured extends { readonly measure: LimitMeasure }>(
  limits: readonly Measured[],
): readonly Measured[] {
  return limits.filter((limit) => !isOfProvisionings(limit));
}
