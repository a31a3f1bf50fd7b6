import type { TokenState } from '@cardwright/contract';
import type { Page } from '../../platform/kernel/page.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey } from '../cards/index.ts';
import { SELECT_TOKEN, type TokenRow } from './token-store.ts';

const PAGE = '(t.created_at, t.token_id) < ($2, $3) order by t.created_at desc, t.token_id desc limit $4';
const selectOfCard = statement(
  'tokens.select-of-card',
  `${SELECT_TOKEN} where t.bucket = account_bucket($5) and t.account_id = $5 and t.card_id = $6 and t.bank_id = $1
      and ($7::text is null or t.state = $7)
      and ${PAGE}`,
);
const selectInState = statement(
  'tokens.select-in-state',
  `${SELECT_TOKEN} where t.bank_id = $1 and t.state = $5 and ${PAGE}`,
);
const selectOfBank = statement('tokens.select-of-bank', `${SELECT_TOKEN} where t.bank_id = $1 and ${PAGE}`);

export interface TokenFilter {
  card: CardKey | undefined;
  state: TokenState | undefined;
}

/** Newest first; reads one row more than the page holds. Each index has its own statement. */
export function listTokenRows(
  tx: Tx,
  bankId: string,
  { card, state }: TokenFilter,
  { before, limit }: Page,
): Promise<TokenRow[]> {
  const page = [bankId, before.at, before.id, limit + 1];
  if (card !== undefined) return tx.query(selectOfCard, [...page, card.account_id, card.card_id, state ?? null]);
  return state === undefined ? tx.query(selectOfBank, page) : tx.query(selectInState, [...page, state]);
}
