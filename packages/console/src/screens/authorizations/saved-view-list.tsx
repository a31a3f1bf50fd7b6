import { ActionIcon, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '../../parts/filter/filter.module.css';
import { useSession } from '../../session/session.ts';
import { XIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import type { ColumnName } from './column-choice.ts';
import type { Filters } from './filters.ts';
import { loadSavedViews, type SavedView, storeSavedViews, withSavedView } from './saved-views.ts';
import { TeamViewList } from './team-view-list.tsx';
import { useTeamViewChanges } from './team-views.ts';
import { ViewForm } from './view-form.tsx';

interface ViewParts {
  readonly filters: Filters;
  readonly columns: readonly ColumnName[];
  readonly choose: (columns: readonly ColumnName[]) => void;
}

/** Lists the views of the team and those that this person saved in this browser, and saves the current one. */
export function SavedViewList({ filters, columns, choose }: ViewParts) {
  const { t } = useWords();
  const { subject } = useSession();
  const [saved, setSaved] = useState(() => loadSavedViews(subject, localStorage));
  const [isNaming, setNaming] = useState(false);
  const store = (next: readonly SavedView[]) => {
    storeSavedViews(subject, next, localStorage);
    setSaved(next);
  };
  const { share } = useTeamViewChanges();
  const save: Parameters<typeof ViewForm>[0]['save'] = async (name, role) => {
    const view = { name, filters, columns };
    if (role === undefined) store(withSavedView(saved, view));
    else await share(view, role);
  };
  return (
    <>
      <TeamViewList choose={choose} />
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
        <ViewForm hasRole save={save} close={() => setNaming(false)} />
      ) : (
        <Button variant="subtle" size="compact-xs" onClick={() => setNaming(true)}>
          {t('saved.add')}
        </Button>
      )}
    </>
  );
}
