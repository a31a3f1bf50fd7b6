import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './filter-form.module.css';
import type { Filters } from './filters.ts';
import { loadSavedViews, MAX_NAME_LENGTH, type SavedView, storeSavedViews, withSavedView } from './saved-views.ts';

/** Lists the filters that this person saved in this browser, and saves the current ones. */
export function SavedViewList({ filters }: { filters: Filters }) {
  const { t } = useWords();
  const { subject } = useSession();
  const [saved, setSaved] = useState(() => loadSavedViews(subject, localStorage));
  const keep = (next: readonly SavedView[]) => {
    storeSavedViews(subject, next, localStorage);
    setSaved(next);
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (name === '') return;
    keep(withSavedView(saved, { name, filters }));
    form.reset();
  };
  const hasFilters = Object.keys(filters).length > 0;
  if (saved.length === 0 && !hasFilters) return null;
  return (
    <div className={classes.saved}>
      {saved.length > 0 && (
        <ul className={classes.names} aria-label={t('saved.title')}>
          {saved.map(({ name, filters: those }) => (
            <li key={name} className={classes.name} data-saved={name}>
              <Link to="/authorizations" search={those}>
                <bdi>{name}</bdi>
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('saved.remove', { name })}
                onClick={() => keep(saved.filter((each) => each.name !== name))}
              >
                <XCircleIcon size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {hasFilters && (
        <form onSubmit={save} className={classes.save}>
          <TextInput
            name="name"
            aria-label={t('saved.name')}
            placeholder={t('saved.name')}
            maxLength={MAX_NAME_LENGTH}
            required
            autoComplete="off"
          />
          <Button type="submit" variant="default">
            {t('saved.save')}
          </Button>
        </form>
      )}
    </div>
  );
}
