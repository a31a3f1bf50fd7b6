import type { ApplicationSummary, ReviewedMerchant } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Static } from 'typebox';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope, useSession, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useRecord, useReviewMutations } from './application-queries.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { HitPanel } from './hit-panel.tsx';
import { InformationRequestPanel } from './information-request-panel.tsx';
import { MerchantFacts } from './merchant-facts.tsx';
import { MerchantRecordParts } from './merchant-record-parts.tsx';
import { NextApplication } from './next-application.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewHistory } from './review-history.tsx';
import { actionBlocker, reviewStatus } from './review-rules.ts';
import { useFieldSelection } from './use-field-selection.ts';
import { useLastSeen } from './use-last-seen.ts';

interface OneParts {
  readonly application: Static<typeof ApplicationSummary> & { readonly submitterMayDecide: boolean };
  readonly merchant: ReviewedMerchant;
  /** The number of merchants of the application. */
  readonly count: number;
}

/** Shows one merchant to a reviewer: the record, the findings, the actions of others, and the possible actions. */
export function MerchantReview({ application, merchant, count }: OneParts) {
  const { t } = useWords();
  const { subject } = useSession();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const { applicationId } = application;
  const [hasActed, setActed] = useState(false);
  const acts = useReviewMutations(applicationId, () => setActed(true));
  const { seenAt, see } = useLastSeen(merchant, subject);
  const picking = useFieldSelection();
  const [isRequesting, setRequesting] = useState(false);
  const record = useRecord(merchant.merchantId, merchant.changedAt);
  const maySend = useHasScope('merchants:write');
  const deciding = {
    subject,
    submittedBy: application.submittedBy,
    submitterMayDecide: application.submitterMayDecide,
    isReviewer: useHasScope('merchants:review'),
  };
  const about = { merchant, deciding, acts, seenAt };
  const closeRequest = () => {
    setRequesting(false);
    picking.clear();
  };
  const isBoarding = merchant.amendments === undefined;
  const canRequest = isRequesting && actionBlocker(merchant, 'ask-information', deciding).length === 0;
  return (
    <Page
      title={merchant.merchantName}
      trailing={
        <>
          <Status
            of={isBoarding && merchant.merchantState !== null ? merchant.merchantState : reviewStatus(merchant)}
          />
          {reviewStatus(merchant) === 'AWAITING_APPROVAL' && merchant.reviewedBy !== null && (
            <span>
              {t('application.reviewedBy')} <PersonName by={merchant.reviewedBy} subject={subject} />
            </span>
          )}
        </>
      }
      about={t('merchants.allAbout', { zone })}
      actions={
        <>
          {count > 1 && (
            <Link to="/merchants/$applicationId" params={{ applicationId }}>
              {t('application.all', { count })}
            </Link>
          )}
          <Identifier id={merchant.merchantId} />
          <Button variant="default" onClick={() => window.print()}>
            {t('application.print')}
          </Button>
        </>
      }
      side={
        <>
          <ReviewActions {...about} requestInformation={() => setRequesting(true)} />
          <HitPanel {...about} />
          <ReviewHistory merchant={merchant} subject={subject} />
        </>
      }
    >
      {hasActed && <NextApplication after={applicationId} />}
      <ConflictNotice merchant={merchant} seenAt={seenAt} subject={subject} goOn={see} />
      <MerchantFacts application={application} merchant={merchant} subject={subject} />
      {canRequest && (
        <InformationRequestPanel
          merchant={merchant}
          picking={picking}
          acts={acts}
          seenAt={seenAt}
          close={closeRequest}
        />
      )}
      <QueryBoundary query={record}>
        {(found) => (
          <MerchantRecordParts
            found={found}
            merchant={merchant}
            acts={acts}
            picking={canRequest ? picking : undefined}
            maySend={maySend}
            follow={(to) => void navigate({ to: '/merchants/$applicationId', params: { applicationId: to } })}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}
