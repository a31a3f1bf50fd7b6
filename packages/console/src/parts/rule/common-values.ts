import type { AuthorizationListItem } from '@cardwright/contract';
import type { RuleParams } from './proposed-rule.ts';

/** The share of payments that have to have a value in common. */
const SHARE = 0.8;

/**
 * The values that most of these payments have in common, for a rule about them: merchant, category, country and
 * channel. Without any, the most frequent category.
 */
export function commonValues(payments: readonly AuthorizationListItem[]): RuleParams {
  if (payments.length === 0) return {};
  const merchant = mostFrequent(payments.map((payment) => payment.merchant.trimEnd()));
  const mcc = mostFrequent(payments.map((payment) => payment.mcc));
  const country = mostFrequent(payments.map((payment) => payment.country));
  const channel = mostFrequent(payments.map((payment) => payment.channel));
  const common = {
    ...(merchant !== undefined && merchant.share >= SHARE && { merchantId: merchant.value }),
    ...(mcc !== undefined && mcc.share >= SHARE && { mcc: mcc.value }),
    ...(country !== undefined && country.share >= SHARE && { country: country.value }),
    ...(channel !== undefined && channel.share >= SHARE && { channel: channel.value }),
  };
  return Object.keys(common).length > 0 || mcc === undefined ? common : { mcc: mcc.value };
}

function mostFrequent(values: readonly (string | null)[]): { value: string; share: number } | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first && { value: first[0], share: first[1] / values.length };
}
