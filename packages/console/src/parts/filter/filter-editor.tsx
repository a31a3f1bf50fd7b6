import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent, KeyboardEvent } from 'react';
import { useWords } from '../../words/language.ts';
import { DateField } from '../value/date-field.tsx';
import classes from './filter.module.css';
import type { FilterField } from './filter-field.ts';

interface EditorParts {
  readonly name: string;
  readonly field: FilterField;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly close: () => void;
}

/** Edits one filter in the place of its chip. A choice applies at once, a typed value with Enter. */
export function FilterEditor({ name, field, value, set, close }: EditorParts) {
  const { t } = useWords();
  const { word, choices, type, ...input } = field;
  const TypedField = type === 'date' ? DateField : TextInput;
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set(String(new FormData(event.currentTarget).get(name) ?? '').trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <form className={classes.editor} onSubmit={apply} onKeyDown={onKeyDown}>
      {choices === undefined ? (
        <TypedField
          size="xs"
          name={name}
          aria-label={t(word)}
          placeholder={t(word)}
          defaultValue={value}
          autoComplete="off"
          autoFocus
          {...input}
        />
      ) : (
        <NativeSelect
          size="xs"
          name={name}
          aria-label={t(word)}
          defaultValue={value}
          autoFocus
          onChange={(event) => set(event.currentTarget.value)}
        >
          <option value="">{t(word)}</option>
          {choices.map(([each, choice]) => (
            <option key={each} value={each}>
              {t(choice)}
            </option>
          ))}
        </NativeSelect>
      )}
      {choices === undefined && (
        <Button type="submit" size="compact-xs">
          {t('filter.apply')}
        </Button>
      )}
    </form>
  );
}
