import type { ReviewedMerchant } from '@cardwright/contract';

/** Returns everyone who acted on these merchants, each once. */
export function actorsOf(submittedBy: string, merchants: readonly ReviewedMerchant[]): string[] {
  const of = merchants.flatMap(({ reviewedBy, kycConfirmedBy, approvedBy, history, reviews, screening }) => [
    ...[reviewedBy, kycConfirmedBy, approvedBy],
    ...[...history, ...reviews].map(({ by }) => by),
    ...(screening.hits ?? []).map(({ decidedBy }) => decidedBy),
  ]);
  return [...new Set([submittedBy, ...of])].filter((by): by is string => typeof by === 'string');
}
