import type { BankRule, ConditionWarning, RuleVersion } from '@cardwright/contract';
import { ConditionDescription } from '../../parts/condition/condition-description.tsx';
import { formatCondition } from '../../parts/condition/condition-text.ts';
import { Facts } from '../../parts/page/facts.tsx';
import { Time } from '../../parts/value/time.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { effectName, effectWord, SUBJECT_WORDS } from './effect-words.ts';
import classes from './rules.module.css';

const WARNINGS: Readonly<Record<ConditionWarning, WordKey>> = {
  'condition-never-met': 'condition.neverMet',
  'condition-always-met': 'condition.alwaysMet',
  'condition-limit-unknown': 'condition.limitUnknown',
};

interface FactsParts {
  readonly of: RuleVersion;
  readonly on: BankRule['on'];
  readonly warnings: BankRule['warnings'];
}

/** Shows the condition of a version, its effect, and its period. */
export function VersionFacts({ of, on, warnings = [] }: FactsParts) {
  const { t } = useWords();
  const facts = [
    { name: t('tokenRule.on'), value: t(SUBJECT_WORDS[on]) },
    { name: t(effectWord(on)), value: effectName(t, of.effect) },
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
      <ConditionDescription of={of.condition} />
      {warnings.map(({ path, rule, limit = '' }) => (
        <p key={`${path} ${rule}`} className={classes.warning} data-warning={rule}>
          <AlertIcon size={16} aria-hidden />
          {t(WARNINGS[rule], { limit })}
        </p>
      ))}
      <Facts facts={facts} />
      <details>
        <summary>{t('condition.asJson')}</summary>
        <pre className={classes.json} dir="ltr">
          {formatCondition(of.condition as never)}
        </pre>
      </details>
    </div>
  );
}
