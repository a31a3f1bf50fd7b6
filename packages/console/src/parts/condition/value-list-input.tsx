import { conditionField, type JsonValue } from '@cardwright/contract';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import chips from '../value/country-list.module.css';
import { type DraftTest, parseValues } from './condition-draft.ts';
import { formatValue } from './condition-text.ts';

export interface ValueParts {
  readonly test: DraftTest;
  readonly error: ReactNode;
  readonly onChange: (value: JsonValue) => void;
}

export interface ValueChoice {
  readonly value: string;
  readonly label: string;
  /** The value in the condition. */
  readonly stands: JsonValue;
}

/** An input for several values, separated by commas. */
export function ValueListInput({ test, error, onChange }: ValueParts) {
  const { t } = useWords();
  const { kind } = conditionField(test.field);
  const formatted = formatValue(test.value);
  // A trailing comma is not a value yet, and must stay while the user types.
  const [typed, type] = useState(formatted);
  const isTyped = formatValue(parseValues(kind, typed)) === formatted;
  return (
    <TextInput
      aria-label={t('condition.values')}
      description={t('condition.severalAbout')}
      inputWrapperOrder={['input', 'error', 'description']}
      value={isTyped ? typed : formatted}
      error={error}
      dir="ltr"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        type(currentTarget.value);
        onChange(parseValues(kind, currentTarget.value));
      }}
    />
  );
}

/** Selects several of a few values. Each can be removed, and one is added by its name. */
export function ValueListSelect({ test, error, choices, onChange }: ValueParts & { choices: readonly ValueChoice[] }) {
  const { t } = useWords();
  const selected: readonly JsonValue[] = Array.isArray(test.value) ? test.value : [];
  const labelOf = (value: JsonValue) =>
    choices.find((choice) => choice.value === formatValue(value))?.label ?? formatValue(value);
  return (
    <div className={chips.countries}>
      {selected.map((value) => (
        <span key={formatValue(value)} className={chips.country} data-value={formatValue(value)}>
          <bdi>{labelOf(value)}</bdi>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('countries.remove', { name: labelOf(value) })}
            onClick={() => onChange(selected.filter((one) => one !== value))}
          >
            <XCircleIcon size={14} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      <NativeSelect
        aria-label={t('condition.values')}
        value=""
        error={error}
        onChange={({ currentTarget }) => {
          const added = choices.find((choice) => choice.value === currentTarget.value);
          if (added !== undefined) onChange([...selected, added.stands]);
        }}
      >
        <option value="">{t('condition.add')}</option>
        {choices
          .filter(({ value }) => !selected.some((one) => formatValue(one) === value))
          .map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </NativeSelect>
    </div>
  );
}
