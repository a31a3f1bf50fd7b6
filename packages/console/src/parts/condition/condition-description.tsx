import type { RuleCondition } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import classes from './condition.module.css';
import { describeTest } from './condition-words.ts';

/** Describes a condition in words. Each group has its own heading. */
export function ConditionDescription({ of }: { of: RuleCondition }) {
  return (
    <div className={classes.words} data-condition>
      <ConditionText of={of} />
    </div>
  );
}

function ConditionText({ of }: { of: RuleCondition }) {
  const { t, language } = useWords();
  if ('field' in of) return <span>{describeTest(of, language)}</span>;
  if ('not' in of) {
    return (
      <>
        <span>{t('condition.notHeld')}</span>
        <ul>
          <li>
            <ConditionText of={of.not} />
          </li>
        </ul>
      </>
    );
  }
  const isAll = 'all' in of;
  const parts = isAll ? of.all : of.any;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return <ConditionText of={only} />;
  return (
    <>
      <span>{t(isAll ? 'condition.allHeld' : 'condition.anyHeld')}</span>
      <ul>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the entry
          <li key={at}>
            <ConditionText of={part} />
          </li>
        ))}
      </ul>
    </>
  );
}
