import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { ChecklistIcon, DownloadIcon, SyncIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { DecisionTable } from './decision-table.tsx';
import { downloadDecisions } from './decisions-file.ts';
import { FilterForm } from './filter-form.tsx';
import { queryOf } from './filters.ts';
import { SavedViewList } from './saved-view-list.tsx';
import { useNewDecisions } from './use-new-decisions.ts';

export function AuthorizationsPage() {
  return useHasScope('authorizations:read') ? <AllAuthorizations /> : <NoPermission />;
}

/** Lists the decisions of the bank, an account or a card. The filters are in the address. */
function AllAuthorizations() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const filters = useSearch({ from: '/authorizations' });
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['authorizations', filters],
    // The list moves only when the user wants it to.
    refetchOnWindowFocus: false,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.authorizations.list({ ...queryOf(filters as never, zone), ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = data?.pages.flatMap(({ items }) => items);
  const newer = useNewDecisions(filters as never, rows);
  return (
    <Page
      title={t('authorizations.title')}
      about={t('authorizations.zone', { zone })}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<SyncIcon size={16} aria-hidden />}
            loading={isFetching && !isFetchingNextPage}
            onClick={() => void refetch()}
          >
            {t('authorizations.refresh')}
          </Button>
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} aria-hidden />}
            disabled={rows === undefined || rows.length === 0}
            onClick={() => downloadDecisions(rows ?? [])}
          >
            {t('authorizations.csv')}
          </Button>
        </>
      }
    >
      <Panel title={t('authorizations.filters')}>
        <FilterForm key={JSON.stringify(filters)} filters={filters} />
        <SavedViewList filters={filters} />
      </Panel>
      <Panel
        title={t('authorizations.list')}
        aside={
          <span aria-live="polite">
            {newer.count > 0 && (
              <Button variant="light" size="compact-sm" onClick={() => void newer.show()} data-newer={newer.count}>
                {t(newer.hasMore ? 'authorizations.manyNew' : 'authorizations.new', { count: newer.count })}
              </Button>
            )}
          </span>
        }
      >
        {rows === undefined &&
          (error === null ? <Loading lines={8} /> : <ErrorNotice error={error} retry={() => void refetch()} />)}
        {rows?.length === 0 && (
          <Notice icon={ChecklistIcon} title={t('authorizations.none')} text={t('authorizations.noneAbout')} />
        )}
        {rows !== undefined && rows.length > 0 && <DecisionTable rows={rows} />}
        {hasNextPage && (
          <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        )}
      </Panel>
    </Page>
  );
}
