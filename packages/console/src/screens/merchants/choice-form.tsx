import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';

export interface Choice {
  readonly name: string;
  readonly label: string;
  /** The default value, which the address omits. */
  readonly usual: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface FormParts {
  readonly configured: Readonly<Record<string, string | undefined>>;
  readonly choices: readonly Choice[];
  readonly go: (filters: Record<string, string>) => void;
}

/** Filters of a list. The button, Enter or a selection writes them to the address. */
export function ChoiceForm({ configured, choices, go }: FormParts) {
  const { t } = useWords();
  const apply = (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
    const usual = new Map(choices.map((choice) => [choice.name, choice.usual]));
    go(Object.fromEntries(entries.filter(([name, value]) => value !== (usual.get(name) ?? ''))));
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  return (
    <form onSubmit={send} className={classes.form}>
      <TextInput
        type="search"
        name="q"
        label={t('merchants.text')}
        defaultValue={configured.q ?? ''}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      {choices.map(({ name, label, usual, options }) => (
        <NativeSelect
          key={name}
          name={name}
          label={label}
          defaultValue={configured[name] ?? usual}
          onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      ))}
      <Button type="submit">{t('filter.apply')}</Button>
    </form>
  );
}
