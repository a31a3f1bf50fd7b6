import type { EventWithMessages } from '@cardwright/contract';
import { Link, useParams } from '@tanstack/react-router';
import { endpointName } from '../../parts/event/endpoint-health.ts';
import { EventType } from '../../parts/event/event-type.tsx';
import { eventWord } from '../../parts/event/event-words.ts';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { WebhookIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useEndpoints, useEvent } from './webhook-queries.ts';

export function EventPage() {
  return useHasScope('webhooks:read') ? <EventOf /> : <NoPermission />;
}

/** Shows one event and its delivery at each subscribed endpoint. It never shows the content of the event. */
function EventOf() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { notificationId } = useParams({ from: '/events/$notificationId' });
  const { data: event, error, refetch } = useEvent(notificationId);
  if (event === undefined) {
    return error === null ? <Loading lines={6} /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  }
  const { type, indicator, stream, created_at: at, expires_at: until } = event;
  const word = eventWord(type, indicator);
  const facts = [
    { name: t('events.type'), value: <EventType type={type} indicator={indicator} /> },
    { name: t('events.at'), value: <Time at={at} /> },
    { name: t('events.stream'), value: <Identifier id={stream} leadsTo={{ to: '/events', search: { stream } }} /> },
    ...(until === null ? [] : [{ name: t('events.until'), value: <Time at={until} /> }]),
  ];
  return (
    <Page
      title={word === undefined ? type : t(word)}
      trailing={<Identifier id={notificationId} />}
      about={t('authorizations.zone', { zone })}
    >
      <Panel title={t('events.facts')}>
        <Facts facts={facts} />
      </Panel>
      <Panel title={t('events.messages')}>
        {event.messages.length === 0 ? (
          <Notice icon={WebhookIcon} title={t('events.noSubscriber')} text={t('events.noSubscriberAbout')} />
        ) : (
          <DeliveryTable rows={event.messages} notificationId={notificationId} />
        )}
      </Panel>
    </Page>
  );
}

type Message = EventWithMessages['messages'][number];

function DeliveryTable({ rows, notificationId }: { rows: readonly Message[]; notificationId: string }) {
  const { t } = useWords();
  const { data } = useEndpoints();
  const named = (endpointId: string) => data?.endpoints.find(({ endpoint_id: id }) => id === endpointId);
  const columns: readonly Column<Message>[] = [
    {
      id: 'endpoint',
      header: t('webhooks.endpoint'),
      cell: ({ row: { original } }) => {
        const endpoint = named(original.endpoint_id);
        return (
          <Link
            to="/webhooks/$endpointId"
            params={{ endpointId: original.endpoint_id }}
            search={{ show: 'attempts', notification_id: notificationId }}
          >
            <bdi>{endpoint === undefined ? original.endpoint_id : endpointName(endpoint)}</bdi>
          </Link>
        );
      },
    },
    { id: 'state', header: t('messages.state'), cell: ({ row }) => <Status of={row.original.state} /> },
  ];
  return <DataTable name={t('events.messages')} columns={columns} rows={rows} keyOf={(row) => row.endpoint_id} />;
}
