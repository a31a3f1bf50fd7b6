import type { CardListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../parts/page/notice.tsx';
import { CreditCardIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';

/** Leads from a card that was reissued or replaced to the card that the customer uses now. */
export function SuccessorNotice({ card }: { card: CardListItem }) {
  const { t } = useWords();
  const { reissued_card_identifier_id: reissued, replacement_card_identifier_id: replacement } = card;
  const exid = reissued ?? replacement;
  if (exid === undefined) return null;
  return (
    <Notice
      icon={CreditCardIcon}
      title={t(reissued === undefined ? 'reissue.noticeReplaced' : 'reissue.notice')}
      text={null}
    >
      <Link to="/cards/$exid" params={{ exid }}>
        {t('reissue.openNew')}
      </Link>
    </Notice>
  );
}
