import { type AuthorizationListItem, type ListAuthorizationsQuery, listAuthorizations } from '@cardwright/contract';
import { parseAmount } from '../../../platform/kernel/money.ts';
import { cursorOf, cutItems, type Page, type Place, readPage } from '../../../platform/kernel/page.ts';
import { type Failure, fail, ok, type Success } from '../../../platform/kernel/result.ts';
import { readTimeRange } from '../../../platform/kernel/time/time-range.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { findAccountId } from '../../accounts/index.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { findByExid, readCard, successorOf } from '../../cards/index.ts';
import { createLiveLists } from '../events/watched-list.ts';
import { STATES } from '../records/find-authorization.ts';
import type { DisplayRow } from './index-name.ts';
import { type AuthorizationFilter, type IndexPage, listIndexRows } from './index-page-store.ts';
import { toIndexResponse } from './index-response.ts';
import { type LatePage, type LateRow, listLateAnswers } from './late-answer-page-store.ts';
import { listOfAccount } from './list-of-account.ts';
import { listOfBin } from './list-of-bin.ts';

/** Lists decisions of the bank, an account or a card (docs/interface/decision.md#list). */
export function listAuthorizationsOperation(banks: BankDirectory) {
  const liveLists = createLiveLists();
  return implementBankRest(listAuthorizations, banks, async (context, { query }) => {
    const { tx, audit, bankId } = context;
    const page = readPage(query);
    if (!page.ok) return page;
    const names = await findFilteredNames(tx, bankId, query);
    if (!names.ok) return names;
    const filter: AuthorizationFilter = { ...filterOf(query), ...names.value };
    const readRows = (part: Page) => readPageOf(tx, bankId, filter, part);
    const { rows, scannedTo } =
      query.bin === undefined ? await readRows(page.value) : await listOfBin(query.bin, page.value, readRows, placeOf);
    const { items, next } = cutItems<DisplayRow | LateRow, AuthorizationListItem>(
      rows,
      page.value,
      placeOf,
      toIndexResponse,
    );
    if (!liveLists.isAudited(context, query)) {
      audit(bankId, subjectOf(bankId, query), 'authorizations listed', { authorizations: items.length });
    }
    return ok({ body: { items, next: next ?? (scannedTo === undefined ? null : cursorOf(scannedTo)) } });
  });
}

function placeOf(row: DisplayRow | LateRow): Place {
  return { at: 'lateAnswer' in row ? row.lateAnswer.at : row.decided_at, id: row.message_key };
}

function readPageOf(tx: Tx, bankId: string, filter: AuthorizationFilter, page: Page): Promise<IndexPage | LatePage> {
  const { accountId, lateAnswer } = filter;
  if (lateAnswer !== null) return listLateAnswers(tx, bankId, filter, page);
  return accountId === null
    ? listIndexRows(tx, bankId, filter, page)
    : listOfAccount(tx, bankId, { ...filter, accountId }, page);
}

function subjectOf(bankId: string, { account_number: account, card }: ListAuthorizationsQuery): string {
  if (card !== undefined) return `card:${card}`;
  return account === undefined ? `bank:${bankId}` : `account:${account}`;
}

async function findFilteredNames(
  tx: Tx,
  bankId: string,
  { account_number: accountNumber, card: exid }: ListAuthorizationsQuery,
): Promise<
  | Success<Pick<AuthorizationFilter, 'accountId' | 'cardId'>>
  | Failure<'account_not_found' | 'card_not_found' | 'value_not_allowed'>
> {
  const accountId = accountNumber === undefined ? null : await findAccountId(tx, bankId, accountNumber);
  if (accountId === undefined) return fail('account_not_found');
  if (exid === undefined) return ok({ accountId, cardId: null });
  const cardKey = await findByExid(tx, bankId, exid);
  if (cardKey === undefined) return fail('card_not_found');
  // decisions of a replaced card are listed under its replacement
  const card = successorOf(await readCard(tx, bankId, cardKey));
  if (accountId !== null && accountId !== card.account_id) {
    return fail('value_not_allowed', { path: 'card', message: 'must be of the account' });
  }
  return ok({ accountId: card.account_id, cardId: card.card_id });
}

const MAX_DECIMALS = 4;

function filterOf(query: ListAuthorizationsQuery): Omit<AuthorizationFilter, 'accountId' | 'cardId'> {
  const { state, min_amount: least, max_amount: maxAmount } = query;
  return {
    ...readTimeRange(query),
    actionCode: query.action_code ?? null,
    rule: query.rule ?? null,
    state: (Object.keys(STATES) as DisplayRow['state'][]).find((letter) => STATES[letter] === state) ?? null,
    acquirer: query.acquirer ?? null,
    merchant: query.merchant ?? null,
    mcc: query.mcc ?? null,
    channel: query.channel ?? null,
    country: query.country?.toUpperCase() ?? null,
    lateAnswer: query.late_partner_answer ?? null,
    least: least === undefined ? null : minorsOf(least, (scaledMinor, unit) => (scaledMinor + unit - 1n) / unit),
    maxMinors: maxAmount === undefined ? null : minorsOf(maxAmount, (scaledMinor, unit) => scaledMinor / unit),
  };
}

/** Converts an amount to minor units of currencies with zero, one and up to four decimals. */
function minorsOf(amount: string, round: (scaledMinor: bigint, unit: bigint) => bigint): bigint[] {
  const value = parseAmount(amount, MAX_DECIMALS) ?? 0n;
  return Array.from({ length: MAX_DECIMALS + 1 }, (_, exponent) =>
    round(value, 10n ** BigInt(MAX_DECIMALS - exponent)),
  );
}
