import type { AuditRow } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { csvOf, downloadFile } from '../../parts/table/csv-file.ts';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { useHasScope } from '../../session/session.ts';
import { DownloadIcon, NoteIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLines } from './audit-lines.tsx';
import { ChainPanel } from './chain-panel.tsx';
import { useAuditLog } from './use-audit-log.ts';

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
  const { log, rows, select, zone } = useAuditLog(useSearch({ from: '/audit' }));
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
          onClick={() => downloadFile('audit.csv', csvOf(COLUMNS, rows))}
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
        <PagedRows query={log} rowsOf={select} empty={empty}>
          {(found) => <AuditLines rows={found} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}
