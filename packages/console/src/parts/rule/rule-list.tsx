import { type Authorization, traceFactWords, traceStepWords } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { Status } from '../value/status.tsx';
import classes from './rule-list.module.css';
import { TraceFact } from './trace-fact.tsx';
import { digitsOf } from './trace-value.ts';

type Step = Authorization['trace'][number];

/** Lists every evaluated rule in order, with its inputs. If a rule declined, it is the last one. */
export function RuleList({ trace, amount }: Pick<Authorization, 'trace' | 'amount'>) {
  const { t, language } = useWords();
  if (trace.length === 0) return <p>{t('decision.noRules')}</p>;
  return (
    <ol className={classes.rules}>
      {trace.map((step) => (
        <li key={step.rule} className={classes.rule} data-verdict={step.verdict}>
          <span className={classes.head}>
            <span title={step.rule}>{traceStepWords(step.rule, language) ?? <bdi dir="ltr">{step.rule}</bdi>}</span>
            <Status of={step.verdict} />
          </span>
          <Saw step={step} digits={digitsOf(amount)} />
        </li>
      ))}
    </ol>
  );
}

function Saw({ step: { saw }, digits }: { step: Step; digits: number }) {
  const { language } = useWords();
  const seen = Object.entries(saw).filter(([, value]) => value !== null && value !== '');
  if (seen.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {seen.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{traceFactWords(name, language) ?? name.replaceAll('_', ' ')}</dt>
          <dd>
            <TraceFact label={name} value={value ?? ''} digits={digits} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
