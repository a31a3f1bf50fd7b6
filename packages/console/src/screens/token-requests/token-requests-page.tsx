import { Button } from '@mantine/core';
import { Link, lazyRouteComponent, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useRef } from 'react';
import { displayFilter } from '../../parts/filter/display-filter.ts';
import bar from '../../parts/filter/filter.module.css';
import { FilterChips } from '../../parts/filter/filter-chips.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { useListKeys } from '../../parts/table/use-list-keys.ts';
import { useOpenRow } from '../../parts/table/use-open-row.ts';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { KeyIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { requestColumns } from './request-columns.tsx';
import { REQUEST_FILTERS, type RequestFilters } from './request-filters.ts';
import { RequestPanel } from './request-panel.tsx';
import { useRequests } from './request-queries.ts';
import classes from './token-requests.module.css';

const RequestCharts = lazyRouteComponent(() => import('./request-charts.tsx'), 'RequestCharts');

export function TokenRequestsPage() {
  return useHasScope('tokens:read') ? <AllRequests /> : <NoPermission />;
}

/** Lists the decisions about requests for tokens. The filters, the open row and the charts are in the address. */
function AllRequests() {
  const words = useWords();
  const { t, language } = words;
  const zone = useTimeZone();
  const mayWriteRules = useHasScope('programs:write');
  const navigate = useNavigate({ from: '/token-requests' });
  const { open: openId, charts, ...rest } = useSearch({ from: '/token-requests' });
  const filters = rest as RequestFilters;
  const requests = useRequests(filters);
  const list = useRef<HTMLDivElement>(null);
  const { open, close } = useOpenRow();
  useListKeys({ list, openKey: openId, open, close });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` depends on the language only
  const columns = useMemo(() => requestColumns(t), [language]);
  const isCharted = charts !== undefined;
  return (
    <Page
      title={t('tokenRequest.title')}
      trailing={<span className={classes.zone}>{t('authorizations.zone', { zone })}</span>}
      actions={
        <>
          {mayWriteRules && (
            <Link to="/rules/new" search={{ on: 'provisioning' }}>
              {t('rule.write')}
            </Link>
          )}
          <Link to="/token-requests/what-if">{t('tokenRequest.try')}</Link>
          <Button
            variant={isCharted ? 'filled' : 'default'}
            size="compact-sm"
            aria-pressed={isCharted}
            onClick={() => void navigate({ search: (was) => ({ ...was, charts: isCharted ? undefined : 'on' }) })}
          >
            {t('tokenRequest.statistics')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            loading={requests.isFetching && !requests.isFetchingNextPage}
            onClick={() => void requests.refetch()}
          >
            {t('authorizations.refresh')}
          </Button>
        </>
      }
    >
      <div className={bar.bar}>
        <FilterChips
          fields={REQUEST_FILTERS}
          filters={filters}
          display={(name, value) => displayFilter(REQUEST_FILTERS[name], value, { ...words, zone })}
          change={(filter) => void navigate({ search: (was) => ({ ...was, ...filter }) })}
          clear={() => void navigate({ search: { charts } })}
        />
      </div>
      {isCharted && (
        <Suspense fallback={<Loading lines={6} />}>
          <RequestCharts filters={filters} />
        </Suspense>
      )}
      <div ref={list} className={classes.list}>
        <PagedRows
          query={requests}
          rowsOf={({ items }) => items}
          empty={<Notice icon={KeyIcon} title={t('tokenRequest.none')} text={t('tokenRequest.noneAbout')} />}
        >
          {(rows) => (
            <DataTable
              name={t('tokenRequest.title')}
              columns={columns}
              rows={rows}
              keyOf={({ decision_id: id }) => id}
              isDense
              openKey={openId}
              onOpen={open}
            />
          )}
        </PagedRows>
      </div>
      {openId !== undefined && <RequestPanel id={openId} close={close} />}
    </Page>
  );
}
