import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTimeZone } from '../../session/session.ts';
import { XIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './filter-bar.module.css';
import { FilterEditor } from './filter-editor.tsx';
import { displayFilter, FILTER_FIELDS, FILTER_NAMES, type FilterName } from './filter-fields.ts';
import type { Filters } from './filters.ts';

/** Shows each set filter as a chip that can be changed or removed, and adds others. The filters are in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  const words = useWords();
  const { t } = words;
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/authorizations' });
  const [edited, setEdited] = useState<FilterName>();
  const set = (name: FilterName, value: string | undefined) => {
    setEdited(undefined);
    void navigate({ search: (before) => ({ ...before, [name]: value || undefined }) });
  };
  const editor = edited && (
    <FilterEditor
      key={edited}
      name={edited}
      value={filters[edited] ?? ''}
      set={(value) => set(edited, value)}
      close={() => setEdited(undefined)}
    />
  );
  return (
    <>
      {FILTER_NAMES.filter((name) => filters[name] !== undefined).map((name) =>
        name === edited ? (
          editor
        ) : (
          <span key={name} className={classes.chip} data-filter={name}>
            <button type="button" className={classes.value} onClick={() => setEdited(name)}>
              {t(FILTER_FIELDS[name].word)}: <bdi>{displayFilter(name, filters[name] ?? '', { ...words, zone })}</bdi>
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('filter.remove', { name: t(FILTER_FIELDS[name].word) })}
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
        onChange={(event) => setEdited(event.currentTarget.value as FilterName)}
        className={classes.add}
      >
        <option value="">{t('filter.add')}</option>
        {FILTER_NAMES.filter((name) => filters[name] === undefined).map((name) => (
          <option key={name} value={name}>
            {t(FILTER_FIELDS[name].word)}
          </option>
        ))}
      </NativeSelect>
      {Object.keys(filters).length > 1 && (
        <Button variant="subtle" size="compact-xs" onClick={() => void navigate({ search: {} })}>
          {t('filter.clear')}
        </Button>
      )}
    </>
  );
}
