import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { XIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './filter.module.css';
import { FilterEditor } from './filter-editor.tsx';
import type { FilterField } from './filter-field.ts';

interface ChipParts<Name extends string> {
  /** Every filter of the list, in the order of the menu. */
  readonly fields: Readonly<Record<Name, FilterField>>;
  readonly filters: Readonly<Partial<Record<Name, string | undefined>>>;
  readonly display: (name: Name, value: string) => string;
  readonly change: (filter: Readonly<Partial<Record<Name, string | undefined>>>) => void;
  readonly clear: () => void;
}

/** Shows each set filter as a chip that can be changed or removed, and adds others. */
export function FilterChips<Name extends string>({ fields, filters, display, change, clear }: ChipParts<Name>) {
  const { t } = useWords();
  const names = Object.keys(fields) as Name[];
  const [edited, setEdited] = useState<Name>();
  const set = (name: Name, value: string | undefined) => {
    setEdited(undefined);
    change({ [name]: value || undefined } as Partial<Record<Name, string>>);
  };
  const editor = edited && (
    <FilterEditor
      key={edited}
      name={edited}
      field={fields[edited]}
      value={filters[edited] ?? ''}
      set={(value) => set(edited, value)}
      close={() => setEdited(undefined)}
    />
  );
  return (
    <>
      {names
        .filter((name) => filters[name] !== undefined)
        .map((name) =>
          name === edited ? (
            editor
          ) : (
            <span key={name} className={classes.chip} data-filter={name}>
              <button type="button" className={classes.value} onClick={() => setEdited(name)}>
                {t(fields[name].word)}: <bdi>{display(name, filters[name] ?? '')}</bdi>
              </button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('filter.remove', { name: t(fields[name].word) })}
                onClick={() => set(name, undefined)}
              >
                <XIcon size={14} aria-hidden />
              </ActionIcon>
            </span>
          ),
        )}
      {edited !== undefined && filters[edited] === undefined && editor}
      <NativeSelect
        size="xs"
        aria-label={t('filter.add')}
        value=""
        onChange={(event) => setEdited(event.currentTarget.value as Name)}
        className={classes.add}
      >
        <option value="">{t('filter.add')}</option>
        {names
          .filter((name) => filters[name] === undefined)
          .map((name) => (
            <option key={name} value={name}>
              {t(fields[name].word)}
            </option>
          ))}
      </NativeSelect>
      {Object.keys(filters).length > 1 && (
        <Button variant="subtle" size="compact-xs" onClick={clear}>
          {t('filter.clear')}
        </Button>
      )}
    </>
  );
}
