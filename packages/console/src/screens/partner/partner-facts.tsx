import type { PartnerHealth } from '@cardwright/contract';
import { Facts } from '../../parts/page/facts.tsx';
import { useWords } from '../../words/language.ts';

/** Shows the operator's configuration. Amounts are in the currency of each account. */
export function PartnerFacts({ of }: { of: NonNullable<PartnerHealth['partner']> }) {
  const { t, locale } = useWords();
  const facts = [
    { name: t('partner.host'), value: <bdi dir="ltr">{of.host}</bdi> },
    {
      name: t('partner.callPolicy'),
      value: t(of.ask === 'always' ? 'partner.callAlways' : 'partner.callWouldApprove'),
    },
    { name: t('partner.deadline'), value: `${new Intl.NumberFormat(locale).format(of.deadline_ms)} ms` },
    { name: t('partner.approveUpTo'), value: <bdi>{of.approve_up_to}</bdi> },
    { name: t('partner.perDay'), value: of.per_day === null ? t('limits.none') : <bdi>{of.per_day}</bdi> },
  ];
  return <Facts facts={facts} />;
}
