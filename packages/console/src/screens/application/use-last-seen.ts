import type { ReviewedMerchant } from '@cardwright/contract';
import { useState } from 'react';
import { stepsOf } from './review-history.tsx';

/** The last state of a merchant that the person has seen: on arrival, after their own changes, or after their confirmation. */
export function useLastSeen(merchant: ReviewedMerchant, subject: string) {
  const [seenAt, setSeen] = useState(merchant.changedAt);
  const news = stepsOf(merchant).filter(({ at }) => at > seenAt);
  const isOwn = merchant.changedAt > seenAt && news.length > 0 && news.every(({ by }) => by === subject);
  if (isOwn) setSeen(merchant.changedAt);
  return { seenAt: isOwn ? merchant.changedAt : seenAt, see: () => setSeen(merchant.changedAt) };
}
