import type { WebhookEndpoint } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { endpointHealth, endpointName } from '../../parts/event/endpoint-health.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { PlusIcon, WebhookIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useEndpoints } from './webhook-queries.ts';
import classes from './webhooks.module.css';

export function WebhooksPage() {
  return useHasScope('webhooks:read') ? <AllEndpoints /> : <NoPermission />;
}

/** Lists the webhook endpoints of the tenant with their health. */
function AllEndpoints() {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const mayChange = useHasScope('webhooks:write');
  const endpoints = useEndpoints();
  const add = mayChange && (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => void navigate({ to: '/webhooks/new' })}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Page
      title={t('webhooks.title')}
      about={t('webhooks.about', { zone })}
      actions={
        <>
          <Link to="/events" className={classes.aside}>
            {t('events.all')}
          </Link>
          {add}
        </>
      }
    >
      <Panel title={t('webhooks.endpoints')}>
        <QueryBoundary query={endpoints}>
          {({ endpoints: rows }) =>
            rows.length === 0 ? (
              <Notice icon={WebhookIcon} title={t('webhooks.none')} text={t('webhooks.noneAbout')}>
                {add}
              </Notice>
            ) : (
              <EndpointTable rows={rows} />
            )
          }
        </QueryBoundary>
      </Panel>
    </Page>
  );
}

function EndpointTable({ rows }: { rows: readonly WebhookEndpoint[] }) {
  const { t } = useWords();
  const columns: readonly Column<WebhookEndpoint>[] = [
    {
      id: 'endpoint',
      header: t('webhooks.endpoint'),
      cell: ({ row: { original } }) => (
        <span className={classes.endpoint}>
          <Link to="/webhooks/$endpointId" params={{ endpointId: original.endpoint_id }}>
            <bdi>{endpointName(original)}</bdi>
          </Link>
          <bdi dir="ltr" className={classes.url}>
            {original.url}
          </bdi>
        </span>
      ),
    },
    { id: 'health', header: t('webhooks.health'), cell: ({ row }) => <Status of={endpointHealth(row.original)} /> },
    {
      id: 'failing',
      header: t('webhooks.failingSince'),
      cell: ({ row: { original } }) =>
        original.failing_since === null ? <span aria-hidden>–</span> : <Time at={original.failing_since} />,
    },
    {
      id: 'waiting',
      header: t('webhooks.waiting'),
      isFigure: true,
      cell: ({ row }) => <Count of={row.original.pending_messages} />,
    },
    { id: 'events', header: t('webhooks.events'), cell: ({ row }) => <Events of={row.original.events} /> },
  ];
  return <DataTable name={t('webhooks.endpoints')} columns={columns} rows={rows} keyOf={(row) => row.endpoint_id} />;
}

function Count({ of }: { of: number }) {
  const { locale } = useWords();
  return <bdi className={classes.figure}>{new Intl.NumberFormat(locale).format(of)}</bdi>;
}

function Events({ of }: { of: readonly string[] }) {
  return (
    <bdi dir="ltr" className={classes.url}>
      {of.join(' ')}
    </bdi>
  );
}
