import type { ReviewedMerchant } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
import { StepList, stepsOf } from './review-history.tsx';

interface MeanwhileParts {
  readonly merchant: ReviewedMerchant;
  readonly seenAt: string;
  readonly subject: string;
  readonly goOn: () => void;
}

/** What somebody else did while this page was looked at. Until it was seen, nothing is decided from here. */
export function ConflictNotice({ merchant, seenAt, subject, goOn }: MeanwhileParts) {
  const { t } = useWords();
  if (merchant.changedAt <= seenAt) return null;
  return (
    <section className={classes.meanwhile} role="alert" aria-label={t('changed.title')}>
      <h2>{t('changed.title')}</h2>
      <StepList steps={stepsOf(merchant).filter(({ at }) => at > seenAt)} subject={subject} />
      <p>{t('changed.text')}</p>
      <Button variant="default" onClick={goOn}>
        {t('changed.goOn')}
      </Button>
    </section>
  );
}
