import type { SettingsField } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { Panel } from '../../parts/page/panel.tsx';
import { SpentBar } from '../../parts/rule/spent-bar.tsx';
import { Money } from '../../parts/value/money.tsx';
import { LIMITS_OF_ONE, LIMITS_OF_WINDOWS } from '../../parts/value/setting-fields.ts';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import { InheritedMark } from './inherited-mark.tsx';
import type { Editing } from './use-draft.ts';

/** The most in a window, with what was spent of it; and the most for one transaction. */
export function LimitPanel({ editing, currency }: { editing: Editing; currency: string }) {
  const { t } = useWords();
  const { settings } = editing;
  return (
    <Panel title={t('limits.title')}>
      <ul className={classes.rows}>
        {LIMITS_OF_WINDOWS.map(({ field, counter, end, word }) => (
          <li key={field} className={classes.row} data-limit={field}>
            <span className={classes.name}>
              {t(word)} <InheritedMark field={field} editing={editing} />
            </span>
            <span className={classes.fields}>
              <AmountField field={field} label={t(word)} editing={editing} currency={currency} />
            </span>
            <div className={classes.under}>
              <SpentBar name={t(word)} spent={settings[counter]} limit={editing.shownValue(field)} />
              <span>
                {t('limits.spent')} <Money amount={settings[counter]} currency={currency} />
              </span>
              <span>
                {settings[end] === undefined ? (
                  t('limits.never')
                ) : (
                  <>
                    {t('limits.zeroAt')} <Time at={settings[end]} />
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
        {LIMITS_OF_ONE.map(({ field, word }) => (
          <li key={field} className={classes.row} data-limit={field}>
            <span className={classes.name}>
              {t(word)} <InheritedMark field={field} editing={editing} />
            </span>
            <span className={classes.fields}>
              <AmountField field={field} label={t(word)} editing={editing} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface AmountFieldParts {
  readonly field: SettingsField;
  readonly label: string;
  readonly editing: Editing;
  readonly currency: string;
}

/** Empty means no limit, which is said where nothing is typed. */
function AmountField({ field, label, editing, currency }: AmountFieldParts) {
  const { t } = useWords();
  return (
    <TextInput
      className={classes.amount}
      aria-label={`${label} (${currency})`}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      dir="ltr"
      leftSection={<span className={classes.currency}>{currency}</span>}
      leftSectionWidth={48}
      placeholder={t('limits.none')}
      value={editing.shownValue(field)}
      disabled={!editing.mayChange}
      onChange={(event) => editing.set(field, event.currentTarget.value.trim())}
    />
  );
}
