import type { EntryOf } from '@cardwright/sdk/browser';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Time } from '../../parts/value/time.tsx';
import { SESSION_KEY } from '../../session/query-client.ts';
import { useClient, useHasScope, useSession } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { PersonIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { browserName } from './browser-name.ts';
import classes from './people.module.css';
import { RoleNames } from './role-names.tsx';

type OpenSession = EntryOf<'sessions.list'>;

/**
 * Lists the open sessions of the tenant or of one person, with their times and places. Ending one requires
 * confirmation.
 */
export function SessionList({ of }: { of?: string }) {
  const { t } = useWords();
  const client = useClient();
  const cache = useQueryClient();
  const [act, choose] = useState<ConfirmAction>();
  const sessions = usePages(['sessions'], (cursor, options) => client.sessions.list(cursor, options));
  const end = (session: OpenSession): ConfirmAction => ({
    title: t('sessions.endTitle', { name: session.name }),
    effects: [t(session.current ? 'sessions.endOwn' : 'sessions.endEffect')],
    verb: t('sessions.end'),
    carryOut: async () => {
      await client.sessions.end(session.session_id);
      const again = session.current ? [SESSION_KEY] : [['sessions'], ['people']];
      await Promise.all(again.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
  const empty = <Notice icon={PersonIcon} title={t('sessions.none')} text={t('sessions.noneAbout')} />;
  return (
    <>
      <PagedRows
        query={sessions}
        rowsOf={({ sessions: rows }) => rows.filter(({ subject }) => of === undefined || subject === of)}
        empty={empty}
      >
        {(rows) => <SessionTable rows={rows} isOwn={of !== undefined} choose={(session) => choose(end(session))} />}
      </PagedRows>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </>
  );
}

interface TableParts {
  readonly rows: readonly OpenSession[];
  readonly isOwn: boolean;
  readonly choose: (session: OpenSession) => void;
}

function SessionTable({ rows, isOwn, choose }: TableParts) {
  const { t } = useWords();
  const { subject } = useSession();
  const mayEndAll = useHasScope('people:write');
  const who: Column<OpenSession> = {
    id: 'who',
    header: t('people.name'),
    cell: ({ row: { original } }) => (
      <span className={classes.person}>
        <bdi className={classes.name}>{original.name}</bdi>
        <RoleNames roles={original.roles} />
      </span>
    ),
  };
  const columns: readonly Column<OpenSession>[] = [
    ...(isOwn ? [] : [who]),
    { id: 'from', header: t('sessions.from'), cell: ({ row }) => <Where session={row.original} /> },
    { id: 'used', header: t('sessions.used'), cell: ({ row }) => <Used session={row.original} /> },
    { id: 'ends', header: t('sessions.ends'), cell: ({ row }) => <Time at={row.original.expires_at} /> },
    {
      id: 'act',
      header: t('messages.act'),
      cell: ({ row: { original } }) =>
        (mayEndAll || original.subject === subject) && (
          <Button variant="default" size="compact-sm" onClick={() => choose(original)}>
            {t('sessions.end')}
          </Button>
        ),
    },
  ];
  return <DataTable name={t('sessions.open')} columns={columns} rows={rows} keyOf={(row) => row.session_id} />;
}

function Used({ session }: { session: OpenSession }) {
  const { t } = useWords();
  return (
    <span className={classes.person}>
      <Time at={session.last_used_at} />
      <span className={classes.small}>
        {t('sessions.began')} <Time at={session.started_at} />
      </span>
    </span>
  );
}

/** Shows where a session began, and the name that the browser sent. */
function Where({ session }: { session: OpenSession }) {
  const { t } = useWords();
  const { from_address: address, user_agent: agent, current } = session;
  return (
    <span className={classes.person}>
      <span>
        <bdi dir="ltr">{address ?? '–'}</bdi>
        {current && <strong className={classes.current}>{t('sessions.this')}</strong>}
      </span>
      {agent !== undefined && (
        <bdi dir="ltr" className={classes.small} title={agent}>
          {browserName(agent)}
        </bdi>
      )}
    </span>
  );
}
