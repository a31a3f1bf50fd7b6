import { type OnboardingRules, type OnboardingRulesInForce, RULE_REASON_LENGTH } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk/browser';
import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ChangeContent } from '../../parts/condition/change-content.tsx';
import { isChangeRequested } from '../../parts/decision/change-requested.ts';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { useSecondPerson } from '../../parts/decision/second-person.ts';
import { withDefaultRules } from '../../parts/merchant/onboarding-rules.ts';
import { faultsOf, OtherFaults } from '../../parts/page/findings.tsx';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';
import { RuleConflict } from './rule-conflict.tsx';
import { RuleFields } from './rule-fields.tsx';
import { draftOfRules, isSameRules, RULE_PLACES, type RulesDraft, rebaseDraft, rulesOfDraft } from './rules-draft.ts';
import { useReplaceRules } from './rules-queries.ts';

interface FormParts {
  readonly inForce: OnboardingRulesInForce;
  readonly first: OnboardingRules;
}

/** Edits the rules. A dialog shows each difference from the rules in force before they are sent. */
export function OnboardingRulesForm({ inForce, first }: FormParts) {
  const { t } = useWords();
  const navigate = useNavigate();
  const replace = useReplaceRules();
  const second = useSecondPerson();
  const [base, setBase] = useState(inForce);
  const [draft, setDraft] = useState(() => draftOfRules(first));
  const [saved, setSaved] = useState(draft);
  const [act, choose] = useState<ConfirmAction>();
  const [refused, refuse] = useState<{ readonly draft: RulesDraft; readonly error: unknown }>();
  // The findings of the server apply to the sent rules, and not to later edits.
  const error = refused?.draft === draft ? refused.error : null;
  const faults = faultsOf(error, 'rules.');
  const rules = rulesOfDraft(draft);
  const isSame = isSameRules(base.rules, rules);
  const isConflict = base.version !== inForce.version;
  const send = async (reason: string) => {
    try {
      await replace(rules, base.version, reason);
      await navigate({ to: '/merchants/onboarding-rules', ignoreBlocker: true });
    } catch (failed) {
      if (isChangeRequested(failed)) setSaved(draft);
      if (!(failed instanceof CardwrightError) || failed.findings.length === 0) throw failed;
      refuse({ draft, error: failed });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const action: ConfirmAction = {
      title: t('onboardingRules.saveTitle'),
      effects: [t('onboardingRules.saveEffect'), t('denyList.loadEffect2')],
      more: <ChangeContent before={withDefaultRules(base.rules)} after={withDefaultRules(rules)} />,
      verb: t('onboardingRules.save'),
      reasonLength: RULE_REASON_LENGTH,
      mayLeaveReason: true,
      carryOut: send,
    };
    choose(second(base.second_person.includes('onboarding.change') ? 'ALWAYS' : undefined, action));
  };
  const rebase = () => {
    setDraft(rebaseDraft(draft, base.rules, inForce.rules));
    setBase(inForce);
  };
  return (
    <form onSubmit={submit} className={classes.rules} aria-label={t('onboardingRules.editTitle')} noValidate>
      <LeaveGuard isDirty={draft !== saved} />
      {isConflict && <RuleConflict before={base.rules} now={inForce.rules} goOn={rebase} />}
      <RuleFields draft={draft} set={(change) => setDraft((typed) => ({ ...typed, ...change }))} faults={faults} />
      <OtherFaults error={error} faults={faults} displayed={RULE_PLACES} />
      <Group>
        <Button type="submit" disabled={isSame || isConflict}>
          {t('onboardingRules.save')}
        </Button>
        <Button variant="default" onClick={() => void navigate({ to: '/merchants/onboarding-rules' })}>
          {t('cancel')}
        </Button>
        {isSame && <span className={classes.second}>{t('changes.none')}</span>}
      </Group>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </form>
  );
}
