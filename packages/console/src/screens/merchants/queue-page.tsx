import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { merchantStatus } from '../../parts/value/merchant-status.ts';
import { STATUSES } from '../../parts/value/statuses.ts';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { CheckCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type Choice, ChoiceForm } from './choice-form.tsx';
import {
  AGES,
  ANY,
  HIT_WORDS,
  QUEUE_STATUSES,
  queueQuery,
  type Relation,
  relationOf,
  usualStatus,
} from './merchant-filters.ts';
import { MerchantTabs } from './merchant-tabs.tsx';
import { QueueTable } from './queue-table.tsx';

export function QueuePage() {
  return useHasScope('merchants:read') ? <Queue /> : <NoPermission />;
}

/** The interval at which decisions of other people appear. */
const AGAIN_MS = 30_000;

/** Lists the applications that concern the person: those with hits first, then the longest waiting. */
function Queue() {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/merchants' });
  const filters = useSearch({ from: '/merchants' });
  const mayAct = useHasScope('merchants:review', 'merchants:approve', 'merchants:write');
  const maySubmit = useHasScope('merchants:write');
  const relation = mayAct || filters.relation !== undefined ? relationOf(filters) : 'ANY';
  const choices = useChoices(relation);
  const queuePages = useInfiniteQuery({
    queryKey: ['applications', relation, filters],
    refetchInterval: AGAIN_MS,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const queueParams = { ...queueQuery(filters, relation, Date.now()), ...(cursor && { cursor }) };
      return client.merchantApplications.list(queueParams as never, { signal });
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return (
    <Page
      title={t(relation === 'MINE' ? 'merchants.mine' : 'merchants.queue')}
      about={t('merchants.queueAbout', { zone })}
      actions={
        <>
          <MerchantTabs active={relation} />
          <ExportButton exported={{ list: 'APPLICATIONS', query: queueQuery(filters, relation, Date.now()) }} />
          {maySubmit && (
            <Button component={Link} size="compact-sm" to="/merchants/drafts/new">
              {t('boarding.new')}
            </Button>
          )}
        </>
      }
    >
      <Panel title={t('merchants.which')}>
        <ChoiceForm
          key={JSON.stringify(filters)}
          configured={filters}
          choices={choices}
          go={(search) =>
            void navigate({ search: { ...(filters.relation && { relation: filters.relation }), ...search } })
          }
        />
      </Panel>
      <Panel title={t('merchants.applications')}>
        <PagedRows
          query={queuePages}
          rowsOf={({ applications }) => applications}
          empty={
            <Notice
              icon={CheckCircleIcon}
              title={t('merchants.queueEmpty')}
              text={t(relation === 'ASKED_OF_ME' ? 'merchants.informationRequestedEmpty' : 'merchants.queueEmptyAbout')}
            />
          }
        >
          {(rows) => (
            <QueueTable rows={rows} people={queuePages.data?.pages.flatMap(({ people = [] }) => people) ?? []} />
          )}
        </PagedRows>
      </Panel>
    </Page>
  );
}

function useChoices(relation: Relation): readonly Choice[] {
  const { t } = useWords();
  const any = { value: '', label: t('filter.any') };
  return [
    {
      name: 'status',
      label: t('merchants.status'),
      usual: usualStatus(relation),
      options: [
        ...QUEUE_STATUSES.map((value) => ({ value, label: t(STATUSES[merchantStatus(value)]?.word ?? 'filter.any') })),
        { value: ANY, label: t('filter.any') },
      ],
    },
    {
      name: 'hits',
      label: t('hits.title'),
      usual: '',
      options: [any, ...Object.entries(HIT_WORDS).map(([value, word]) => ({ value, label: t(word) }))],
    },
    {
      name: 'kind',
      label: t('merchants.kind'),
      usual: '',
      options: [
        any,
        { value: 'BOARDING', label: t('merchants.boarding') },
        { value: 'AMENDMENT', label: t('merchants.amendment') },
      ],
    },
    {
      name: 'age',
      label: t('merchants.age'),
      usual: '',
      options: [any, ...AGES.map((value) => ({ value, label: t('merchants.days', { count: Number(value) }) }))],
    },
  ];
}
