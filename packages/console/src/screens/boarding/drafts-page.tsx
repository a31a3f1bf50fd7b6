import type { MerchantDraft } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { PencilIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';

type Row = Omit<MerchantDraft, 'merchant'>;

export function DraftsPage() {
  return useHasScope('merchants:write') ? <Drafts /> : <NoPermission />;
}

/** Lists the merchants that people of the acquirer prepare. */
function Drafts() {
  const { t } = useWords();
  const client = useClient();
  const draftPages = usePages(['drafts'], (cursor, options) => client.merchantDrafts.list(cursor, options));
  const names = new Map(
    draftPages.data?.pages.flatMap(({ people = [] }) => people.map((one) => [one.subject, one.name])),
  );
  return (
    <Page
      title={t('boarding.drafts')}
      about={t('boarding.draftsAbout')}
      actions={
        <>
          <Link to="/merchants">{t('merchants.title')}</Link>
          <Link to="/merchants/file">{t('boarding.file')}</Link>
          <Button component={Link} to="/merchants/drafts/new">
            {t('boarding.new')}
          </Button>
        </>
      }
    >
      <Panel title={t('boarding.drafts')}>
        <PagedRows
          query={draftPages}
          rowsOf={({ drafts }) => drafts}
          empty={<Notice icon={PencilIcon} title={t('boarding.noDrafts')} text={t('boarding.noDraftsAbout')} />}
        >
          {(rows) => <DraftTable rows={rows} names={names} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}

function DraftTable({
  rows,
  names,
}: {
  rows: readonly Row[];
  names: ReadonlyMap<string | undefined, string | undefined>;
}) {
  const { t } = useWords();
  const columns: readonly Column<Row>[] = [
    {
      id: 'who',
      header: t('merchants.merchant'),
      cell: ({ row: { original } }) => (
        <Link to="/merchants/drafts/$draftId" params={{ draftId: original.draftId }} data-draft={original.draftId}>
          <bdi>{original.merchantName ?? original.merchantId ?? t('boarding.unnamed')}</bdi>
        </Link>
      ),
    },
    { id: 'saved', header: t('boarding.savedAt'), cell: ({ row }) => <Time at={row.original.savedAt} /> },
    {
      id: 'by',
      header: t('boarding.savedBy'),
      cell: ({ row: { original } }) => <bdi>{names.get(original.savedBy) ?? original.savedBy}</bdi>,
    },
  ];
  return <DataTable name={t('boarding.drafts')} columns={columns} rows={rows} keyOf={({ draftId }) => draftId} />;
}
