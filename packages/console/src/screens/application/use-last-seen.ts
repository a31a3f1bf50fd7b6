import type { ReviewedMerchant } from '@cardwright/contract';
import { useState } from 'react';
import { stepsOf } from './review-history.tsx';

/**
 * The time of the newest step. The data of the sandbox has reviews of past days after a screening of today, so this can
 * be later than `changedAt`.
 */
export function lastStepAt(merchant: Parameters<typeof stepsOf>[0] & Pick<ReviewedMerchant, 'changedAt'>): string {
  return [merchant.changedAt, ...stepsOf(merchant).map(({ at }) => at)].reduce((one, at) => (at > one ? at : one));
}

/**
 * The last state of a merchant that the person has seen: on arrival, after their own changes, or after their
 * confirmation.
 */
export function useLastSeen(merchant: ReviewedMerchant, subject: string) {
  const [seenAt, setSeen] = useState(() => lastStepAt(merchant));
  const news = stepsOf(merchant).filter(({ at }) => at > seenAt);
  const isOwn = merchant.changedAt > seenAt && news.length > 0 && news.every(({ by }) => by === subject);
  if (isOwn) setSeen(merchant.changedAt);
  return { seenAt: isOwn ? merchant.changedAt : seenAt, see: () => setSeen(merchant.changedAt) };
}
