import { CONDITION_FIELD_NAMES, type ConditionFieldName, type JsonValue } from '@cardwright/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import { type DraftTest, isLimitField, withField, withLimit } from './condition-draft.ts';
import { formatValue } from './condition-text.ts';
import { FIELD_WORDS } from './condition-words.ts';

/** An example of a limit name, the same in every language. */
const EXAMPLE = 'ONLINE_DAY';

interface SubjectParts {
  readonly test: DraftTest;
  readonly onChange: (value: JsonValue) => void;
}

/** Selects the subject of a comparison: a field of the message, or the usage of a named limit. */
export function ConditionSubject({ test, onChange }: SubjectParts) {
  const { t } = useWords();
  return (
    <>
      <NativeSelect
        aria-label={t('condition.field')}
        value={test.field}
        onChange={(event) => onChange(withField(test, event.currentTarget.value as ConditionFieldName))}
      >
        {CONDITION_FIELD_NAMES.map((field) => (
          <option key={field} value={field}>
            {t(FIELD_WORDS[field])}
          </option>
        ))}
      </NativeSelect>
      {isLimitField(test.field) && (
        <TextInput
          aria-label={t('condition.limit')}
          placeholder={EXAMPLE}
          value={formatValue(test.limit)}
          dir="ltr"
          autoComplete="off"
          onChange={(event) => onChange(withLimit(test, event.currentTarget.value.toUpperCase().trim()))}
        />
      )}
    </>
  );
}
