import type { RuleAnalysis } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { Facts } from '../page/facts.tsx';
import { Time } from '../value/time.tsx';
import { describeState } from './condition-words.ts';

type Example = NonNullable<RuleAnalysis['answers'][number]['example']>;

/** A message that refutes a statement: the values that conditions compare, with the state that it needs. */
export function ExampleFacts({ of }: { of: Example }) {
  const { t, language } = useWords();
  const facts = of.values.map(({ field, name, value }) => ({
    name: describeState([field, name].filter(Boolean).join(' '), language),
    value: value === 'true' || value === 'false' ? t(value === 'true' ? 'yes' : 'no') : <bdi>{value ?? '–'}</bdi>,
  }));
  return (
    <div>
      <span>
        {t('analysis.example')} <Time at={of.at} />
      </span>
      {of.decision !== undefined && (
        <bdi dir="ltr">
          {of.decision.before} → {of.decision.after}
        </bdi>
      )}
      <Facts facts={facts} />
    </div>
  );
}
