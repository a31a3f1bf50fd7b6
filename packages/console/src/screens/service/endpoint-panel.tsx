import type { ServiceStatus } from '@cardwright/contract';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { CheckIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { EndpointFailure } from './endpoint-failure.tsx';
import classes from './service.module.css';

type Endpoint = ServiceStatus['endpoints'][number];

/** Lists the endpoints of all tenants that need attention. */
export function EndpointPanel({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const { t, locale } = useWords();
  const columns: readonly Column<Endpoint>[] = [
    { id: 'tenant', header: t('service.tenant'), cell: ({ row }) => <bdi>{row.original.tenant}</bdi> },
    { id: 'host', header: t('service.host'), cell: ({ row }) => <bdi dir="ltr">{row.original.host}</bdi> },
    { id: 'state', header: t('service.state'), cell: ({ row }) => <EndpointState of={row.original} /> },
    {
      id: 'failure',
      header: t('service.lastFailure'),
      cell: ({ row: { original } }) => original.last_failure !== null && <EndpointFailure of={original.last_failure} />,
    },
    {
      id: 'pending',
      header: t('service.pending'),
      isFigure: true,
      cell: ({ row }) => <bdi>{new Intl.NumberFormat(locale).format(row.original.pending)}</bdi>,
    },
    {
      id: 'pendingSince',
      header: t('service.pendingSince'),
      cell: ({ row: { original } }) => original.pending_since !== null && <Time at={original.pending_since} />,
    },
  ];
  return (
    <Panel title={t('service.endpoints')}>
      {endpoints.length === 0 ? (
        <Notice icon={CheckIcon} title={t('service.noEndpoints')} text={t('service.noEndpointsAbout')} />
      ) : (
        <DataTable
          name={t('service.endpoints')}
          columns={columns}
          rows={endpoints}
          keyOf={({ tenant, endpoint_id: id }) => `${tenant} ${id}`}
        />
      )}
    </Panel>
  );
}

function EndpointState({ of: { state, failing_since: since } }: { of: Endpoint }) {
  const { t } = useWords();
  return (
    <div className={classes.lines}>
      <Status of={state === 'ACTIVE' && since !== null ? 'FAILING' : state} />
      {since !== null && (
        <span className={classes.note}>
          {t('service.failingSince')} <Time at={since} />
        </span>
      )}
    </div>
  );
}
