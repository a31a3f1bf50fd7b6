import type { Task } from '@cardwright/contract';
import { NativeSelect } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useListKeys } from '../../parts/table/use-list-keys.ts';
import { SubjectName } from '../../parts/value/subject-name.tsx';
import { TimeSince } from '../../parts/value/time-since.tsx';
import { useHasScope, useSession, useTimeZone } from '../../session/session.ts';
import { useTasks } from '../../session/use-tasks.ts';
import { ChecklistIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { TaskPanel } from './task-panel.tsx';
import { isAboutChange, KIND_WORDS, PAYMENT_STATE_WORDS } from './task-words.ts';

export function TasksPage() {
  return useHasScope('tasks:read') ? <Tasks /> : <NoPermission />;
}

const FILTERS = { all: 'tasks.all', mine: 'tasks.mine', free: 'tasks.free' } as const;

/** Lists what waits for this person. The filter and the open task are in the address. */
function Tasks() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { subject } = useSession();
  const { open: openKey, show = 'all' } = useSearch({ from: '/tasks' });
  const navigate = useNavigate({ from: '/tasks' });
  const open = useCallback(
    (key: string) => void navigate({ search: (before) => ({ ...before, open: key }), replace: true }),
    [navigate],
  );
  const close = useCallback(
    () => void navigate({ search: (before) => ({ ...before, open: undefined }), replace: true }),
    [navigate],
  );
  const tasks = useTasks();
  const list = useRef<HTMLDivElement>(null);
  const opened = tasks.data?.items.find(({ task_id }) => task_id === openKey);
  useListKeys({ list, openKey: opened?.task_id, open, close });
  const columns = useColumns();
  const matchesFilter = ({ assignee, is_own: isOwn }: Task) =>
    show === 'mine' ? assignee === subject || isOwn : show === 'free' ? assignee === null : true;
  return (
    <Page
      title={t('tasks.title')}
      about={t('tasks.aboutList', { zone })}
      {...(opened !== undefined && {
        side: <TaskPanel key={opened.task_id} task={opened} people={tasks.data?.people ?? []} />,
      })}
    >
      <NativeSelect
        label={t('tasks.show')}
        maw="20rem"
        value={show}
        onChange={(event) => void navigate({ search: { show: event.currentTarget.value } })}
      >
        {Object.entries(FILTERS).map(([value, word]) => (
          <option key={value} value={value}>
            {t(word)}
          </option>
        ))}
      </NativeSelect>
      <QueryBoundary query={tasks}>
        {({ items }) =>
          items.some(matchesFilter) ? (
            <div ref={list}>
              <DataTable
                name={t('tasks.title')}
                columns={columns}
                rows={items.filter(matchesFilter)}
                keyOf={({ task_id }) => task_id}
                isDense
                openKey={opened?.task_id}
                onOpen={open}
              />
            </div>
          ) : (
            <Notice icon={ChecklistIcon} title={t('tasks.none')} text={t('tasks.noneAbout')} />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function useColumns(): readonly Column<Task>[] {
  const { t } = useWords();
  return useMemo(
    () => [
      {
        id: 'kind',
        header: t('tasks.task'),
        cell: ({ row: { original } }) => (
          <Link to="/tasks" search={(before) => ({ ...before, open: original.task_id })} replace>
            {t(KIND_WORDS[original.kind])}
          </Link>
        ),
      },
      {
        id: 'about',
        header: t('tasks.about'),
        share: 'large',
        cell: ({
          row: {
            original: { kind, about },
          },
        }) => (isAboutChange(kind) ? <SubjectName of={about} /> : <bdi>{about}</bdi>),
      },
      {
        id: 'state',
        header: t('tasks.state'),
        cell: ({ row: { original } }) => t(PAYMENT_STATE_WORDS[original.payment?.state ?? 'OPEN']),
      },
      {
        id: 'by',
        header: t('tasks.by'),
        cell: ({ row: { original } }) => <bdi>{original.requested_by_name ?? original.requested_by ?? ''}</bdi>,
      },
      { id: 'since', header: t('tasks.since'), cell: ({ row: { original } }) => <TimeSince at={original.since} /> },
      {
        id: 'assignee',
        header: t('tasks.assignee'),
        cell: ({ row: { original } }) => <bdi>{original.assignee_name ?? ''}</bdi>,
      },
    ],
    [t],
  );
}
