import { CHANGE_STATES, type ChangeState } from '@cardwright/contract';
import { NativeSelect } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { ChecklistIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useChangeRequest, useChangeRequests } from './approval-queries.ts';
import { RequestPanel } from './request-panel.tsx';
import { STATE_WORDS } from './state-words.ts';

export function ApprovalsPage() {
  const { request } = useSearch({ from: '/approvals' });
  if (!useHasScope('changes:read')) return <NoPermission />;
  return request === undefined ? <Approvals /> : <OneRequest id={request} />;
}

/** Shows the change request that a task refers to. */
function OneRequest({ id }: { id: string }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const all = (
    <Link to="/approvals" search={{}}>
      {t('approvals.title')}
    </Link>
  );
  return (
    <Page title={t('approvals.one')} about={t('authorizations.zone', { zone })} actions={all}>
      <QueryBoundary query={useChangeRequest(id)}>{(request) => <RequestPanel request={request} />}</QueryBoundary>
    </Page>
  );
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
        maw="20rem"
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
