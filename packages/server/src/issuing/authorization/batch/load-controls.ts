import { currencyOf } from '../../../platform/kernel/money.ts';
import { internText } from '../../../platform/kernel/text/intern-text.ts';
import type { Restrictions } from '../../restrictions/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { CardFacts, CardTraits } from '../decision/facts.ts';
import { accountColumns } from '../message/account-columns.ts';
import type { ResolvedMessage } from '../message/resolved-message.ts';
import {
  type LoadedCard,
  type LoadedSettings,
  type LockedAccount,
  loadCards,
  loadSettings,
} from '../records/authorization-store.ts';
import type { CachedControls } from './cached-controls.ts';
import { type ControlsCache, readStoredSettings } from './controls-cache.ts';
import { awaitAll, type LaneConnection } from './lane-connection.ts';

/** A message whose card was found. */
export type OfCard = ResolvedMessage & { readonly card: CardReference };

interface ControlsRead {
  readonly settings: readonly LoadedSettings[];
  readonly cards: readonly LoadedCard[];
}

/** The cached controls of the accounts of a batch. */
export interface CacheLookup {
  readonly cache: ControlsCache;
  /** One message of the batch for each card. */
  readonly messages: readonly OfCard[];
  readonly cachedControls: ReadonlyMap<bigint, CachedControls | undefined>;
}

export function lookUpControls(cache: ControlsCache, messages: readonly OfCard[]): CacheLookup {
  return {
    cache,
    messages,
    cachedControls: new Map(messages.map(({ accountId }) => [accountId, cache.controlsOf(accountId)])),
  };
}

/** Reads what is not cached. Must be sent after the statement that locks the accounts. */
export async function readUncachedControls(
  connection: LaneConnection,
  { messages, cachedControls }: CacheLookup,
): Promise<ControlsRead> {
  const isCached = ({ accountId, card }: OfCard) =>
    cachedControls.get(accountId)?.cards.some(({ cardId }) => cardId === card.cardId);
  return await readControls(
    connection,
    messages.filter((one) => isCached(one) !== true),
  );
}

/** The current settings and cards, by account. Takes another round trip if a cached account has changed. */
export async function controlsAfterLock(
  connection: LaneConnection,
  { cache, messages, cachedControls }: CacheLookup,
  accounts: readonly LockedAccount[],
  uncachedControls: ControlsRead,
): Promise<Map<bigint, CachedControls>> {
  const changedAccounts = new Set(
    accounts.flatMap(({ account_id: accountId, changes }) => {
      const before = cachedControls.get(accountId);
      return before !== undefined && before.changes !== changes ? [accountId] : [];
    }),
  );
  const stale = messages.filter(({ accountId }) => changedAccounts.has(accountId));
  const again = readByAccount(await readControls(connection, stale));
  const firstRead = readByAccount(uncachedControls);
  return new Map(
    accounts.map((row) => {
      const { account_id: accountId } = row;
      const isStale = changedAccounts.has(accountId);
      const before = isStale ? undefined : cachedControls.get(accountId);
      const now = together(row, before, (isStale ? again : firstRead).get(accountId));
      if (now !== before) cache.setControls(accountId, now);
      return [accountId, now];
    }),
  );
}

function together(
  row: LockedAccount,
  before: CachedControls | undefined,
  read: AccountRead = NOTHING_OF_IT,
): CachedControls {
  if (before !== undefined && read.cards.length === 0) return before;
  return {
    changes: row.changes,
    settings: before?.settings ?? readStoredSettings(read.settings, currencyOf(row.currency)),
    cards: [...(before?.cards ?? []), ...read.cards],
  };
}

interface AccountRead {
  /** The settings as stored; undefined if nothing was ever set. */
  readonly settings: string | undefined;
  readonly cards: CardFacts[];
}

const NOTHING_READ: ControlsRead = { settings: [], cards: [] };
const NOTHING_OF_IT: AccountRead = { settings: undefined, cards: [] };

function readByAccount({ settings, cards }: ControlsRead): ReadonlyMap<bigint, AccountRead> {
  const byAccount = new Map<bigint, AccountRead>();
  for (const row of settings) byAccount.set(row.account_id, { settings: row.settings, cards: [] });
  for (const row of cards) {
    const read = byAccount.get(row.account_id) ?? { settings: undefined, cards: [] };
    byAccount.set(row.account_id, read);
    read.cards.push(cardFactsOf(row));
  }
  return byAccount;
}

async function readControls(connection: LaneConnection, messages: readonly OfCard[]): Promise<ControlsRead> {
  // Citus could not choose a node for a statement without accounts
  if (messages.length === 0) return NOTHING_READ;
  const accounts = [...new Map(messages.map((one) => [one.accountId, one])).values()];
  const [settings, cards] = await awaitAll([
    connection.query<LoadedSettings>(loadSettings, accountColumns(accounts)),
    connection.query<LoadedCard>(loadCards, [...accountColumns(messages), messages.map(({ card }) => card.cardId)]),
  ]);
  return { settings: settings.rows, cards: cards.rows };
}

const NO_RESTRICTIONS: Restrictions = [];

export function cardFactsOf(row: LoadedCard): CardFacts {
  return {
    cardId: row.card_id,
    status: internText(row.status) as LoadedCard['status'],
    expiry: internText(row.expiry),
    sequenceNumber: internText(row.sequence_number),
    earlier: earlierPlastic(row),
    restrictions: row.restrictions === '[]' ? NO_RESTRICTIONS : (JSON.parse(row.restrictions) as Restrictions),
    traits: traitsOf(row),
  };
}

export function traitsOf(row: Pick<LoadedCard, 'created_at' | 'product_code' | 'card_role'>): CardTraits {
  return { createdAt: row.created_at, product: internText(row.product_code), role: internText(row.card_role) };
}

/** The plastic before a renewal. */
function earlierPlastic(row: Pick<LoadedCard, 'earlier_expiry' | 'earlier_sequence_number'>): CardFacts['earlier'] {
  const { earlier_expiry: expiry, earlier_sequence_number: sequenceNumber } = row;
  return expiry === null || sequenceNumber === null ? undefined : { expiry, sequenceNumber };
}
