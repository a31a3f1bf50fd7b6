import { useParams, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { PersonNames, usePersonNames } from '../../parts/value/person-name.tsx';
import { useHasScope } from '../../session/session.ts';
import { OrganizationIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { ApplicationMerchants } from './application-merchants.tsx';
import { type ApplicationFilters, useApplication, useApplicationMerchant } from './application-queries.ts';
import { MerchantReview } from './merchant-review.tsx';

export function ApplicationPage() {
  const { merchant } = useSearch({ from: '/merchants/$applicationId' });
  const { applicationId } = useParams({ from: '/merchants/$applicationId' });
  if (!useHasScope('merchants:read')) return <NoPermission />;
  if (merchant === undefined) return <WholeApplication applicationId={applicationId} />;
  return <ChosenMerchant key={merchant} applicationId={applicationId} merchantId={merchant} />;
}

/** Shows an application. If it has only one merchant, it shows that merchant. */
function WholeApplication({ applicationId }: { applicationId: string }) {
  const { status, hits } = useSearch({ from: '/merchants/$applicationId' });
  const filters = { ...(status && { status }), ...(hits && { hits }) } as ApplicationFilters;
  const list = useApplication(applicationId, filters);
  const names = usePersonNames(list.data?.pages.flatMap(({ people = [] }) => people));
  return (
    <QueryBoundary query={list}>
      {({ pages }) => {
        const [application] = pages;
        if (application === undefined) return null;
        const count = countOf(application.counts);
        const [only] = application.merchants;
        if (count === 0) return <RemovedNotice />;
        return count === 1 && only !== undefined ? (
          <ChosenMerchant applicationId={applicationId} merchantId={only.merchantId} />
        ) : (
          <PersonNames value={names}>
            <ApplicationMerchants key={applicationId} application={application} query={list} />
          </PersonNames>
        );
      }}
    </QueryBoundary>
  );
}

function ChosenMerchant({ applicationId, merchantId }: { applicationId: string; merchantId: string }) {
  const reviewed = useApplicationMerchant(applicationId, merchantId);
  const names = usePersonNames(reviewed.data?.people);
  return (
    <QueryBoundary query={reviewed}>
      {({ merchants: [merchant], ...application }) =>
        merchant === undefined ? (
          <RemovedNotice />
        ) : (
          <PersonNames value={names}>
            <MerchantReview
              key={merchant.merchantId}
              application={application}
              merchant={merchant}
              count={countOf(application.counts)}
            />
          </PersonNames>
        )
      }
    </QueryBoundary>
  );
}

/** Explains a missing application. A merchant that is sent again belongs to its newest application. */
function RemovedNotice() {
  const { t } = useWords();
  return <Notice icon={OrganizationIcon} title={t('application.removed')} text={t('application.removedAbout')} />;
}

function countOf(counts: Readonly<Record<string, number | undefined>>): number {
  return Object.values(counts).reduce<number>((sum, each) => sum + (each ?? 0), 0);
}
