import type { ReviewedMerchant } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';

/** Reads the names of people who work for the owner of a log, by issuer and subject. Programs have no other name. */
export type ReadNames = (
  tx: Tx,
  log: string,
  subjects: readonly string[],
) => Promise<{ subject: string; name: string }[]>;

/** Returns everyone who acted on these merchants, each once. */
export function actorsOf(submittedBy: string, merchants: readonly ReviewedMerchant[]): string[] {
  const of = merchants.flatMap(({ reviewedBy, kycConfirmedBy, approvedBy, history, reviews, screening }) => [
    ...[reviewedBy, kycConfirmedBy, approvedBy],
    ...[...history, ...reviews].map(({ by }) => by),
    ...(screening.hits ?? []).map(({ decidedBy }) => decidedBy),
  ]);
  return [...new Set([submittedBy, ...of])].filter((by): by is string => typeof by === 'string');
}
