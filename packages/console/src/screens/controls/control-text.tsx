import type { SettingsField } from '@cardwright/contract';
import { SettingValue } from '../../parts/value/setting-value.tsx';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';

interface Parts {
  readonly field: SettingsField;
  readonly value: string;
  /** For an amount. */
  readonly currency?: string;
}

/** The value of a control as text, for people who cannot change it. */
export function ControlText({ field, value, currency }: Parts) {
  const { t } = useWords();
  return (
    <span className={classes.value} data-value={field}>
      {value === '' && currency === undefined ? (
        t('abroad.notSet')
      ) : (
        <SettingValue field={field} value={value} currency={currency ?? null} />
      )}
    </span>
  );
}
