import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';

interface ChoiceParts<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The values in this order, each with its word. */
  readonly words: Readonly<Record<Value, WordKey>>;
  readonly error?: ReactNode;
  readonly onChange: (value: Value) => void;
}

/** Selects one of several values by its word. */
export function WordSelect<Value extends string>({ label, value, words, error, onChange }: ChoiceParts<Value>) {
  const { t } = useWords();
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {(Object.entries(words) as [Value, WordKey][]).map(([each, word]) => (
        <option key={each} value={each}>
          {t(word)}
        </option>
      ))}
    </NativeSelect>
  );
}
