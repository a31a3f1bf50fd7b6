import type { ReviewedMerchant } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
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
