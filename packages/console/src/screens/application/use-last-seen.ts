import type { ReviewedMerchant } from '@cardwright/contract';
import { useState } from 'react';
import { stepsOf } from './review-history.tsx';

/** How far somebody has seen a merchant: as it was when they came, as they left it themselves, or as they said they saw it. */
export function useLastSeen(merchant: ReviewedMerchant, subject: string) {
  const [seenAt, setSeen] = useState(merchant.changedAt);
  const news = stepsOf(merchant).filter(({ at }) => at > seenAt);
  const isOwn = merchant.changedAt > seenAt && news.length > 0 && news.every(({ by }) => by === subject);
  if (isOwn) setSeen(merchant.changedAt);
  return { seenAt: isOwn ? merchant.changedAt : seenAt, see: () => setSeen(merchant.changedAt) };
}
