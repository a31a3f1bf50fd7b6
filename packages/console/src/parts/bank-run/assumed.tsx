import type { BacktestRun, ProposedRule, SettingsField } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { conditionInWords } from '../condition/condition-words.ts';
import type { AssumedRestriction } from '../restriction-assumption.ts';
import { RestrictionInWords } from '../restriction-in-words.tsx';
import { SettingName, SettingValue } from '../setting-value.tsx';
import classes from './bank-run.module.css';

interface Proposed {
  readonly cardSettings?: Readonly<Record<string, string>>;
  readonly restrictions?: readonly AssumedRestriction[];
  readonly rules?: readonly ProposedRule[];
}

/** What a run assumes, in words. */
export function Assumed({ proposal }: { proposal: BacktestRun['proposal'] }) {
  const { t, language } = useWords();
  const { cardSettings = {}, restrictions = [], rules = [] } = proposal as Proposed;
  const settings = Object.entries(cardSettings) as [SettingsField, string][];
  if (settings.length + restrictions.length + rules.length === 0) return t('backtest.nothingAssumed');
  return (
    <ul className={classes.assumed}>
      {settings.map(([field, value]) => (
        <li key={field}>
          <SettingName field={field} />
          {': '}
          <SettingValue field={field} value={value} currency={null} />
        </li>
      ))}
      {restrictions.map((restriction) => (
        <li key={JSON.stringify(restriction)}>
          <RestrictionInWords of={restriction} />
        </li>
      ))}
      {rules.map(({ name, condition }) => (
        <li key={name}>
          <bdi dir="ltr">{name}</bdi>
          {': '}
          {conditionInWords(condition, language)}
        </li>
      ))}
    </ul>
  );
}
