import type { OnboardingRules } from '@cardwright/contract';
import { ChangeContent } from '../../parts/condition/change-content.tsx';
import { withDefaultRules } from '../../parts/merchant/onboarding-rules.ts';
import { MeanwhileNotice } from '../../parts/page/meanwhile-notice.tsx';
import { useWords } from '../../words/language.ts';

interface ConflictParts {
  readonly before: OnboardingRules;
  readonly now: OnboardingRules;
  readonly goOn: () => void;
}

/** Shows what someone else changed while this person edited the rules. Nothing is saved over it. */
export function RuleConflict({ before, now, goOn }: ConflictParts) {
  const { t } = useWords();
  return (
    <MeanwhileNotice title={t('onboardingRules.meanwhile')} goOn={goOn}>
      <ChangeContent before={withDefaultRules(before)} after={withDefaultRules(now)} />
    </MeanwhileNotice>
  );
}
