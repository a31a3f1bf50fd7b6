import { type ListCardsQuery, listCards } from '@cardwright/contract';
import { cutItems, type Page, readPage } from '../../platform/kernel/page.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { findAccountId } from '../accounts/index.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findClientId, nameTerms } from '../clients/index.ts';
import { type CardFilter, type CardListRow, listCardRows } from './card-list-store.ts';
import { toCardListResponse } from './card-response.ts';
import { findByExid } from './card-store.ts';

/** Lists cards, or finds cards without their full number (docs/interface/cards.md#list). */
export function listCardsOperation(banks: BankDirectory) {
  return implementBankRest(listCards, banks, async ({ tx, bankId, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const checked = checkDigits(query);
    if (checked !== undefined) return checked;
    const rows = await findRows(tx, bankId, query, page.value);
    if (!rows.ok) return rows;
    const place = ({ created_at: at, card_id: id }: CardListRow) => ({ at, id });
    const body = cutItems(rows.value, page.value, place, toCardListResponse);
    const cards = body.items.map(({ card_identifier_id }) => card_identifier_id).join(' ');
    audit(bankId, `bank:${bankId}`, 'cards listed', { cards });
    return ok({ body });
  });
}

/**
 * Refuses a search by last digits without another filter, and a search by BIN or name without the last digits, because
 * each of them alone matches too many cards.
 */
function checkDigits(query: ListCardsQuery): Failure<'value_not_allowed'> | undefined {
  const { last4, bin, name, customer_id, account_number, exid } = query;
  const refuse = (path: string, message: string) => fail('value_not_allowed', { path, message });
  if (last4 === undefined) {
    if (bin !== undefined) return refuse('bin', 'requires last4');
    return name === undefined ? undefined : refuse('name', 'requires last4: name alone finds clients, not cards');
  }
  const isNarrowed = [bin, name, customer_id, account_number, exid].some((filter) => filter !== undefined);
  return isNarrowed ? undefined : refuse('last4', 'requires bin, name, customer_id or account_number');
}

async function findRows(
  tx: Tx,
  bankId: string,
  query: ListCardsQuery,
  page: Page,
): Promise<Success<CardListRow[]> | Failure<'client_not_found' | 'account_not_found'>> {
  const { customer_id: customerId, account_number: accountNumber, exid } = query;
  const clientId = customerId === undefined ? null : await findClientId(tx, bankId, customerId);
  if (clientId === undefined) return fail('client_not_found');
  const accountId = accountNumber === undefined ? null : await findAccountId(tx, bankId, accountNumber);
  if (accountId === undefined) return fail('account_not_found');
  const card = exid === undefined ? null : await findByExid(tx, bankId, exid);
  // the EXID of a search can be incomplete
  if (card === undefined || (accountId !== null && card !== null && card.account_id !== accountId)) return ok([]);
  const { last4 = null, bin = null, name, status = null } = query;
  const terms = name === undefined ? [] : nameTerms(name);
  const filter: CardFilter = { clientId, accountId, card, last4, bin, terms, status };
  return ok(await listCardRows(tx, bankId, filter, page));
}
