import { useParams, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/failure.tsx';
import { Fetched } from '../../parts/page/fetched.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { useMay } from '../../session/session.ts';
import { OrganizationIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type ApplicationFilters, useApplication, useReviewed } from './application-queries.ts';
import { Names, useNames } from './by-whom.tsx';
import { ManyMerchants } from './many-merchants.tsx';
import { OneMerchant } from './one-merchant.tsx';

export function ApplicationPage() {
  const { merchant } = useSearch({ from: '/merchants/$applicationId' });
  const { applicationId } = useParams({ from: '/merchants/$applicationId' });
  if (!useMay('merchants:read')) return <NoPermission />;
  if (merchant === undefined) return <WholeApplication applicationId={applicationId} />;
  return <ChosenMerchant key={merchant} applicationId={applicationId} merchantId={merchant} />;
}

/** Where it has one merchant alone, that one. */
function WholeApplication({ applicationId }: { applicationId: string }) {
  const { status, hits } = useSearch({ from: '/merchants/$applicationId' });
  const filters = { ...(status && { status }), ...(hits && { hits }) } as ApplicationFilters;
  const listed = useApplication(applicationId, filters);
  const names = useNames(listed.data?.pages.flatMap(({ people = [] }) => people));
  return (
    <Fetched query={listed}>
      {({ pages }) => {
        const [application] = pages;
        if (application === undefined) return null;
        const count = countOf(application.counts);
        const [only] = application.merchants;
        if (count === 0) return <Gone />;
        return count === 1 && only !== undefined ? (
          <ChosenMerchant applicationId={applicationId} merchantId={only.merchantId} />
        ) : (
          <Names value={names}>
            <ManyMerchants application={application} listed={listed} />
          </Names>
        );
      }}
    </Fetched>
  );
}

function ChosenMerchant({ applicationId, merchantId }: { applicationId: string; merchantId: string }) {
  const reviewed = useReviewed(applicationId, merchantId);
  const names = useNames(reviewed.data?.people);
  return (
    <Fetched query={reviewed}>
      {({ merchants: [merchant], ...application }) =>
        merchant === undefined ? (
          <Gone />
        ) : (
          <Names value={names}>
            <OneMerchant
              key={merchant.merchantId}
              application={application}
              merchant={merchant}
              count={countOf(application.counts)}
            />
          </Names>
        )
      }
    </Fetched>
  );
}

/** A merchant that was sent again belongs to its newest application. */
function Gone() {
  const { t } = useWords();
  return <Notice icon={OrganizationIcon} title={t('application.gone')} text={t('application.goneAbout')} />;
}

function countOf(counts: Readonly<Record<string, number | undefined>>): number {
  return Object.values(counts).reduce<number>((sum, each) => sum + (each ?? 0), 0);
}
