import type { BacktestRun, SettingsField } from '@cardwright/contract';
import type { AssumedRestriction } from '../../parts/restriction-assumption.ts';
import { RestrictionInWords } from '../../parts/restriction-in-words.tsx';
import { SettingName, SettingValue } from '../../parts/setting-value.tsx';
import { useWords } from '../../words/language.ts';
import classes from './bank-run.module.css';

interface Proposed {
  readonly cardSettings?: Readonly<Record<string, string>>;
  readonly restrictions?: readonly AssumedRestriction[];
}

/** What a run assumes, in words. */
export function Assumed({ proposal }: { proposal: BacktestRun['proposal'] }) {
  const { t } = useWords();
  const { cardSettings = {}, restrictions = [] } = proposal as Proposed;
  const settings = Object.entries(cardSettings) as [SettingsField, string][];
  if (settings.length === 0 && restrictions.length === 0) return t('backtest.nothingAssumed');
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
    </ul>
  );
}
