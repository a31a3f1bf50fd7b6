import type { ListedCard } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { CreditCardIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { Notice } from '../page/notice.tsx';
import { Status } from '../value/status.tsx';
import classes from './card-tiles.module.css';

/** Cards as cards: number, holder, expiry and status where the eye looks for them. */
export function CardTiles({ cards }: { cards: readonly ListedCard[] }) {
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

/** In groups of four, as it is printed. What is hidden is a dot. */
export function formatMaskedPan(masked: string): string {
  return (masked.match(/.{1,4}/g) ?? []).join(' ').replace(/X/gi, '•');
}

/** YYMM of the interface as a card shows it. */
export function formatExpiry(yearMonth: string): string {
  return `${yearMonth.slice(2)}/${yearMonth.slice(0, 2)}`;
}
