import { Button, NativeSelect } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { HitCounts } from '../../parts/rule/hit-counts.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { merchantStatus } from '../../parts/value/merchant-status.ts';
import { STATUSES } from '../../parts/value/statuses.ts';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useSession, useTimeZone } from '../../session/session.ts';
import { OrganizationIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
import { type ApplicationFilters, type useApplication, useReviewMutations } from './application-queries.ts';
import { BulkActions, type MerchantSelection } from './bulk-actions.tsx';
import { NextApplication } from './next-application.tsx';
import { SelectionContext } from './selection-checkbox.tsx';
import { SelectionTable } from './selection-table.tsx';

const HIT_CHOICES = {
  OPEN: 'hits.open',
  CONFIRMED: 'hits.confirmed',
  CLEARED: 'hits.cleared',
  NONE: 'hits.none',
} as const;

type ApplicationQuery = ReturnType<typeof useApplication>;
type Application = NonNullable<ApplicationQuery['data']>['pages'][number];

/**
 * Shows an application with many merchants. Merchants with hits are reviewed one by one, and the others are decided
 * together.
 */
export function ApplicationMerchants({ application, query }: { application: Application; query: ApplicationQuery }) {
  const { t } = useWords();
  const { subject } = useSession();
  const zone = useTimeZone();
  const { applicationId } = useParams({ from: '/merchants/$applicationId' });
  const filters = useSearch({ from: '/merchants/$applicationId' }) as ApplicationFilters;
  const [hasActed, setActed] = useState(false);
  const acts = useReviewMutations(applicationId, () => setActed(true));
  const [chosen, choose] = useState<MerchantSelection>(new Map());
  const [isReading, setReading] = useState(false);
  const count = Object.values(application.counts).reduce((sum, each) => sum + each, 0);
  const chooseAll = async () => {
    setReading(true);
    const all = await acts.all(filters).finally(() => setReading(false));
    choose(new Map(all.map((merchant) => [merchant.merchantId, merchant])));
  };
  const { first, submittedBy, submitterMayDecide } = application;
  const isReviewer = useHasScope('merchants:review');
  return (
    <Page
      title={t('application.many', { name: first?.merchantName ?? application.requestId, count: count - 1 })}
      trailing={<HitCounts hits={application.hits} />}
      about={
        <>
          {t('merchants.since')} <Time at={application.createdAt} /> · {t('merchants.allAbout', { zone })}
        </>
      }
      actions={
        <Button variant="default" onClick={() => window.print()}>
          {t('application.print')}
        </Button>
      }
    >
      {hasActed && <NextApplication after={applicationId} />}
      <Panel title={t('merchants.which')}>
        <Filters filters={filters} counts={application.counts} clearSelection={() => choose(new Map())} />
      </Panel>
      <Panel title={t('merchants.list')}>
        <BulkActions
          chosen={chosen}
          choose={choose}
          chooseAll={() => void chooseAll()}
          isReading={isReading}
          deciding={{ subject, submittedBy, submitterMayDecide, isReviewer }}
          acts={acts}
        />
        <PagedRows
          query={query}
          rowsOf={({ merchants }) => merchants}
          empty={<Notice icon={OrganizationIcon} title={t('merchants.none')} text={t('merchants.noneAbout')} />}
        >
          {(rows) => (
            <SelectionContext value={{ chosen, choose }}>
              <SelectionTable rows={rows} applicationId={applicationId} />
            </SelectionContext>
          )}
        </PagedRows>
      </Panel>
    </Page>
  );
}

interface FilterParts {
  readonly filters: ApplicationFilters;
  readonly counts: Application['counts'];
  readonly clearSelection: () => void;
}

/** Filters by status, with the count of each, and by hits. */
function Filters({ filters, counts, clearSelection }: FilterParts) {
  const { t, locale } = useWords();
  const navigate = useNavigate({ from: '/merchants/$applicationId' });
  const figure = new Intl.NumberFormat(locale);
  const go = (name: string, value: string) => {
    clearSelection();
    void navigate({ search: (before: object) => ({ ...before, [name]: value === '' ? undefined : value }) });
  };
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={t('merchants.status')}
        value={filters.status ?? ''}
        onChange={(event) => go('status', event.currentTarget.value)}
      >
        <option value="">{t('filter.any')}</option>
        {Object.entries(counts).map(([status, count]) => (
          <option key={status} value={status}>
            {t(STATUSES[merchantStatus(status)]?.word ?? 'filter.any')} ({figure.format(count)})
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t('hits.title')}
        value={filters.hits ?? ''}
        onChange={(event) => go('hits', event.currentTarget.value)}
      >
        <option value="">{t('filter.any')}</option>
        {Object.entries(HIT_CHOICES).map(([value, word]) => (
          <option key={value} value={value}>
            {t(word)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
