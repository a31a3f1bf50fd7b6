import type { ApplicationSummary, ReviewedMerchant } from '@cardwright/contract';
import type { Static } from 'typebox';
import { useAmendmentNames } from '../../parts/merchant/amendment-words.ts';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';

interface FactsParts {
  readonly application: Static<typeof ApplicationSummary>;
  readonly merchant: ReviewedMerchant;
  readonly subject: string;
}

/** Shows who did which part of the review, for the four-eyes principle. */
export function MerchantFacts({ application, merchant, subject }: FactsParts) {
  const { t } = useWords();
  const amendmentNames = useAmendmentNames();
  const person = (by: string | null) =>
    by === null ? t('person.unassigned') : <PersonName by={by} subject={subject} />;
  return (
    <Panel title={t('application.title')}>
      <Facts
        facts={[
          {
            name: t('merchants.kind'),
            value: merchant.amendments === undefined ? t('merchants.boarding') : amendmentNames(merchant.amendments),
          },
          { name: t('merchants.since'), value: <Time at={application.createdAt} /> },
          { name: t('application.request'), value: <Identifier id={application.requestId} /> },
          { name: t('application.sentBy'), value: person(application.submittedBy) },
          { name: t('application.reviewedBy'), value: person(merchant.reviewedBy) },
          ...(merchant.kyc || merchant.amendments !== undefined
            ? []
            : [{ name: t('application.kycBy'), value: person(merchant.kycConfirmedBy) }]),
          { name: t('application.approvedBy'), value: person(merchant.approvedBy) },
          ...(application.chainId === null
            ? []
            : [{ name: t('application.chain'), value: <Identifier id={application.chainId} /> }]),
        ]}
      />
    </Panel>
  );
}
