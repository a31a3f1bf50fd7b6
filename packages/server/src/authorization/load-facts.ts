import { type Program, programAt } from '../banks/index.ts';
import { type CardSettings, readCounters } from '../card-settings/index.ts';
import { type Currency, currencyOf } from '../kernel/money.ts';
import { required } from '../kernel/required.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { type AccountLimits, listsOfLimits, readLimits } from '../limits/index.ts';
import { type ListsThen, listsAt } from '../merchant-lists/index.ts';
import type { Restrictions } from '../restrictions/index.ts';
import { type OwnRules, ownRulesAt, type RuleSource } from '../rules/index.ts';
import {
  type EarlierRow,
  type LoadedCard,
  type LoadedEdition,
  type LoadedLimits,
  type LoadedProgram,
  type LoadedSettings,
  type LockedAccount,
  loadCards,
  loadEarlier,
  loadEditions,
  loadLimits,
  loadPrograms,
  loadProgramVersions,
  loadSettings,
  lockAccounts,
  type ProgramVersionRow,
} from './authorization-store.ts';
import type { ControlMemory, Remembered } from './control-memory.ts';
import type { AnsweredDecision } from './decide.ts';
import type { AccountFacts, CardFacts, CardTraits } from './facts.ts';
import type { CardReference } from './find-cards.ts';
import { allSent, type LaneConnection } from './lane-connection.ts';
import { loadStoodIn, type StoodInRow } from './partner/stood-in-store.ts';
import {
  accountColumns,
  type BatchAccount,
  type BatchFacts,
  type EarlierMessage,
  identity,
  type Placed,
} from './placed-message.ts';
import { standsIn } from './rules/partner.ts';

/** How far back a repeated message is known. */
const REPEATS_KNOWN_MS = 90 * 86_400_000;
/** How far another server's clock may be ahead. The limit keeps the partitions of future months out of the query. */
export const CLOCKS_DIFFER_MS = 3_600_000;

/** The times between which a message must have been decided, so that a repeat of it is recognised. */
export function timeOfRepeats(now: Date): { since: Date; until: Date } {
  return { since: new Date(now.getTime() - REPEATS_KNOWN_MS), until: new Date(now.getTime() + CLOCKS_DIFFER_MS) };
}

const NOTHING: Promise<{ rows: never[] }> = Promise.resolve({ rows: [] });

/** Opens the batch's transaction, locks its accounts and reads what its decisions depend on: all in one round trip. */
export async function loadFacts(
  connection: LaneConnection,
  memory: ControlMemory,
  placed: readonly Placed[],
  now: Date,
): Promise<BatchFacts> {
  const withCard = uniqueBy(placed.filter(isOfCard), ({ card }) => card.cardId);
  const withAccount = uniqueBy(withCard, ({ accountId }) => accountId);
  const { since, until } = timeOfRepeats(now);
  const knownSettings = new Map(withAccount.map(({ accountId }) => [accountId, memory.knownSettings(accountId)]));
  const knownRestrictions = new Map(withCard.map(({ card }) => [card.cardId, memory.knownRestrictions(card.cardId)]));
  // which node would be asked for no account at all
  const areNone = withAccount.length === 0;
  const standing = uniqueBy(
    withCard.filter(({ partner }) => partner !== undefined && standsIn(partner, now)),
    ({ accountId }) => accountId,
  );
  const banks = [...new Set(withAccount.map(({ bankId }) => bankId))];
  const [, accounts, settings, cards, stoodIn, earlier, newest, editions] = await allSent([
    connection.command('begin'),
    areNone ? NOTHING : connection.query<LockedAccount>(lockAccounts, accountColumns(withAccount)),
    areNone
      ? NOTHING
      : connection.query<LoadedSettings>(loadSettings, [...accountColumns(withAccount), versionsOf(knownSettings)]),
    areNone
      ? NOTHING
      : connection.query<LoadedCard>(loadCards, [
          ...accountColumns(withCard),
          [...knownRestrictions.keys()],
          versionsOf(knownRestrictions),
        ]),
    standing.length === 0 ? NOTHING : connection.query<StoodInRow>(loadStoodIn, accountColumns(standing)),
    connection.query<EarlierRow>(loadEarlier, [...keyColumns(placed), since, until]),
    areNone ? NOTHING : connection.query<ProgramVersionRow>(loadProgramVersions, [banks]),
    areNone ? NOTHING : connection.query<LoadedEdition>(loadEditions, [banks]),
  ]);
  const programs = await programsOf(connection, memory, newest.rows, now);
  const bankOf = new Map(withAccount.map(({ accountId, bankId }) => [accountId, bankId]));
  const limits = await loadLimitsOf(connection, withAccount, accounts.rows);
  const stoodInOf = new Map(stoodIn.rows.map((row) => [row.account_id, { date: row.business_date, minor: row.minor }]));
  const own = await loadOwn(connection, memory, editions.rows, { withAccount, limits });
  const changedSettings = new Map(settings.rows.map((row) => [row.account_id, row]));
  const settingsOf = (accountId: bigint, money: Currency, program: Program | undefined): CardSettings => {
    const changed = changedSettings.get(accountId);
    const own =
      changed === undefined
        ? required(knownSettings.get(accountId), 'what is remembered of an account that was asked for')
        : memory.readSettings(changed, money);
    return program === undefined ? own.value : memory.withProgram(accountId, own, program, money);
  };
  const restrictionsOf = (row: LoadedCard): Restrictions => {
    if (row.restrictions !== null) return memory.readRestrictions(row, row.restrictions);
    return required(knownRestrictions.get(row.card_id), 'what is remembered of a card that was asked for').value;
  };
  return {
    ...own,
    accounts: new Map(
      accounts.rows.map((row) => {
        const money = currencyOf(row.currency);
        const { account_id: accountId } = row;
        const program = programs.get(`${bankOf.get(accountId)}/${row.product_code}`);
        const named = program && { productCode: row.product_code, version: program.version };
        const more = { limits: limits.get(accountId), stoodIn: stoodInOf.get(accountId), program: named };
        return [accountId, toBatchAccount(row, money, settingsOf(accountId, money, program), more)];
      }),
    ),
    cards: new Map(cards.rows.map((row) => [row.card_id, toCardFacts(row, restrictionsOf(row))])),
    earlier: new Map(earlier.rows.map((row) => [identity(row.account_id, row.message_key), toEarlier(row)])),
  };
}

/** The programs in force; a round trip more where a version is not known yet. */
async function programsOf(
  connection: LaneConnection,
  memory: ControlMemory,
  newest: readonly ProgramVersionRow[],
  now: Date,
): Promise<Map<string, Program>> {
  const banks = newest.filter((row) => memory.knownPrograms(row) === undefined).map((row) => row.bank_id);
  if (banks.length > 0) {
    const { rows } = await connection.query<LoadedProgram>(loadPrograms, [[...new Set(banks)]]);
    memory.keepPrograms(rows);
  }
  const inForce = newest.flatMap((row): [string, Program][] => {
    const program = programAt(memory.knownPrograms(row) ?? [], now);
    return program === undefined ? [] : [[`${row.bank_id}/${row.product_code}`, program]];
  });
  return new Map(inForce);
}

/** A round trip more, for the accounts that have limits. */
async function loadLimitsOf(
  connection: LaneConnection,
  placed: readonly Placed[],
  locked: readonly LockedAccount[],
): Promise<Map<bigint, AccountLimits>> {
  const limited = new Set(locked.flatMap((row) => (row.has_limits ? [row.account_id] : [])));
  if (limited.size === 0) return new Map();
  const wanted = accountColumns(placed.filter(({ accountId }) => limited.has(accountId)));
  const { rows } = await connection.query<LoadedLimits>(loadLimits, wanted);
  return new Map(rows.map((row) => [row.account_id, readLimits(row.limits, row.used)]));
}

/** Only what changed since is read, and the rules of most banks change seldom. */
async function loadOwn(
  connection: LaneConnection,
  memory: ControlMemory,
  editions: readonly LoadedEdition[],
  { withAccount, limits }: { withAccount: readonly Placed[]; limits: ReadonlyMap<bigint, AccountLimits> },
): Promise<Pick<BatchFacts, 'ownRules' | 'lists'>> {
  const on: RuleSource = { query: async (...asked) => (await connection.query(...asked)).rows as never };
  const found = new Map<string, OwnRules>();
  const lists = new Map<string, ListsThen>();
  for (const { bank_id: bankId, edition } of editions) {
    const rules = await ownRulesAt(memory, on, bankId, edition);
    if (rules !== undefined) found.set(bankId, rules);
    if (limits.size === 0) continue;
    const own = withAccount.filter((placed) => placed.bankId === bankId);
    const names = own.flatMap(({ accountId }) => listsOfLimits(limits.get(accountId)?.limits ?? []));
    if (names.length > 0) lists.set(bankId, await listsAt(memory.lists, on, bankId, names, edition));
  }
  return { ownRules: found, lists };
}

function isOfCard(placed: Placed): placed is Placed & { readonly card: CardReference } {
  return placed.card !== undefined;
}

/** In the order in which they were asked for, which is that of the accounts or cards. */
function versionsOf(known: ReadonlyMap<bigint, Remembered<unknown>>): number[] {
  return Array.from(known.values(), ({ version }) => version);
}

/** Where each message may lie: under one key, but for those without a card after a rotation of the content key. */
function keyColumns(placed: readonly Placed[]): unknown[] {
  const before = placed.flatMap((one) => one.otherKeys.map((key) => ({ ...one, key })));
  const all = before.length === 0 ? placed : [...placed, ...before];
  return [...accountColumns(all), all.map(({ key }) => key)];
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => bigint): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function toBatchAccount(
  row: LockedAccount,
  money: Currency,
  settings: CardSettings,
  more: Pick<AccountFacts, 'limits' | 'stoodIn' | 'program'>,
): BatchAccount {
  return {
    sequence: row.sequence,
    facts: {
      accountId: row.account_id,
      currency: money,
      availableMinor: row.available_minor,
      fundsCheck: row.funds_check,
      settings,
      counters: readCounters(row.counters),
      ...more,
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
    traits: traitsOf(row),
  };
}

export function traitsOf(row: Pick<LoadedCard, 'created_at' | 'product_code' | 'card_role'>): CardTraits {
  return { createdAt: row.created_at, product: row.product_code, role: row.card_role };
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
