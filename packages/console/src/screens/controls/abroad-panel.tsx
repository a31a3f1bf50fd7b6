import { COUNTRIES_FIELD, type SettingsField } from '@cardwright/contract';
import { NativeSelect } from '@mantine/core';
import { Panel } from '../../parts/page/panel.tsx';
import { CountryList } from '../../parts/value/country-list.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ControlText } from './control-text.tsx';
import classes from './controls.module.css';
import { InheritedBadge } from './inherited-badge.tsx';
import type { SettingsEditor } from './use-settings-draft.ts';

const START: SettingsField = 'cardPresentAllowForeignStart';
const END: SettingsField = 'cardPresentAllowForeignEnd';

/** Settings for use of the physical card abroad. Any of them allows it. If none was ever set, use abroad is allowed. */
export function AbroadPanel({ editing }: { editing: SettingsEditor }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { displayedValueOf, set, mayChange } = editing;
  return (
    <Panel title={t('abroad.title')}>
      <p className={classes.about}>{t('abroad.about')}</p>
      <ul className={classes.rows}>
        <li className={classes.row}>
          <span className={classes.name}>
            {t('abroad.anywhere')} <InheritedBadge field="cardPresentAllowAnyForeign" editing={editing} />
          </span>
          <Allowed field="cardPresentAllowAnyForeign" label={t('abroad.anywhere')} editing={editing} />
        </li>
        <li className={classes.row}>
          <span className={classes.name}>
            {t('abroad.listed')} <InheritedBadge field="cardPresentAllowSpecificForeign" editing={editing} />
          </span>
          <Allowed field="cardPresentAllowSpecificForeign" label={t('abroad.listed')} editing={editing} />
          <div className={classes.under}>
            <CountryList
              label={t('abroad.countries')}
              value={displayedValueOf(COUNTRIES_FIELD)}
              isReadOnly={!mayChange}
              onChange={(countries) => set(COUNTRIES_FIELD, countries)}
            />
          </div>
        </li>
        <li className={classes.row}>
          <span className={classes.name}>{t('abroad.window')}</span>
          <span className={classes.fields}>
            {([START, END] as const).map((field) =>
              mayChange ? (
                <TimeField
                  key={field}
                  label={t(field === START ? 'abroad.from' : 'abroad.until')}
                  hasVisibleLabel
                  value={displayedValueOf(field)}
                  zone={zone}
                  onChange={(time) => set(field, time)}
                />
              ) : (
                <span key={field}>
                  {t(field === START ? 'abroad.from' : 'abroad.until')}:{' '}
                  <ControlText field={field} value={displayedValueOf(field)} />
                </span>
              ),
            )}
          </span>
        </li>
      </ul>
    </Panel>
  );
}

function Allowed({ field, label, editing }: { field: SettingsField; label: string; editing: SettingsEditor }) {
  const { t } = useWords();
  if (!editing.mayChange) return <ControlText field={field} value={editing.displayedValueOf(field)} />;
  return (
    <NativeSelect
      className={classes.status}
      aria-label={label}
      value={editing.displayedValueOf(field)}
      onChange={(event) => editing.set(field, event.currentTarget.value)}
    >
      <option value="">{t('abroad.notSet')}</option>
      <option value="true">{t('abroad.yes')}</option>
      <option value="false">{t('abroad.no')}</option>
    </NativeSelect>
  );
}
