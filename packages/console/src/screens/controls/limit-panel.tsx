import type { SettingsField } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { Panel } from '../../parts/page/panel.tsx';
import { UsageBar } from '../../parts/rule/usage-bar.tsx';
import { Money } from '../../parts/value/money.tsx';
import { PERIOD_LIMITS, TRANSACTION_LIMITS } from '../../parts/value/setting-fields.ts';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import { ControlText } from './control-text.tsx';
import classes from './controls.module.css';
import { InheritedBadge } from './inherited-badge.tsx';
import type { SettingsEditor } from './use-settings-draft.ts';

/** Shows limits for time windows with their usage, and limits for one transaction. */
export function LimitPanel({ editing, currency }: { editing: SettingsEditor; currency: string }) {
  const { t } = useWords();
  const { settings } = editing;
  return (
    <Panel title={t('limits.title')}>
      <ul className={classes.rows}>
        {PERIOD_LIMITS.map(({ field, counter, end, word }) => (
          <li key={field} className={classes.row} data-limit={field}>
            <span className={classes.name}>
              {t(word)} <InheritedBadge field={field} editing={editing} />
            </span>
            <span className={classes.fields}>
              <AmountField field={field} label={t(word)} editing={editing} currency={currency} />
            </span>
            <div className={classes.under}>
              <UsageBar name={t(word)} spent={settings[counter]} limit={editing.displayedValueOf(field)} />
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
        {TRANSACTION_LIMITS.map(({ field, word }) => (
          <li key={field} className={classes.row} data-limit={field}>
            <span className={classes.name}>
              {t(word)} <InheritedBadge field={field} editing={editing} />
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
  readonly editing: SettingsEditor;
  readonly currency: string;
}

/**
 * An input for an amount, or its text for people who cannot change it. Empty means no limit, as its placeholder states.
 */
function AmountField({ field, label, editing, currency }: AmountFieldParts) {
  const { t } = useWords();
  if (!editing.mayChange)
    return <ControlText field={field} value={editing.displayedValueOf(field)} currency={currency} />;
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
      value={editing.displayedValueOf(field)}
      onChange={(event) => editing.set(field, event.currentTarget.value.trim())}
    />
  );
}
