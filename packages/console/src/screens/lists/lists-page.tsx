import type { MerchantListSummary } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { OrganizationIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { KIND_WORDS } from './kind-words.ts';
import { useLists } from './list-queries.ts';
import { NewListForm } from './new-list-form.tsx';

export function ListsPage() {
  return useHasScope('programs:read') ? <AllLists /> : <NoPermission />;
}

/** Shows the lists of merchants and categories that conditions refer to by name. */
function AllLists() {
  const { t, locale } = useWords();
  const zone = useTimeZone();
  const mayWrite = useHasScope('programs:write');
  const lists = useLists();
  const count = new Intl.NumberFormat(locale);
  const columns: readonly Column<MerchantListSummary>[] = [
    {
      id: 'name',
      header: t('lists.name'),
      cell: ({ row: { original } }) => (
        <Link to="/lists/$name" params={{ name: original.name }}>
          <bdi dir="ltr">{original.name}</bdi>
        </Link>
      ),
    },
    { id: 'kind', header: t('lists.kind'), cell: ({ row }) => t(KIND_WORDS[row.original.kind]) },
    {
      id: 'count',
      header: t('lists.count'),
      isFigure: true,
      cell: ({ row }) => <bdi>{count.format(row.original.count)}</bdi>,
    },
    { id: 'at', header: t('lists.changedAt'), cell: ({ row }) => <Time at={row.original.changed_at} /> },
    { id: 'by', header: t('lists.changedBy'), cell: ({ row }) => <bdi dir="ltr">{row.original.changed_by}</bdi> },
  ];
  return (
    <Page title={t('lists.title')} about={t('lists.about', { zone })}>
      <Panel title={t('lists.all')}>
        <PagedRows
          query={lists}
          rowsOf={({ items }) => items}
          empty={<Notice icon={OrganizationIcon} title={t('lists.none')} text={t('lists.noneAbout')} />}
        >
          {(rows) => <DataTable name={t('lists.all')} columns={columns} rows={rows} keyOf={({ name }) => name} />}
        </PagedRows>
      </Panel>
      {mayWrite && (
        <Panel title={t('lists.new')}>
          <NewListForm />
        </Panel>
      )}
    </Page>
  );
}
