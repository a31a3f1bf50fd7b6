import type { BankRule, RuleVersion } from '@cardwright/contract';
import { ConditionInWords } from '../../parts/condition/condition-in-words.tsx';
import { writeCondition } from '../../parts/condition/condition-text.ts';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { EFFECT_WORDS } from './effect-words.ts';
import classes from './rules.module.css';

/** What a version says: what it asks, what it does then, and when. */
export function VersionFacts({ of, warnings = [] }: { of: RuleVersion; warnings: BankRule['warnings'] }) {
  const { t } = useWords();
  const facts = [
    { name: t('rules.effect'), value: t(EFFECT_WORDS[of.effect]) },
    { name: t('rule.from'), value: of.from === null ? t('rule.always') : <Time at={of.from} /> },
    { name: t('rule.until'), value: of.until === null ? t('rule.noEnd') : <Time at={of.until} /> },
  ];
  return (
    <div className={classes.facts}>
      {of.description !== null && (
        <p className={classes.description}>
          <bdi>{of.description}</bdi>
        </p>
      )}
      <ConditionInWords of={of.condition} />
      {warnings.map(({ rule }) => (
        <p key={rule} className={classes.warning}>
          <AlertIcon size={16} aria-hidden />
          {t(rule === 'condition-never-met' ? 'condition.neverMet' : 'condition.alwaysMet')}
        </p>
      ))}
      <Facts facts={facts} />
      <details>
        <summary>{t('condition.asJson')}</summary>
        <pre className={classes.json} dir="ltr">
          {writeCondition(of.condition as never)}
        </pre>
      </details>
    </div>
  );
}
