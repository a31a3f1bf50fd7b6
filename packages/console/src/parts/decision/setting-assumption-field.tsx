import { COUNTRIES_FIELD, type SettingsField } from '@cardwright/contract';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { XCircleIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { CountryList } from '../value/country-list.tsx';
import { fieldWord } from '../value/setting-fields.ts';
import classes from './what-if.module.css';

interface SettingParts {
  readonly field: SettingsField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
}

/** Edits one assumed setting, with a button to remove it. */
export function SettingAssumptionField({ onRemove, ...setting }: SettingParts) {
  const { t } = useWords();
  const label = t(fieldWord(setting.field) ?? 'whatIf.setting');
  return (
    <div className={classes.setting} data-assumed={setting.field}>
      <Value {...setting} label={label} />
      <ActionIcon variant="subtle" color="gray" aria-label={t('countries.remove', { name: label })} onClick={onRemove}>
        <XCircleIcon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type ValueParts = Omit<SettingParts, 'onRemove'> & { readonly label: string };

function Value({ field, value, label, onChange }: ValueParts) {
  const { t } = useWords();
  if (field === COUNTRIES_FIELD) return <CountryList label={label} value={value} onChange={onChange} />;
  if (/Status$|^cardPresentAllow/.test(field)) {
    return <Choice label={label} value={value} onChange={onChange} of={field.endsWith('Status') ? SWITCH : ALLOWED} />;
  }
  return (
    <TextInput
      label={label}
      value={value}
      inputMode="decimal"
      dir="ltr"
      placeholder={t('limits.none')}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}

type Choices = Readonly<Record<string, WordKey>>;
const SWITCH: Choices = { OFF: 'switch.off', ON: 'switch.on', ON_FOR_ONE: 'switch.onForOne' };
const ALLOWED: Choices = { '': 'abroad.notSet', true: 'abroad.yes', false: 'abroad.no' };

function Choice({ label, value, onChange, of }: Omit<ValueParts, 'field'> & { readonly of: Choices }) {
  const { t } = useWords();
  return (
    <NativeSelect label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(of).map(([each, word]) => (
        <option key={each} value={each}>
          {t(word)}
        </option>
      ))}
    </NativeSelect>
  );
}
