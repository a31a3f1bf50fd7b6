import type { AuthorizationView } from '@cardwright/contract';
import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '../../parts/filter/filter.module.css';
import { ROLE_WORDS } from '../../session/roles.ts';
import { PencilIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { COLUMN_NAMES, type ColumnName } from './column-choice.ts';
import type { Filters } from './filters.ts';
import { useTeamViewChanges, useTeamViews, useViewRoles } from './team-views.ts';
import { ViewForm } from './view-form.tsx';

/** Lists the views that the roles of this person share. */
export function TeamViewList({ choose }: { choose: (columns: readonly ColumnName[]) => void }) {
  const { t } = useWords();
  const views = useTeamViews();
  const roles = useViewRoles();
  const [edited, setEdited] = useState<string>();
  if (views.length === 0) return null;
  return (
    <ul className={classes.views} aria-label={t('saved.team')}>
      {views.map((view) => (
        <li key={view.view_id} className={classes.chip} data-shared={view.name}>
          {edited === view.view_id ? (
            <Editor view={view} close={() => setEdited(undefined)} />
          ) : (
            <>
              <Link
                to="/authorizations"
                search={view.filters as Filters}
                title={aboutView(view, t)}
                onClick={() => view.columns && choose(COLUMN_NAMES.filter((name) => view.columns?.includes(name)))}
              >
                <bdi>{view.name}</bdi> <small>{t(ROLE_WORDS[view.role].name)}</small>
              </Link>
              {roles.includes(view.role) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('saved.edit', { name: view.name })}
                  onClick={() => setEdited(view.view_id)}
                >
                  <PencilIcon size={14} aria-hidden />
                </ActionIcon>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function aboutView({ role, saved_by, saved_by_name }: AuthorizationView, t: ReturnType<typeof useWords>['t']): string {
  return t('saved.by', { role: t(ROLE_WORDS[role].name), name: saved_by_name ?? saved_by });
}

/** Renames a view, or deletes it for everyone. */
function Editor({ view, close }: { view: AuthorizationView; close: () => void }) {
  const { t } = useWords();
  const { rename, remove } = useTeamViewChanges();
  const removal = useMutation({ mutationFn: () => remove(view), onSuccess: close });
  return (
    <ViewForm name={view.name} save={(name) => rename(view, name)} close={close}>
      <Button variant="default" size="compact-xs" loading={removal.isPending} onClick={() => removal.mutate()}>
        {t('saved.removeForAll')}
      </Button>
    </ViewForm>
  );
}
