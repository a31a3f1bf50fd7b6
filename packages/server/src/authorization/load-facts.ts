import { type CardSettings, readCounters } from '../card-settings/index.ts';
import { currency } from '../kernel/money.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import type { Restrictions } from '../restrictions/index.ts';
import {
  type EarlierRow,
  type LoadedCard,
  type LoadedSettings,
  type LockedAccount,
  loadCards,
  loadEarlier,
  loadSettings,
  lockAccounts,
} from './authorization-store.ts';
import type { ControlMemory } from './control-memory.ts';
import type { AnsweredDecision } from './decide.ts';
import type { CardFacts } from './facts.ts';
import { allSent, type LaneConnection } from './lane-connection.ts';
import { type BatchAccount, type BatchFacts, type EarlierMessage, identity, type Placed } from './placed-message.ts';

/** How far back a repeated message is known. */
const REPEATS_KNOWN_MS = 90 * 86_400_000;
/** Another server's clock may be ahead; beyond that there are only partitions of months to come, left out by this. */
export const CLOCKS_DIFFER_MS = 3_600_000;

/** When a message must have been decided for its repeat to be known as one. */
export function timeOfRepeats(now: Date): { since: Date; until: Date } {
  return { since: new Date(now.getTime() - REPEATS_KNOWN_MS), until: new Date(now.getTime() + CLOCKS_DIFFER_MS) };
}

/** Opens the batch's transaction, locks its accounts and reads what its decisions depend on: all in one round trip. */
export async function loadFacts(
  connection: LaneConnection,
  memory: ControlMemory,
  placed: readonly Placed[],
  now: Date,
): Promise<BatchFacts> {
  const withCard = uniqueBy(
    placed.filter(({ card }) => card !== undefined),
    ({ card }) => card!.cardId,
  );
  const withAccount = uniqueBy(withCard, ({ accountId }) => accountId);
  const { since, until } = timeOfRepeats(now);
  const knownSettings = withAccount.map(({ accountId }) => memory.knownSettings(accountId));
  const knownRestrictions = withCard.map(({ card }) => memory.knownRestrictions(card!.cardId));
  const [, accounts, settings, cards, earlier] = await allSent([
    connection.command('begin'),
    connection.query<LockedAccount>(lockAccounts, accountColumns(withAccount)),
    connection.query<LoadedSettings>(loadSettings, [
      ...accountColumns(withAccount),
      knownSettings.map(({ version }) => version),
    ]),
    connection.query<LoadedCard>(loadCards, [
      ...accountColumns(withCard),
      withCard.map(({ card }) => card!.cardId),
      knownRestrictions.map(({ version }) => version),
    ]),
    connection.query<EarlierRow>(loadEarlier, [...accountColumns(placed), placed.map(({ key }) => key), since, until]),
  ]);
  const settingsOf = new Map(withAccount.map(({ accountId }, at) => [accountId, knownSettings[at]!.value]));
  const moneyOf = new Map(accounts.rows.map((row) => [row.account_id, currency(row.currency)!]));
  for (const row of settings.rows) {
    settingsOf.set(row.account_id, memory.readSettings(row, moneyOf.get(row.account_id)!));
  }
  const restrictionsOf = new Map(withCard.map(({ card }, at) => [card!.cardId, knownRestrictions[at]!.value]));
  for (const row of cards.rows) {
    if (row.restrictions !== null) restrictionsOf.set(row.card_id, memory.readRestrictions(row, row.restrictions));
  }
  return {
    accounts: new Map(
      accounts.rows.map((row) => [row.account_id, toBatchAccount(row, settingsOf.get(row.account_id)!)]),
    ),
    cards: new Map(cards.rows.map((row) => [row.card_id, toCardFacts(row, restrictionsOf.get(row.card_id)!)])),
    earlier: new Map(earlier.rows.map((row) => [identity(row.account_id, row.message_key), toEarlier(row)])),
  };
}

function accountColumns(placed: readonly Placed[]): unknown[] {
  return [placed.map(({ bankId }) => bankId), placed.map(({ accountId }) => accountId)];
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => bigint): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function toBatchAccount(row: LockedAccount, settings: CardSettings): BatchAccount {
  return {
    sequence: row.sequence,
    facts: {
      accountId: row.account_id,
      currency: currency(row.currency)!,
      availableMinor: row.available_minor,
      fundsCheck: row.funds_check,
      settings,
      counters: readCounters(row.counters),
    },
  };
}

function toCardFacts(row: LoadedCard, restrictions: Restrictions): CardFacts {
  return {
    cardId: row.card_id,
    status: row.status,
    expiry: row.expiry,
    sequenceNumber: row.sequence_number,
    earlier: earlierPlastic(row),
    restrictions,
  };
}

/** The plastic before a renewal. */
export function earlierPlastic(
  row: Pick<LoadedCard, 'earlier_expiry' | 'earlier_sequence_number'>,
): CardFacts['earlier'] {
  const { earlier_expiry: expiry, earlier_sequence_number: sequenceNumber } = row;
  return expiry === null || sequenceNumber === null ? undefined : { expiry, sequenceNumber };
}

function toEarlier(row: EarlierRow): EarlierMessage {
  return {
    kept: readStoredJson(row.message),
    answered: {
      actionCode: row.action_code as AnsweredDecision['actionCode'],
      approvalCode: row.approval_code,
      reason: row.rule,
      settlementDate: row.settlement_date,
    },
    at: row.decided_at,
  };
}
