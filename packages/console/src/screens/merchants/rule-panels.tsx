import type { OnboardingRules, OnboardingRulesInForce } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAmendmentNames } from '../../parts/merchant/amendment-words.ts';
import {
  CATALOGUE_NAMES,
  EMPTY_RULE_WORDS,
  ONBOARDING_RULE_WORDS,
  withDefaultRules,
} from '../../parts/merchant/onboarding-rules.ts';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Category } from '../../parts/value/category.tsx';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';

/** The number of categories that are shown at first. */
const PAGE = 200;

/** Shows rules as text, with the defaults of absent rules. */
export function RulePanels({ rules, inForce }: { rules: OnboardingRules; inForce: OnboardingRulesInForce }) {
  const { t, locale } = useWords();
  const amendmentNames = useAmendmentNames();
  const all = withDefaultRules(rules);
  const { second_person, screening } = inForce;
  const yesOrNo = (answer: boolean) => t(answer ? 'value.yes' : 'value.no');
  const review = [
    { name: t(ONBOARDING_RULE_WORDS.submitter_may_decide), value: yesOrNo(all.submitter_may_decide) },
    {
      name: t(ONBOARDING_RULE_WORDS.approved_amendments),
      value: amendmentNames(all.approved_amendments) || t('onboardingRules.none'),
    },
    { name: t('onboardingRules.secondPerson'), value: yesOrNo(second_person.includes('onboarding.change')) },
  ];
  const checks = [
    {
      name: t(ONBOARDING_RULE_WORDS.deny_list_threshold),
      value: new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Number(all.deny_list_threshold)),
    },
    {
      name: t('onboardingRules.provider'),
      value: screening === null ? t('onboardingRules.none') : <bdi dir="ltr">{screening.url}</bdi>,
    },
    {
      name: t(ONBOARDING_RULE_WORDS.restricted_mccs),
      value: <Categories codes={all.restricted_mccs} />,
      isLong: true,
    },
  ];
  const catalogues: Readonly<Record<string, readonly string[] | undefined>> = all.catalogues;
  const codes = CATALOGUE_NAMES.map((name) => {
    const path = `catalogues.${name}` as const;
    const listed = catalogues[name];
    const empty = EMPTY_RULE_WORDS[path] ?? 'onboardingRules.none';
    return {
      name: t(ONBOARDING_RULE_WORDS[path]),
      value: listed === undefined ? t(empty) : <bdi dir="ltr">{listed.join(', ')}</bdi>,
    };
  });
  return (
    <>
      <Panel title={t('onboardingRules.review')}>
        <Facts facts={review} />
      </Panel>
      <Panel title={t('person.screening')}>
        <Facts facts={checks} />
      </Panel>
      <Panel title={t('onboardingRules.catalogues')}>
        <Facts facts={codes} />
      </Panel>
    </>
  );
}

function Categories({ codes }: { codes: readonly string[] }) {
  const { t } = useWords();
  const [visibleCount, showMore] = useState(PAGE);
  if (codes.length === 0) return t('onboardingRules.none');
  return (
    <>
      <ul className={classes.categories} aria-label={t(ONBOARDING_RULE_WORDS.restricted_mccs)}>
        {codes.slice(0, visibleCount).map((code) => (
          <li key={code} data-category={code}>
            <Category code={code} />
          </li>
        ))}
      </ul>
      {codes.length > visibleCount && (
        <Button variant="default" size="compact-sm" onClick={() => showMore(visibleCount + PAGE)}>
          {t('list.more')}
        </Button>
      )}
    </>
  );
}
