import type { OnboardingRules } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { ChangeContent } from '../../parts/condition/change-content.tsx';
import { withDefaultRules } from '../../parts/merchant/onboarding-rules.ts';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';

interface ConflictParts {
  readonly before: OnboardingRules;
  readonly now: OnboardingRules;
  readonly goOn: () => void;
}

/** Shows what someone else changed while this person edited the rules. Nothing is saved over it. */
export function RuleConflict({ before, now, goOn }: ConflictParts) {
  const { t } = useWords();
  return (
    <section className={classes.meanwhile} role="alert" aria-label={t('onboardingRules.meanwhile')}>
      <h2>{t('onboardingRules.meanwhile')}</h2>
      <ChangeContent before={withDefaultRules(before)} after={withDefaultRules(now)} />
      <p>{t('meanwhile.text')}</p>
      <Button variant="default" onClick={goOn}>
        {t('meanwhile.goOn')}
      </Button>
    </section>
  );
}
