import type { CardListItem } from '@cardwright/contract';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { AccountLink } from '../../parts/table/account-table.tsx';
import { formatExpiry } from '../../parts/value/expiry.ts';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';

export function CardFacts({ card }: { card: CardListItem }) {
  const { t } = useWords();
  const { customer_id: customerId } = card;
  const facts = [
    { name: t('card.holder'), value: <bdi>{card.cardholder_name}</bdi> },
    { name: t('card.expiry'), value: <bdi dir="ltr">{formatExpiry(card.card_expiry_date)}</bdi> },
    { name: t('card.form'), value: t(card.card_virtual_indicator === 'V' ? 'card.virtual' : 'card.plastic') },
    { name: t('card.role'), value: t(card.card_role === 'P' ? 'card.primary' : 'card.supplementary') },
    { name: t('card.product'), value: card.product_code },
    { name: t('card.sequence'), value: <bdi dir="ltr">{card.card_sequence_number}</bdi> },
    { name: t('card.account'), value: <AccountLink number={card.account_number} /> },
    {
      name: t('card.customer'),
      value: <Identifier id={customerId} leadsTo={{ to: '/customers/$customerId', params: { customerId } }} />,
    },
    { name: t('card.statusSince'), value: <Time at={card.status_changed_at} /> },
    ...cardFact(t('card.replacedBy'), card.replacement_card_identifier_id),
    ...cardFact(t('card.reissuedAs'), card.reissued_card_identifier_id),
  ];
  return <Facts facts={facts} />;
}

function cardFact(name: string, exid: string | undefined): readonly Fact[] {
  if (exid === undefined) return [];
  return [{ name, value: <Identifier id={exid} leadsTo={{ to: '/cards/$exid', params: { exid } }} /> }];
}
