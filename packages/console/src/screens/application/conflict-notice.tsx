import type { ReviewedMerchant } from '@cardwright/contract';
import { MeanwhileNotice } from '../../parts/page/meanwhile-notice.tsx';
import { useWords } from '../../words/language.ts';
import { StepList, stepsOf } from './review-history.tsx';

interface ConflictParts {
  readonly merchant: ReviewedMerchant;
  readonly seenAt: string;
  readonly subject: string;
  readonly goOn: () => void;
}

/** Shows changes that others made while this page was open. Decisions are disabled until the person has seen them. */
export function ConflictNotice({ merchant, seenAt, subject, goOn }: ConflictParts) {
  const { t } = useWords();
  if (merchant.changedAt <= seenAt) return null;
  return (
    <MeanwhileNotice title={t('changed.title')} text={t('changed.text')} verb={t('changed.goOn')} goOn={goOn}>
      <StepList steps={stepsOf(merchant).filter(({ at }) => at > seenAt)} subject={subject} />
    </MeanwhileNotice>
  );
}
