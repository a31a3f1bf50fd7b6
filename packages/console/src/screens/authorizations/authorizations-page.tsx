import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ExportButton } from '../../parts/export/export-button.tsx';
import bar from '../../parts/filter/filter.module.css';
import { useProductsOfBin } from '../../parts/issuing/use-products-of-bin.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { WriteRuleLink } from '../../parts/rule/write-rule-link.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { useListKeys } from '../../parts/table/use-list-keys.ts';
import { useOpenRow } from '../../parts/table/use-open-row.ts';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { ChecklistIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './authorizations.module.css';
import { useColumns } from './column-choice.ts';
import { ColumnMenu } from './column-menu.tsx';
import { parseDecisionKey } from './decision-key.ts';
import { DecisionPanel } from './decision-panel.tsx';
import { DecisionTable } from './decision-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, queryOf, ruleOf } from './filters.ts';
import { SavedViewList } from './saved-view-list.tsx';
import { useLiveList } from './use-live-list.ts';
import { useNewDecisions } from './use-new-decisions.ts';

const PAGE_SIZE = '100';

export function AuthorizationsPage() {
  return useHasScope('authorizations:read') ? <AllAuthorizations /> : <NoPermission />;
}

/** Lists the decisions of the bank, an account or a card. The filters and the open row are in the address. */
function AllAuthorizations() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { open: openKey, ...filters } = useSearch({ from: '/authorizations' });
  const decisions = useDecisions(filters as Filters);
  const rows = decisions.data?.pages.flatMap(({ items }) => items);
  const productsOfBin = useProductsOfBin(filters.bin !== undefined);
  const newer = useNewDecisions(filters as Filters, rows);
  const [isLive, setLive] = useState(false);
  const [columns, choose] = useColumns();
  const list = useRef<HTMLDivElement>(null);
  const { open, close } = useOpenRow();
  const opened = parseDecisionKey(openKey);
  useListKeys({ list, openKey: opened && openKey, open, close });
  useLiveList({ isLive, list, isOpen: opened !== undefined, newCount: newer.count, load: () => void newer.load() });
  return (
    <Page
      title={t('authorizations.title')}
      trailing={<span className={classes.zone}>{t('authorizations.zone', { zone })}</span>}
      actions={
        <>
          <WriteRuleLink of={ruleOf(filters as Filters, productsOfBin, rows ?? [])} />
          <Button
            variant={isLive ? 'filled' : 'default'}
            size="compact-sm"
            aria-pressed={isLive}
            onClick={() => setLive(!isLive)}
          >
            {t('authorizations.live')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            loading={decisions.isFetching && !decisions.isFetchingNextPage}
            onClick={() => void decisions.refetch()}
          >
            {t('authorizations.refresh')}
          </Button>
          <ColumnMenu columns={columns} choose={choose} />
          <ExportButton exported={{ list: 'AUTHORIZATIONS', query: queryOf(filters as Filters, zone) }} />
        </>
      }
    >
      <div className={bar.bar}>
        <FilterBar filters={filters as Filters} />
        <SavedViewList filters={filters as Filters} columns={columns} choose={choose} />
      </div>
      <div ref={list} className={classes.list}>
        <span aria-live="polite" className={classes.newer}>
          {newer.count > 0 && (
            <Button size="compact-sm" radius="xl" onClick={() => void newer.load()} data-newer={newer.count}>
              {t(newer.hasMore ? 'authorizations.manyNew' : 'authorizations.new', { count: newer.count })}
            </Button>
          )}
        </span>
        <PagedRows
          query={decisions}
          rowsOf={({ items }) => items}
          empty={<Notice icon={ChecklistIcon} title={t('authorizations.none')} text={t('authorizations.noneAbout')} />}
        >
          {(found) => <DecisionTable rows={found} columns={columns} openKey={openKey} open={open} />}
        </PagedRows>
      </div>
      {opened !== undefined && <DecisionPanel of={opened} close={close} />}
    </Page>
  );
}

function useDecisions(filters: Filters) {
  const client = useClient();
  const zone = useTimeZone();
  return useInfiniteQuery({
    queryKey: ['authorizations', filters],
    // The list moves only when the user wants it to.
    refetchOnWindowFocus: false,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.authorizations.list(
        { ...queryOf(filters, zone), limit: PAGE_SIZE, ...(cursor && { cursor }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
