import { getSettings, MAX_CARDS_AT, SINGLE_USE_LIMIT, type StateOfAccount } from '@cardwright/contract';
import { type Currency, currencyOf } from '../../../platform/kernel/money.ts';
import { START } from '../../../platform/kernel/page.ts';
import { ok } from '../../../platform/kernel/result.ts';
import type { StateAt } from '../../accounts/index.ts';
import { type BankDirectory, programThen, readProgramVersions } from '../../banks/index.ts';
import { inColumn, settingsInForce, writeCounters } from '../../card-settings/index.ts';
import { type CardListRow, listCardRows, toCardListResponse } from '../../cards/index.ts';
import {
  type AccountLimits,
  allLimitsOfPrograms,
  type LimitOwnerResponse,
  limitsOfAccount,
  limitsOfProgram,
  toLimitResponse,
} from '../../limits/index.ts';
import { type RestrictionsAt, readRestrictionsAt } from '../../restrictions/index.ts';
import { toControlsResponse } from '../../tokens/index.ts';
import type { HistoricalCard, HistoricalState } from './historical-state.ts';
import { readMoment } from './read-moment.ts';

/**
 * Creates the function that returns an account as of a moment, in the form in which the account's operations returned it then.
 */
export function createStateAt(banks: BankDirectory): StateAt {
  return async ({ tx, bank }, row, at) => {
    const { bankId } = bank;
    const versions = await readProgramVersions(tx, bankId, row.product_code);
    const money = currencyOf(row.currency);
    const read = await readMoment(tx, bank, row.account_id, at, allLimitsOfPrograms(versions, money.exponent));
    if (!read.ok) return read;
    const { availableMinor, reservedMinor, counters, storedSettings, cards } = read.value;
    const account = {
      accountNumber: row.account_number,
      productCode: row.product_code,
      currency: row.currency,
      counters: writeCounters(counters),
      stored: storedSettings,
    };
    const program = programThen(versions, at);
    const { response } = settingsInForce(account, storedSettings, { banks, bank, now: at, program });
    const limits = { ...read.value.limits, programLimits: limitsOfProgram(program, money.exponent).programLimits };
    const { account_number: accountNumber, product_code: productCode } = row;
    const filter = { clientId: null, accountId: row.account_id, card: null, last4: null, bin: null, terms: [] };
    const rows = await listCardRows(tx, bankId, { ...filter, status: null }, { before: START, limit: MAX_CARDS_AT });
    const restrictionVersions = new Map([...cards].map(([cardId, card]) => [cardId, card.restrictionsVersion]));
    const restrictions = await readRestrictionsAt(tx, bankId, row.account_id, {
      versions: restrictionVersions,
      localDate: bank.calendar.localDate(at),
    });
    const state: StateOfAccount = {
      at: at.toISOString(),
      card_settings: inColumn(getSettings.responseBody.properties.cardSettings, response),
      limits: limitsAt(limits, rows, { cards, at, owner: { accountNumber, productCode, money } }),
      token_controls: tokenControlsAt(read.value, money),
      cards: cardsAt(rows, cards, at, restrictions),
    };
    return ok({ availableMinor, reservedMinor, state });
  };
}

function limitsAt(
  limits: AccountLimits,
  rows: readonly CardListRow[],
  {
    cards,
    at,
    owner,
  }: { cards: ReadonlyMap<bigint, HistoricalCard>; at: Date; owner: Omit<LimitOwnerResponse, 'exids'> },
): StateOfAccount['limits'] {
  const exids = new Map(
    rows.filter((card) => card.replaced_by === null).map((card) => [card.card_id, nameAt(card, rows, at)]),
  );
  const there = [...exids.keys()].filter((cardId) => cards.has(cardId));
  return limitsOfAccount(limits, there).map((limit) => toLimitResponse(limits, limit, { ...owner, exids }, at));
}

/** The controls of tokens, including tokens for single use. */
function tokenControlsAt(
  { tokenControls, limits }: Pick<HistoricalState, 'tokenControls' | 'limits'>,
  money: Currency,
): StateOfAccount['token_controls'] {
  const ofSingleUse = limits.limits.flatMap(({ id, tokenReference }) =>
    id === SINGLE_USE_LIMIT && tokenReference !== undefined ? [tokenReference] : [],
  );
  return [...new Set([...tokenControls.keys(), ...ofSingleUse])]
    .sort()
    .map((reference) =>
      toControlsResponse(reference, tokenControls.get(reference), ofSingleUse.includes(reference), money),
    );
}

/** The EXID that a card had then, if it was replaced later. */
function nameAt(card: CardListRow, rows: readonly CardListRow[], at: Date): string {
  const later = rows
    .filter((old) => old.replaced_by === card.card_id && old.status_changed_at > at)
    .sort((one, other) => one.status_changed_at.getTime() - other.status_changed_at.getTime());
  return (later[0] ?? card).exid;
}

/** The account's cards as they were listed then: newest first, each under the EXID that it had. */
function cardsAt(
  rows: readonly CardListRow[],
  cards: ReadonlyMap<bigint, HistoricalCard>,
  at: Date,
  restrictions: RestrictionsAt,
): StateOfAccount['cards'] {
  const olderCards = rows
    .filter((row) => row.replaced_by !== null)
    .sort((one, other) => one.status_changed_at.getTime() - other.status_changed_at.getTime());
  const live = rows.flatMap((row) => {
    const card = cards.get(row.card_id);
    if (card === undefined) return [];
    const cardAtTime = olderCards.find((old) => old.replaced_by === row.card_id && old.status_changed_at > at) ?? row;
    const { status, expiry, sequenceNumber: sequence_number, statusChangedAt: status_changed_at } = card;
    const names = { card_id: row.card_id, replaced_by: null, replacement_exid: null };
    return [{ ...cardAtTime, ...names, status, expiry, sequence_number, status_changed_at }];
  });
  const before = olderCards
    .filter((row) => row.status_changed_at <= at)
    .map((row) => {
      const replacement = live.find(({ card_id: cardId }) => cardId === row.replaced_by);
      return { ...row, replacement_exid: replacement?.exid ?? null };
    });
  return [...live, ...before]
    .sort(
      (one, other) => other.created_at.getTime() - one.created_at.getTime() || (one.card_id < other.card_id ? 1 : -1),
    )
    .map((row) => ({
      ...toCardListResponse(row),
      restrictions: restrictions.get(row.replaced_by ?? row.card_id) ?? [],
    }));
}
