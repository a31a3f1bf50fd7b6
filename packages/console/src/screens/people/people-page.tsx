import type { EntryOf } from '@cardwright/sdk/browser';
import { Link } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Time } from '../../parts/value/time.tsx';
import { TimeSince } from '../../parts/value/time-since.tsx';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { PeopleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './people.module.css';
import { RoleNames } from './role-names.tsx';
import { SessionList } from './session-list.tsx';

type Person = EntryOf<'people.list'>;

export function PeoplePage() {
  return useHasScope('people:read') ? <AllPeople /> : <NoPermission />;
}

/** Lists people with their roles and sessions. */
function AllPeople() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const people = usePages(['people'], (cursor, options) => client.people.list(cursor, options));
  const empty = <Notice icon={PeopleIcon} title={t('people.none')} text={t('people.noneAbout')} />;
  return (
    <Page title={t('people.title')} about={t('people.about', { zone })}>
      <Panel title={t('people.person')}>
        <PagedRows query={people} rowsOf={({ people: rows }) => rows} empty={empty}>
          {(rows) => <PeopleTable rows={rows} />}
        </PagedRows>
      </Panel>
      <Panel title={t('sessions.open')}>
        <SessionList />
      </Panel>
    </Page>
  );
}

function PeopleTable({ rows }: { rows: readonly Person[] }) {
  const { t, locale } = useWords();
  const mayAudit = useHasScope('audit:read');
  const columns: readonly Column<Person>[] = [
    {
      id: 'name',
      header: t('people.name'),
      cell: ({ row: { original } }) => (
        <span className={classes.person}>
          <bdi className={classes.name} title={original.subject}>
            {original.name}
          </bdi>
          {mayAudit && (
            <Link to="/audit" search={{ actor: original.subject }} className={classes.small}>
              {t('people.did')}
            </Link>
          )}
        </span>
      ),
    },
    { id: 'roles', header: t('people.roles'), cell: ({ row }) => <RoleNames roles={row.original.roles} /> },
    { id: 'provider', header: t('people.provider'), cell: ({ row }) => <bdi dir="ltr">{row.original.provider}</bdi> },
    { id: 'first', header: t('people.first'), cell: ({ row }) => <Time at={row.original.first_signed_in_at} /> },
    { id: 'seen', header: t('people.seen'), cell: ({ row }) => <TimeSince at={row.original.last_seen_at} /> },
    {
      id: 'sessions',
      header: t('people.sessions'),
      isFigure: true,
      cell: ({ row }) => new Intl.NumberFormat(locale).format(row.original.open_sessions),
    },
  ];
  return <DataTable name={t('people.person')} columns={columns} rows={rows} keyOf={(row) => row.subject} />;
}
