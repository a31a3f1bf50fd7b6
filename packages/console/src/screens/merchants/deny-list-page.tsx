import type { EntryOf } from '@cardwright/sdk/browser';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { BlockedIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { DenyListPanel } from './deny-list-panel.tsx';
import { MerchantTabs } from './merchant-tabs.tsx';

type Row = EntryOf<'denyList.list'>;

export function DenyListPage() {
  return useHasScope('merchants:review') ? <DenyList /> : <NoPermission />;
}

/** Shows the names that the screening reports, and replaces them with those of a file. */
function DenyList() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const list = useInfiniteQuery({
    queryKey: ['deny-list'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => client.denyList.list({ ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  return (
    <Page
      title={t('denyList.title')}
      about={t('denyList.about', { zone })}
      actions={<MerchantTabs active={undefined} page="deny-list" />}
    >
      <DenyListPanel />
      <Panel title={t('denyList.names')}>
        <PagedRows
          query={list}
          rowsOf={({ names }) => names}
          empty={<Notice icon={BlockedIcon} title={t('denyList.none')} text={t('denyList.noneAbout')} />}
        >
          {(rows) => <NameTable rows={rows} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}

function NameTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useWords();
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: t('field.name'), cell: ({ row }) => <bdi>{row.original.name}</bdi> },
    { id: 'reason', header: t('confirm.reason'), cell: ({ row }) => <bdi>{row.original.reason}</bdi> },
    { id: 'loaded', header: t('denyList.loadedAt'), cell: ({ row }) => <Time at={row.original.loadedAt} /> },
  ];
  return <DataTable name={t('denyList.names')} columns={columns} rows={rows} keyOf={({ key }) => key} />;
}
