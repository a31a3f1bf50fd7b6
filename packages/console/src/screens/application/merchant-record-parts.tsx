import type { MerchantRecord, ReviewedMerchant } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import type { Static } from 'typebox';
import { useAmendmentNames } from '../../parts/merchant/amendment-words.ts';
import { useWords } from '../../words/language.ts';
import { AmendmentActions } from './amendment-actions.tsx';
import classes from './application.module.css';
import type { ReviewMutations } from './application-queries.ts';
import { ChangesPanel } from './changes-panel.tsx';
import { proposedChanges } from './record-fields.ts';
import { type FieldSelection, RecordView } from './record-view.tsx';
import { ResubmitPanel } from './resubmit-panel.tsx';
import { VersionPanel } from './version-panel.tsx';

interface RecordPartsOf {
  readonly found: Static<typeof MerchantRecord>;
  readonly merchant: ReviewedMerchant;
  readonly acts: ReviewMutations;
  readonly picking: FieldSelection | undefined;
  readonly maySend: boolean;
  readonly follow: (applicationId: string) => void;
}

/** Shows the sent record: the changes since the last version first, then the whole record, then its history. */
export function MerchantRecordParts({ found, merchant, acts, picking, maySend, follow }: RecordPartsOf) {
  const { t } = useWords();
  const amendmentNames = useAmendmentNames();
  const { resubmitted, openAmendment } = found;
  const requested = merchant.status === 'INFORMATION_REQUIRED' ? merchant.informationRequired : null;
  const isBoarding = merchant.amendments === undefined;
  return (
    <>
      {requested !== null && (
        <ResubmitPanel
          record={found.merchant}
          requestedFields={requested}
          chain={found.chain}
          maySend={maySend}
          acts={acts}
          follow={follow}
        />
      )}
      {merchant.proposed !== undefined && (
        <ChangesPanel title={t('changes.proposed')} changes={proposedChanges(found.merchant, merchant.proposed)} />
      )}
      {isBoarding && resubmitted !== undefined && (
        <ChangesPanel
          title={t('changes.resubmitted')}
          changes={resubmitted.changes}
          more={resubmitted.moreChanges ?? 0}
        />
      )}
      {isBoarding && openAmendment !== undefined && (
        <p className={classes.sentence}>
          <Link to="/merchants/$applicationId" params={{ applicationId: openAmendment.applicationId }}>
            {t('application.openAmendment', { types: amendmentNames(openAmendment.amendments) })}
          </Link>
        </p>
      )}
      {isBoarding && maySend && found.merchantState !== null && found.merchantState !== 'CLOSED' && (
        <AmendmentActions record={found} acts={acts} />
      )}
      <RecordView record={found.merchant} hits={merchant.screening.hits ?? []} picking={picking} />
      {found.versions.length > 0 && <VersionPanel versions={found.versions} />}
    </>
  );
}
