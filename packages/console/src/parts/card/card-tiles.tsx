import type { CardListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { CreditCardIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { Notice } from '../page/notice.tsx';
import { formatExpiry } from '../value/expiry.ts';
import { Status } from '../value/status.tsx';
import classes from './card-tiles.module.css';

/** Shows cards as tiles that resemble plastic cards, with number, holder, expiry and status in their usual places. */
export function CardTiles({ cards }: { cards: readonly CardListItem[] }) {
  const { t } = useWords();
  if (cards.length === 0) return <Notice icon={CreditCardIcon} title={t('cards.none')} text={t('cards.noneAbout')} />;
  return (
    <ul className={classes.cards}>
      {cards.map((card) => (
        <li key={card.card_identifier_id}>
          <Link to="/cards/$exid" params={{ exid: card.card_identifier_id }} className={classes.card}>
            <span className={classes.line}>
              <span className={classes.product}>{card.product_code}</span>
              <Status of={card.card_status} />
            </span>
            <bdi className={classes.number} dir="ltr">
              {formatMaskedPan(card.card_number)}
            </bdi>
            <span className={classes.line}>
              <bdi>{card.cardholder_name}</bdi>
              <bdi dir="ltr" className={classes.expiry}>
                {formatExpiry(card.card_expiry_date)}
              </bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Formats a card number in groups of four. Masked digits are dots. */
export function formatMaskedPan(masked: string): string {
  return (masked.match(/.{1,4}/g) ?? []).join(' ').replace(/X/gi, '•');
}
