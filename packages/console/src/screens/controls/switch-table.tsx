import { type SettingsField, SWITCH_STATUSES, SWITCHES, type Switch } from '@cardwright/contract';
import { NativeSelect } from '@mantine/core';
import { SWITCH_WORDS } from '../../parts/value/setting-fields.ts';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useTimeZone } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { ControlText } from './control-text.tsx';
import classes from './controls.module.css';
import { InheritedBadge } from './inherited-badge.tsx';
import type { SettingsEditor } from './use-settings-draft.ts';

const STATUS_WORDS: Readonly<Record<string, WordKey>> = {
  ON: 'switch.on',
  OFF: 'switch.off',
  ON_FOR_ONE: 'switch.onForOne',
  ON_UNTIL: 'switch.onUntil',
};

/** Shows what the account's cards can be used for. Every switch that covers a payment has to be on. */
export function SwitchTable({ editing, features }: { editing: SettingsEditor; features: string }) {
  const usable = SWITCHES.filter((name) => features.split(',').includes(featureOf(name)));
  return (
    <ul className={`${classes.rows} ${classes.columns}`}>
      {usable.map((name) => (
        <SwitchRow key={name} name={name} editing={editing} />
      ))}
    </ul>
  );
}

function SwitchRow({ name, editing }: { name: Switch; editing: SettingsEditor }) {
  const { t } = useWords();
  const { displayedValueOf, set, mayChange } = editing;
  const zone = useTimeZone();
  const statusField: SettingsField = `${name}Status`;
  const timeField: SettingsField = `${name}OnUntil`;
  const status = displayedValueOf(statusField);
  const label = t(SWITCH_WORDS[name]);
  return (
    <li className={classes.row} data-switch={name} data-status={status}>
      <span className={classes.name}>
        {label} <InheritedBadge field={statusField} editing={editing} />
      </span>
      <span className={classes.fields}>
        {!mayChange && <ControlText field={statusField} value={status} />}
        {!mayChange && status === 'ON_UNTIL' && <ControlText field={timeField} value={displayedValueOf(timeField)} />}
        {mayChange && status === 'ON_UNTIL' && (
          <TimeField
            label={t('switch.until', { name: label })}
            value={displayedValueOf(timeField)}
            zone={zone}
            onChange={(time) => set(timeField, time)}
          />
        )}
        {mayChange && (
          <NativeSelect
            className={classes.status}
            aria-label={label}
            value={status}
            onChange={(event) => set(statusField, event.currentTarget.value)}
          >
            {SWITCH_STATUSES.map((each) => (
              <option key={each} value={each}>
                {t(STATUS_WORDS[each] ?? 'switch.on')}
              </option>
            ))}
          </NativeSelect>
        )}
      </span>
    </li>
  );
}

/** The name of a switch in the response's list of available switches. */
function featureOf(name: Switch): string {
  return `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_OFF_ON`;
}
