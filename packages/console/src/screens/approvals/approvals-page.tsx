import { CHANGE_STATES, type ChangeState } from '@cardwright/contract';
import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { ChecklistIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useChangeRequests } from './approval-queries.ts';
import { RequestPanel } from './request-panel.tsx';
import { STATE_WORDS } from './state-words.ts';

export function ApprovalsPage() {
  return useHasScope('changes:read') ? <Approvals /> : <NoPermission />;
}

const ALL = 'ALL';

/** Lists the changes that wait for a second person, and those that were decided. */
function Approvals() {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/approvals' });
  const { state = 'PENDING' } = useSearch({ from: '/approvals' });
  const selected = CHANGE_STATES.find((one): one is ChangeState => one === state);
  const requests = useChangeRequests(selected);
  const empty = <Notice icon={ChecklistIcon} title={t('approvals.none')} text={t('approvals.noneAbout')} />;
  return (
    <Page title={t('approvals.title')} about={t('approvals.about', { zone })}>
      <NativeSelect
        label={t('approvals.state')}
        value={state}
        onChange={(event) => void navigate({ search: { state: event.currentTarget.value } })}
      >
        {CHANGE_STATES.map((one) => (
          <option key={one} value={one}>
            {t(STATE_WORDS[one])}
          </option>
        ))}
        <option value={ALL}>{t('approvals.all')}</option>
      </NativeSelect>
      <PagedRows query={requests} rowsOf={({ items }) => items} empty={empty}>
        {(rows) => rows.map((request) => <RequestPanel key={request.change_request_id} request={request} />)}
      </PagedRows>
    </Page>
  );
}
