import { DEFAULT_ONBOARDING_RULES, SCREENED_AMENDMENTS } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { AMENDMENT_WORDS } from '../../parts/merchant/amendment-words.ts';
import { CATALOGUE_NAMES, ONBOARDING_RULE_WORDS } from '../../parts/merchant/onboarding-rules.ts';
import { faultAt, type TypedFault } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Check } from '../../parts/value/check.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { CodesField } from './codes-field.tsx';
import classes from './merchants.module.css';
import type { CodesPath, RulesDraft } from './rules-draft.ts';

interface FieldParts {
  readonly draft: RulesDraft;
  readonly set: (change: Partial<RulesDraft>) => void;
  readonly faults: readonly TypedFault[];
}

const { catalogues: DEFAULT_CATALOGUES, deny_list_threshold: DEFAULT_THRESHOLD } = DEFAULT_ONBOARDING_RULES;

/** What an empty list of codes means, where it is not that any code is valid. */
const ABOUT: Partial<Readonly<Record<CodesPath, WordKey>>> = {
  'catalogues.major_card_schemes': 'onboardingRules.majorAbout',
  'catalogues.default_payment_methods': 'onboardingRules.defaultAbout',
  restricted_mccs: 'onboardingRules.restrictedAbout',
};

/** The inputs for the rules. Each shows its faults. */
export function RuleFields({ draft, set, faults }: FieldParts) {
  const { t, locale } = useWords();
  const codes = (path: CodesPath) => (
    <CodesField
      key={path}
      path={path}
      draft={draft}
      faults={faults}
      about={t(ABOUT[path] ?? 'onboardingRules.codesAbout', {
        codes: new Intl.ListFormat(locale).format(DEFAULT_CATALOGUES.default_payment_methods),
      })}
      onChange={(text) => set({ [path]: text })}
    />
  );
  return (
    <>
      <Panel title={t('onboardingRules.review')}>
        <Approvals draft={draft} set={set} />
      </Panel>
      <Panel title={t('person.screening')}>
        <div className={classes.ruleFields}>
          {codes('restricted_mccs')}
          <TextInput
            label={t(ONBOARDING_RULE_WORDS.deny_list_threshold)}
            description={t('onboardingRules.thresholdAbout', { threshold: DEFAULT_THRESHOLD })}
            value={draft.deny_list_threshold}
            error={faultAt(faults, 'deny_list_threshold')}
            maxLength={4}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            onChange={(event) => set({ deny_list_threshold: event.currentTarget.value })}
          />
        </div>
      </Panel>
      <Panel title={t('onboardingRules.catalogues')}>
        <div className={classes.ruleFields}>{CATALOGUE_NAMES.map((name) => codes(`catalogues.${name}`))}</div>
      </Panel>
    </>
  );
}

function Approvals({ draft, set }: Omit<FieldParts, 'faults'>) {
  const { t } = useWords();
  const { approved_amendments: approved } = draft;
  return (
    <div className={classes.rules}>
      <Check
        label={t(ONBOARDING_RULE_WORDS.submitter_may_decide)}
        isOn={draft.submitter_may_decide}
        onChange={(isOn) => set({ submitter_may_decide: isOn })}
      />
      <fieldset className={classes.amendments}>
        <legend>{t(ONBOARDING_RULE_WORDS.approved_amendments)}</legend>
        {SCREENED_AMENDMENTS.map((type) => (
          <Check
            key={type}
            label={t(AMENDMENT_WORDS[type])}
            isOn={approved.includes(type)}
            onChange={(isOn) =>
              set({
                approved_amendments: SCREENED_AMENDMENTS.filter((each) =>
                  each === type ? isOn : approved.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}
