import { useSearch } from '@tanstack/react-router';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { useHasScope } from '../../session/session.ts';
import { NoteIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { AuditFilterForm } from './audit-filters.tsx';
import { AuditLines } from './audit-lines.tsx';
import { ChainPanel } from './chain-panel.tsx';
import { useAuditLog } from './use-audit-log.ts';

export function AuditPage() {
  return useHasScope('audit:read') ? <WholeLog /> : <NoPermission />;
}

/** Shows the audit log of the tenant and the state of its chain. The filters are in the address. */
function WholeLog() {
  const { t } = useWords();
  const { log, sent, zone } = useAuditLog(useSearch({ from: '/audit' }));
  const empty = <Notice icon={NoteIcon} title={t('audit.none')} text={t('audit.noneAbout')} />;
  return (
    <Page
      title={t('audit.title')}
      about={t('audit.about', { zone })}
      actions={
        <>
          <ExportButton exported={{ list: 'AUDIT', query: sent }} />
          <ExportButton exported={{ list: 'AUDIT_PROOF', query: sent }} />
        </>
      }
    >
      <ChainPanel />
      <Panel title={t('audit.which')}>
        <AuditFilterForm />
      </Panel>
      <Panel title={t('audit.rows')}>
        <PagedRows query={log} rowsOf={({ items }) => items} empty={empty}>
          {(found) => <AuditLines rows={found} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}
