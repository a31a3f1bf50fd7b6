import { CONDITION_FIELD_NAMES, type JsonValue, PROVISIONING_FIELD_NAMES } from '@cardwright/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import { useConditionSubject } from './condition-context.ts';
import { type AnyField, type DraftTest, isLimitField, withField, withLimit } from './condition-draft.ts';
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
  const names: readonly AnyField[] =
    useConditionSubject() === 'provisioning' ? PROVISIONING_FIELD_NAMES : CONDITION_FIELD_NAMES;
  const isForeign = !names.includes(test.field);
  return (
    <>
      <NativeSelect
        aria-label={t('condition.field')}
        value={test.field}
        onChange={(event) => onChange(withField(test, event.currentTarget.value as AnyField))}
      >
        {isForeign && <option value={test.field}>{t(FIELD_WORDS[test.field])}</option>}
        {names.map((field) => (
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
