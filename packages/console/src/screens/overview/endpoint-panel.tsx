import type { WebhookEndpoint } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpointHealth, endpointName } from '../../parts/event/endpoint-health.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { TimeSince } from '../../parts/value/time-since.tsx';
import { useClient } from '../../session/session.ts';
import { SyncIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';

const AGAIN_MS = 30_000;

/** Shows whether the webhook endpoints are reachable. Endpoints that need attention come first. */
export function EndpointPanel() {
  const { t, locale } = useWords();
  const client = useClient();
  const endpoints = useQuery({
    queryKey: ['endpoints', 'health'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.webhookEndpoints.list({ signal }),
  });
  const columns: readonly Column<WebhookEndpoint>[] = [
    {
      id: 'endpoint',
      header: t('endpoints.endpoint'),
      cell: ({ row: { original } }) => (
        <span>
          <Link to="/webhooks/$endpointId" params={{ endpointId: original.endpoint_id }}>
            <bdi>{endpointName(original)}</bdi>
          </Link>
          <bdi dir="ltr" className={classes.url}>
            {original.url}
          </bdi>
        </span>
      ),
    },
    { id: 'health', header: t('endpoints.health'), cell: ({ row }) => <Status of={endpointHealth(row.original)} /> },
    {
      id: 'since',
      header: t('endpoints.since'),
      cell: ({ row: { original } }) => original.failing_since !== null && <TimeSince at={original.failing_since} />,
    },
    {
      id: 'waiting',
      header: t('endpoints.waiting'),
      isFigure: true,
      cell: ({ row }) => new Intl.NumberFormat(locale).format(row.original.pending_messages),
    },
  ];
  return (
    <Panel title={t('endpoints.title')}>
      <QueryBoundary query={endpoints}>
        {({ endpoints: all }) =>
          all.length === 0 ? (
            <Notice icon={SyncIcon} title={t('endpoints.none')} text={t('endpoints.noneAbout')} />
          ) : (
            <DataTable
              name={t('endpoints.title')}
              columns={columns}
              rows={all.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))}
              keyOf={(row) => row.endpoint_id}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

const URGENCIES = ['HEALTHY', 'PAUSED', 'DISABLED', 'FAILING'];

function urgencyOf(endpoint: WebhookEndpoint): number {
  return URGENCIES.indexOf(endpointHealth(endpoint));
}
