import type { OutboxMessage } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { EventType } from '../../parts/event/event-type.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { WebhookIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { BulkReplay } from './bulk-replay.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { MessageActions } from './message-actions.tsx';
import { type FilterValues, useMessages } from './webhook-queries.ts';
import classes from './webhooks.module.css';

/** Lists the messages for an endpoint with their states. */
export function MessagePanel({ endpointId, filters }: { endpointId: string; filters: FilterValues }) {
  const { t } = useWords();
  const mayChange = useHasScope('webhooks:write');
  const messages = useMessages(endpointId, filters);
  const empty = <Notice icon={WebhookIcon} title={t('messages.none')} text={t('messages.noneAbout')} />;
  return (
    <Panel title={t('messages.title')} headerContent={mayChange && <BulkReplay endpointId={endpointId} />}>
      <DeliveryFilters of="messages" filters={filters} />
      <PagedRows query={messages} rowsOf={({ messages: rows }) => rows} empty={empty}>
        {(rows) => <MessageTable endpointId={endpointId} rows={rows} />}
      </PagedRows>
    </Panel>
  );
}

function MessageTable({ endpointId, rows }: { endpointId: string; rows: readonly OutboxMessage[] }) {
  const { t, locale } = useWords();
  const columns: readonly Column<OutboxMessage>[] = [
    {
      id: 'event',
      header: t('messages.event'),
      cell: ({ row: { original } }) => (
        <span className={classes.endpoint} data-message={original.notification_id}>
          <Link to="/events/$notificationId" params={{ notificationId: original.notification_id }}>
            <Time at={original.created_at} />
          </Link>
          <EventType type={original.type} />
        </span>
      ),
    },
    {
      id: 'state',
      header: t('messages.state'),
      cell: ({ row: { original } }) => (
        <span className={classes.endpoint}>
          <Status of={original.state} />
          {original.last_outcome !== null && <Status of={original.last_outcome} />}
        </span>
      ),
    },
    {
      id: 'attempts',
      header: t('messages.attempts'),
      isFigure: true,
      cell: ({ row: { original } }) => (
        <Link
          to="/webhooks/$endpointId"
          params={{ endpointId }}
          search={{ show: 'attempts', notification_id: original.notification_id }}
          aria-label={`${t('attempts.title')}: ${original.attempts}`}
        >
          {new Intl.NumberFormat(locale).format(original.attempts)}
        </Link>
      ),
    },
    { id: 'next', header: t('messages.next'), cell: ({ row }) => <Next of={row.original} /> },
    {
      id: 'act',
      header: t('messages.act'),
      cell: ({ row }) => <MessageActions endpointId={endpointId} message={row.original} />,
    },
  ];
  return <DataTable name={t('messages.title')} columns={columns} rows={rows} keyOf={(row) => row.notification_id} />;
}

/** Shows the time of the next attempt, or the reason why the message waits. */
function Next({ of: { state, next_attempt_at: next, settled_at: settled } }: { of: OutboxMessage }) {
  const { t } = useWords();
  if (next !== null) return <Time at={next} />;
  if (state === 'PENDING') return <span className={classes.noted}>{t('messages.behind')}</span>;
  return settled === null ? <span aria-hidden>–</span> : <Time at={settled} />;
}
