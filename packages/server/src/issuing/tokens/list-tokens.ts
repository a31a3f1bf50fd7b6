import { type ListTokensQuery, listTokens } from '@cardwright/contract';
import { cutPage, readPage } from '../../platform/kernel/page.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import { implementRest, type OperationContext } from '../../platform/operation/index.ts';
import { readCardNumber, type Vault } from '../../platform/vault/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { type CardKey, findCard, readCard, successorOf } from '../cards/index.ts';
import { callerBank } from './caller-bank.ts';
import { listTokenRows } from './list-tokens-store.ts';
import { toTokenResponse } from './token-response.ts';

/** Lists the tokens of a card or of the bank, in one state or in all, newest first (docs/interface/tokens.md#list). */
export function listTokensOperation(banks: BankDirectory, vault: Vault) {
  return implementRest(listTokens, async (context, { query }) => {
    const calling = callerBank(context, banks);
    if (!calling.ok) return calling;
    const { tx, audit } = context;
    const { bankId } = calling.value;
    const page = readPage(query);
    if (!page.ok) return page;
    const cardResult = await findQueriedCard(tx, vault, bankId, query);
    if (!cardResult.ok) return cardResult;
    const card = cardResult.value;
    const rows = await listTokenRows(tx, bankId, { card, state: query.state }, page.value);
    const cut = cutPage(rows, page.value, (row) => ({ at: row.created_at, id: row.token_id }));
    const subject = card === undefined ? `bank:${bankId}` : `card:${(await readCard(tx, bankId, card)).exid}`;
    audit(bankId, subject, 'tokens read', { tokens: cut.rows.length });
    return ok({ body: { tokens: cut.rows.map(toTokenResponse), next_cursor: cut.nextCursor } });
  });
}

/**
 * A full card number that matches no BIN gets past the check of platform/http/check-url.ts. It is refused here, because
 * proxies and browsers store URLs.
 */
async function findQueriedCard(
  tx: OperationContext['tx'],
  vault: Vault,
  bankId: string,
  { card_identifier_id: id, card_identifier_type: type = 'EXID' }: ListTokensQuery,
): Promise<Success<CardKey | undefined> | Failure<'value_not_allowed' | 'card_not_found' | 'several_cards_match'>> {
  if (id === undefined) return ok(undefined);
  const number = type === 'EXID' ? undefined : readCardNumber(id);
  // an EXID has the length of a card number, but never a valid check digit
  if (number !== undefined && 'full' in number && (type === 'CONTRACT_NUMBER' || number.full.isLuhnValid)) {
    return fail('value_not_allowed', {
      path: 'card_identifier_id',
      message: 'must not be a full card number',
    });
  }
  const match = await findCard(tx, vault, bankId, { card_identifier_id: id, card_identifier_type: type });
  return match.ok ? ok(successorOf(await readCard(tx, bankId, match.value.key))) : match;
}
