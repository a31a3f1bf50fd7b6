import { conditionField } from '@cardwright/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import { countriesIn } from '../value/countries.ts';
import { type AnyField, parseValue, takesList, takesSeveral } from './condition-draft.ts';
import { formatValue } from './condition-text.ts';
import { describeValue } from './condition-words.ts';
import { useListNames } from './use-list-names.ts';
import { type ValueChoice, ValueListInput, ValueListSelect, type ValueParts } from './value-list-input.tsx';

/** The input for the value of a comparison, by the kind of its field. */
export function ConditionValueInput(parts: ValueParts) {
  return takesList(parts.test.op) ? <ListChoice {...parts} /> : <OwnValue {...parts} />;
}

function OwnValue(parts: ValueParts) {
  const { field, op } = parts.test;
  const choices = useChoices(field);
  if (takesSeveral(op)) {
    return choices === undefined ? <ValueListInput {...parts} /> : <ValueListSelect {...parts} choices={choices} />;
  }
  return choices === undefined ? <OneText {...parts} /> : <OneChoice {...parts} choices={choices} />;
}

/** The choices for a value, or undefined if the field has none or too many. */
function useChoices(field: AnyField): readonly ValueChoice[] | undefined {
  const { t, language, locale } = useWords();
  const { kind } = conditionField(field);
  const of = (stands: string | number) => ({
    value: String(stands),
    label: describeValue(field, stands, language),
    stands,
  });
  if (field === 'country' || field === 'deviceCountry') {
    return countriesIn(locale).map(({ code, name }) => ({ value: code, label: name, stands: code }));
  }
  if (kind.type === 'flag') {
    return [
      { value: 'true', label: t('condition.yes'), stands: true },
      { value: 'false', label: t('condition.no'), stands: false },
    ];
  }
  if (kind.type === 'choice') return kind.values.map(of);
  if (kind.type !== 'whole' || kind.most > 23) return undefined;
  return Array.from({ length: kind.most - kind.least + 1 }, (_, at) => of(kind.least + at));
}

function OneChoice({ test, error, choices, onChange }: ValueParts & { readonly choices: readonly ValueChoice[] }) {
  const { t } = useWords();
  const value = formatValue(test.value);
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      aria-label={t('condition.value')}
      value={value}
      error={error}
      onChange={({ currentTarget }) =>
        onChange(choices.find((choice) => choice.value === currentTarget.value)?.stands ?? currentTarget.value)
      }
    >
      {!isKnown && <option value={value}>{value === '' ? t('condition.choose') : value}</option>}
      {choices.map(({ value: each, label }) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

function OneText({ test, error, onChange }: ValueParts) {
  const { t } = useWords();
  const { kind } = conditionField(test.field);
  return (
    <TextInput
      aria-label={t('condition.value')}
      value={formatValue(test.value)}
      error={error}
      dir="ltr"
      autoComplete="off"
      inputMode={kind.type === 'amount' ? 'decimal' : kind.type === 'whole' ? 'numeric' : 'text'}
      onChange={(event) => onChange(parseValue(kind, event.currentTarget.value))}
    />
  );
}

function ListChoice({ test, error, onChange }: ValueParts) {
  const { t } = useWords();
  const names = useListNames(conditionField(test.field).list ?? 'merchantId');
  const value = formatValue(test.value);
  return (
    <NativeSelect
      aria-label={t('condition.list')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!names.includes(value) && <option value={value}>{value === '' ? t('condition.chooseList') : value}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
