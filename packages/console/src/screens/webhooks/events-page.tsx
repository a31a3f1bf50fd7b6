import type { OutboxEvent } from '@cardwright/contract';
import { Link, useSearch } from '@tanstack/react-router';
import { EventType } from '../../parts/event/event-type.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { dayRange } from '../../parts/value/day-range.ts';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { WebhookIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { EventFilters } from './event-filters.tsx';

export function EventsPage() {
  return useHasScope('webhooks:read') ? <AllEvents /> : <NoPermission />;
}

/** Lists all events for endpoints, whether or not an endpoint received them. */
function AllEvents() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const { from, to, ...others } = useSearch({ from: '/events' });
  const filters = { ...others, ...dayRange({ from, to }, zone) };
  const events = usePages(['webhooks', 'events', filters], (cursor, options) =>
    client.events.list({ ...filters, ...cursor }, options),
  );
  const empty = <Notice icon={WebhookIcon} title={t('events.none')} text={t('events.noneAbout')} />;
  return (
    <Page
      title={t('events.title')}
      about={t('events.about', { zone })}
      actions={
        <>
          <Link to="/events/types">{t('eventTypes.title')}</Link>
          <Link to="/webhooks">{t('webhooks.endpoints')}</Link>
        </>
      }
    >
      <Panel title={t('events.which')}>
        <EventFilters />
      </Panel>
      <Panel title={t('events.title')}>
        <PagedRows query={events} rowsOf={({ items }) => items} empty={empty}>
          {(rows) => <EventTable rows={rows} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}

function EventTable({ rows }: { rows: readonly OutboxEvent[] }) {
  const { t } = useWords();
  const columns: readonly Column<OutboxEvent>[] = [
    {
      id: 'at',
      header: t('events.at'),
      cell: ({ row: { original } }) => (
        <Link to="/events/$notificationId" params={{ notificationId: original.id }}>
          <Time at={original.created_at} />
        </Link>
      ),
    },
    {
      id: 'type',
      header: t('events.type'),
      cell: ({ row: { original } }) => <EventType type={original.type} indicator={original.indicator} />,
    },
    {
      id: 'stream',
      header: t('events.stream'),
      cell: ({ row: { original } }) => (
        <Identifier id={original.stream} leadsTo={{ to: '/events', search: { stream: original.stream } }} />
      ),
    },
  ];
  return <DataTable name={t('events.title')} columns={columns} rows={rows} keyOf={(row) => row.id} />;
}
