import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import classes from '../../parts/filter/filter.module.css';
import { useSession } from '../../session/session.ts';
import { XIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import type { ColumnName } from './column-choice.ts';
import type { Filters } from './filters.ts';
import { loadSavedViews, MAX_NAME_LENGTH, type SavedView, storeSavedViews, withSavedView } from './saved-views.ts';

interface ViewParts {
  readonly filters: Filters;
  readonly columns: readonly ColumnName[];
  readonly choose: (columns: readonly ColumnName[]) => void;
}

/** Lists the views that this person saved in this browser, and saves the current one. */
export function SavedViewList({ filters, columns, choose }: ViewParts) {
  const { t } = useWords();
  const { subject } = useSession();
  const [saved, setSaved] = useState(() => loadSavedViews(subject, localStorage));
  const [isNaming, setNaming] = useState(false);
  const store = (next: readonly SavedView[]) => {
    storeSavedViews(subject, next, localStorage);
    setSaved(next);
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name === '') return;
    store(withSavedView(saved, { name, filters, columns }));
    setNaming(false);
  };
  return (
    <>
      {saved.length > 0 && (
        <ul className={classes.views} aria-label={t('saved.title')}>
          {saved.map((view) => (
            <li key={view.name} className={classes.chip} data-saved={view.name}>
              <Link to="/authorizations" search={view.filters} onClick={() => view.columns && choose(view.columns)}>
                <bdi>{view.name}</bdi>
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('saved.remove', { name: view.name })}
                onClick={() => store(saved.filter((each) => each.name !== view.name))}
              >
                <XIcon size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <form onSubmit={save} className={classes.editor}>
          <TextInput
            size="xs"
            name="name"
            aria-label={t('saved.name')}
            placeholder={t('saved.name')}
            maxLength={MAX_NAME_LENGTH}
            required
            autoFocus
            autoComplete="off"
          />
          <Button type="submit" size="compact-xs">
            {t('saved.save')}
          </Button>
        </form>
      ) : (
        <Button variant="subtle" size="compact-xs" onClick={() => setNaming(true)}>
          {t('saved.add')}
        </Button>
      )}
    </>
  );
}
