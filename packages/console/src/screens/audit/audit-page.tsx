import type { AuditRow } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { csvOf, downloadCsv } from '../../parts/table/csv-file.ts';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { dayRange } from '../../parts/value/day-range.ts';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { DownloadIcon, NoteIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLines } from './audit-lines.tsx';
import { ChainPanel } from './chain-panel.tsx';

const COLUMNS = [
  ...['at', 'actor', 'operation', 'subject', 'outcome', 'request_id', 'from_address'],
  ...['details', 'before', 'after', 'sealed'],
] as (keyof AuditRow)[];

export function AuditPage() {
  return useHasScope('audit:read') ? <WholeLog /> : <NoPermission />;
}

/** Shows the audit log of the tenant and the state of its chain. The filters are in the address. */
function WholeLog() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const { from, to, ...others } = useSearch({ from: '/audit' });
  const filters = { ...others, ...dayRange({ from, to }, zone) };
  const log = useInfiniteQuery({
    queryKey: ['audit', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.audit.list({ ...filters, ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const empty = <Notice icon={NoteIcon} title={t('audit.none')} text={t('audit.noneAbout')} />;
  return (
    <Page
      title={t('audit.title')}
      about={t('audit.about', { zone })}
      actions={
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => downloadCsv('audit.csv', csvOf(COLUMNS, rows))}
        >
          {t('authorizations.csv')}
        </Button>
      }
    >
      <ChainPanel />
      <Panel title={t('audit.which')}>
        <AuditFilters />
      </Panel>
      <Panel title={t('audit.rows')}>
        <PagedRows query={log} rowsOf={({ items }) => items} empty={empty}>
          {(found) => <AuditLines rows={found} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}
