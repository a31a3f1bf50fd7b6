import type { MerchantSummary } from '@cardwright/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Static } from 'typebox';
import { MerchantName } from '../../parts/decision/merchant-name.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { HitCounts } from '../../parts/rule/hit-counts.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { merchantStatus } from '../../parts/value/merchant-status.ts';
import { Status } from '../../parts/value/status.tsx';
import { STATUSES } from '../../parts/value/statuses.ts';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { OrganizationIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { ChoiceForm } from './choice-form.tsx';
import { QUEUE_STATUSES, STATES } from './merchant-filters.ts';
import { MerchantTabs } from './merchant-tabs.tsx';

type Row = Static<typeof MerchantSummary>;

export function MerchantListPage() {
  return useHasScope('merchants:read') ? <AllMerchants /> : <NoPermission />;
}

/** Lists all merchants of the acquirer, newest first. */
function AllMerchants() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/merchants/all' });
  const filters = useSearch({ from: '/merchants/all' });
  const merchantPages = useInfiniteQuery({
    queryKey: ['merchants', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.merchants.list({ ...filters, ...(cursor && { cursor }) } as never, { signal }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const any = { value: '', label: t('filter.any') };
  const named = (values: readonly string[]) => [
    any,
    ...values.map((value) => ({ value, label: t(STATUSES[merchantStatus(value)]?.word ?? 'filter.any') })),
  ];
  return (
    <Page
      title={t('merchants.all')}
      about={t('merchants.allAbout', { zone })}
      actions={
        <>
          <MerchantTabs active={undefined} />
          <ExportButton exported={{ list: 'MERCHANTS', query: filters }} />
        </>
      }
    >
      <Panel title={t('merchants.which')}>
        <ChoiceForm
          key={JSON.stringify(filters)}
          configured={filters}
          choices={[
            { name: 'status', label: t('merchants.status'), usual: '', options: named(QUEUE_STATUSES) },
            { name: 'merchantState', label: t('merchants.state'), usual: '', options: named(STATES) },
          ]}
          go={(search) => void navigate({ search })}
        />
      </Panel>
      <Panel title={t('merchants.list')}>
        <PagedRows
          query={merchantPages}
          rowsOf={({ merchants }) => merchants}
          empty={<Notice icon={OrganizationIcon} title={t('merchants.none')} text={t('merchants.noneAbout')} />}
        >
          {(rows) => <MerchantTable rows={rows} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}

function MerchantTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useWords();
  const columns: readonly Column<Row>[] = [
    {
      id: 'who',
      header: t('merchants.merchant'),
      cell: ({ row: { original: of } }) => (
        <MerchantName
          applicationId={of.applicationId}
          merchantId={of.merchantId}
          name={of.merchantName}
          id={of.merchantId}
        />
      ),
    },
    {
      id: 'status',
      header: t('merchants.status'),
      cell: ({ row: { original } }) => <Status of={original.merchantState ?? merchantStatus(original.status)} />,
    },
    { id: 'hits', header: t('hits.title'), cell: ({ row }) => <HitCounts hits={row.original.hits} /> },
    { id: 'changed', header: t('merchants.changed'), cell: ({ row }) => <Time at={row.original.changedAt} /> },
  ];
  return <DataTable name={t('merchants.list')} columns={columns} rows={rows} keyOf={(row) => row.merchantId} />;
}
