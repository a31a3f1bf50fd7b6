import { type Currency, currencyOf } from '../../../platform/kernel/money.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { type Program, programOf } from '../../banks/index.ts';
import { type CardSettings, readCounters } from '../../card-settings/index.ts';
import {
  type AccountLimits,
  allLimits,
  decodeUsage,
  evaluateFirstAtMerchant,
  limitsOfProgram,
  listsOfLimits,
  NO_LIMITS,
} from '../../limits/index.ts';
import { type ListsAtTime, listsAt } from '../../merchant-lists/index.ts';
import { bankRulesAt, type RuleSet, type RuleSource, usesFirst } from '../../rules/index.ts';
import type { DecisionOutcome } from '../decision/decide.ts';
import type { AccountFacts } from '../decision/facts.ts';
import { standsIn } from '../decision/rules/partner.ts';
import { accountColumns } from '../message/account-columns.ts';
import type { ResolvedMessage } from '../message/resolved-message.ts';
import { loadStoodIn, type StoodInRow } from '../partner/stood-in-store.ts';
import {
  type EarlierRow,
  type LoadedBank,
  type LoadedEdition,
  type LoadedLimits,
  type LoadedProgram,
  type LockedAccount,
  loadEarlier,
  loadEditions,
  loadLimits,
  loadPrograms,
  lockAccounts,
} from '../records/authorization-store.ts';
import { loadEarlyReversals } from '../records/early-reversal-store.ts';
import { loadOpenExceptions } from '../records/open-exception-store.ts';
import { loadPayingTokens } from '../records/paying-token-store.ts';
import { createBankPrograms, type ProgramsInForce } from './bank-programs.ts';
import { type BatchAccount, type BatchFacts, type EarlierMessage, identity } from './batch-facts.ts';
import type { ControlsCache } from './controls-cache.ts';
import { awaitAll, type LaneConnection } from './lane-connection.ts';
import { controlsAfterLock, lookUpControls, type OfCard, readUncachedControls } from './load-controls.ts';
import { loadPaidMerchants } from './paid-merchant-store.ts';
import { lockSharedCounters, type SharedCounters, type Sharing, sharedLimitsOf } from './shared-counters.ts';

/** How long repeated messages are recognized. */
const REPEATS_KNOWN_MS = 90 * 86_400_000;
/** How far the clock of another server may be ahead. The limit keeps the partitions of future months out of the query. */
export const CLOCKS_DIFFER_MS = 3_600_000;

/** The period in which a message must have been decided for its repeats to be recognized. */
export function timeOfRepeats(now: Date): { since: Date; until: Date } {
  return { since: new Date(now.getTime() - REPEATS_KNOWN_MS), until: new Date(now.getTime() + CLOCKS_DIFFER_MS) };
}

const NOTHING: Promise<{ rows: never[] }> = Promise.resolve({ rows: [] });

/** Begins the transaction of a batch, locks its accounts and reads the facts of its decisions, in one round trip if the caches are current. */
export async function loadFacts(
  connection: LaneConnection,
  cache: ControlsCache,
  messages: readonly ResolvedMessage[],
  now: Date,
): Promise<BatchFacts> {
  const withCard = uniqueBy(messages.filter(isOfCard), ({ card }) => card.cardId);
  const withAccount = uniqueBy(withCard, ({ accountId }) => accountId);
  const { since, until } = timeOfRepeats(now);
  const lookup = lookUpControls(cache, withCard);
  // Citus could not choose a node for a statement without accounts
  const areNone = withAccount.length === 0;
  const standing = uniqueBy(
    withCard.filter(({ partner }) => partner !== undefined && standsIn(partner, now)),
    ({ accountId }) => accountId,
  );
  const banks = [...new Set(withAccount.map(({ bankId }) => bankId))];
  const [, accounts, uncachedControls, stoodIn, earlier, loadedBanks] = await awaitAll([
    connection.command('begin'),
    areNone ? NOTHING : connection.query<LockedAccount>(lockAccounts, accountColumns(withAccount)),
    readUncachedControls(connection, lookup),
    standing.length === 0 ? NOTHING : connection.query<StoodInRow>(loadStoodIn, accountColumns(standing)),
    connection.query<EarlierRow>(loadEarlier, [...keyColumns(messages), since, until]),
    areNone ? NOTHING : connection.query<LoadedBank>(loadEditions, [banks]),
  ]);
  const placeOf = new Map(withAccount.map((one) => [one.accountId, one]));
  const ofBanks: readonly LoadedBank[] = loadedBanks.rows;
  const editions = ofBanks.filter(hasEdition);
  const programs = await programsOf(connection, cache, editions, { withAccount, now });
  const { limits, sharing, sharedCounters } = await loadLimitsOf(
    { connection, cache },
    withAccount,
    accounts.rows,
    programs,
  );
  const stoodInOf = new Map(stoodIn.rows.map((row) => [row.account_id, { date: row.business_date, minor: row.minor }]));
  const rules = await loadRulesAndLists(connection, cache, editions, { messages, withAccount, limits, sharing });
  const controls = await controlsAfterLock(connection, lookup, accounts.rows, uncachedControls);
  const exceptions = await exceptionsOf(connection, placeOf, accounts.rows, now);
  return {
    ...rules,
    sharedCounters,
    tokens: await loadPayingTokens(queries(connection), messages),
    reversedBefore: await loadReversedBefore(connection, messages.filter(isOfCard), ofBanks, now),
    accounts: new Map(
      accounts.rows.map((row) => {
        const money = currencyOf(row.currency);
        const { account_id: accountId } = row;
        const { bankId, request } = requireValue(placeOf.get(accountId), 'the message of a requested account');
        const program = programs.get(bankId)?.programs.get(row.product_code);
        const programVersion = program && { productCode: row.product_code, version: program.version };
        const more = {
          limits: limits.get(accountId),
          stoodIn: stoodInOf.get(accountId),
          program: programVersion,
          exceptions: exceptions.get(accountId),
        };
        const sharedLimits = sharedLimitsOf(sharing.get(accountId), request.bank?.currency.code === money.code);
        const base = requireValue(controls.get(accountId), 'the settings of a requested account').settings;
        const settings = program === undefined ? base.value : cache.withProgram(base, program);
        return [accountId, { ...toBatchAccount(row, money, settings, more), sharedLimits }];
      }),
    ),
    cards: new Map([...controls.values()].flatMap(({ cards }) => cards.map((card) => [card.cardId, card]))),
    earlier: new Map(
      earlier.rows.map((row) => [identity(row.bank_id, row.account_id, row.message_key), toEarlier(row)]),
    ),
  };
}

function queries(connection: LaneConnection): RuleSource {
  return { query: async (...query) => (await connection.query(...query)).rows as never };
}

function hasEdition(bank: LoadedBank): bank is LoadedBank & LoadedEdition {
  return bank.edition !== null;
}

/** The open exceptions of locked accounts. Takes another round trip if an account may have one. */
function exceptionsOf(
  connection: LaneConnection,
  placeOf: ReadonlyMap<bigint, ResolvedMessage>,
  lockedAccounts: readonly LockedAccount[],
  now: Date,
) {
  const excepted = lockedAccounts.map(({ account_id: accountId, exceptions_until: until }) => ({
    ...{ accountId, until },
    bankId: placeOf.get(accountId)?.bankId ?? '',
  }));
  return loadOpenExceptions(queries(connection), excepted, now);
}

/**
 * When the messages of the batch were reversed, if their reversals arrived first. Takes another round trip if a
 * reversal waits for its original.
 */
async function loadReversedBefore(
  connection: LaneConnection,
  messages: readonly ResolvedMessage[],
  banks: readonly LoadedBank[],
  now: Date,
): Promise<ReadonlyMap<bigint, Date>> {
  const bankIds = new Set(banks.flatMap((bank) => (bank.has_early_reversals ? [bank.bank_id] : [])));
  return await loadEarlyReversals(
    queries(connection),
    messages.filter(({ bankId }) => bankIds.has(bankId)),
    now,
  );
}

/** The programs in force, by bank. Takes another round trip for editions that are not cached. */
async function programsOf(
  connection: LaneConnection,
  cache: ControlsCache,
  editions: readonly LoadedEdition[],
  { withAccount, now }: { withAccount: readonly ResolvedMessage[]; now: Date },
): Promise<Map<string, ProgramsInForce>> {
  // kept in a variable, because another lane may clear the cache in the meantime
  const byBank = new Map(editions.map(({ bank_id: id, edition }) => [id, cache.programsAt(id, edition)]));
  const unknown = editions.filter(({ bank_id: id }) => byBank.get(id) === undefined);
  if (unknown.length > 0) {
    const { rows } = await connection.query<LoadedProgram>(loadPrograms, [unknown.map((row) => row.bank_id)]);
    for (const { bank_id: bankId, edition } of unknown) {
      const versions = new Map<string, Program[]>();
      for (const row of rows.filter((one) => one.bank_id === bankId)) {
        versions.set(row.product_code, [...(versions.get(row.product_code) ?? []), programOf(row)]);
      }
      const bank = withAccount.find((one) => one.bankId === bankId)?.request.bank;
      const programs = createBankPrograms(edition, versions, bank?.currency.exponent ?? 0);
      cache.setPrograms(bankId, programs);
      byBank.set(bankId, programs);
    }
  }
  return new Map(
    [...byBank].map(([bankId, programs]) => [bankId, requireValue(programs, 'the programs of an edition').at(now)]),
  );
}

/** The limits of the accounts, and the shared limits, whose counters it locks. Takes another round trip if there are any. */
async function loadLimitsOf(
  { connection, cache }: { readonly connection: LaneConnection; readonly cache: ControlsCache },
  messages: readonly ResolvedMessage[],
  lockedAccounts: readonly LockedAccount[],
  programs: ReadonlyMap<string, ProgramsInForce>,
): Promise<{
  limits: Map<bigint, AccountLimits>;
  sharing: Map<bigint, Sharing>;
  sharedCounters: Map<string, SharedCounters>;
}> {
  const withLimits = new Set(lockedAccounts.flatMap((row) => (row.has_limits ? [row.account_id] : [])));
  const limits = new Map<bigint, AccountLimits>();
  const sharing = new Map<bigint, Sharing>();
  if (withLimits.size === 0 && programs.size === 0) return { limits, sharing, sharedCounters: new Map() };
  const bankOf = new Map(messages.map(({ accountId, bankId }) => [accountId, bankId]));
  for (const { account_id: accountId, product_code: productCode, currency } of lockedAccounts) {
    const bankId = bankOf.get(accountId) ?? '';
    const inForce = programs.get(bankId);
    if (inForce === undefined || inForce.programs.size === 0) continue;
    const sharedLimits = inForce.sharedOf(productCode);
    if (sharedLimits !== undefined) sharing.set(accountId, { bankId, sharedLimits });
    const program = inForce.programs.get(productCode);
    const { paymentLimits: programLimits } = limitsOfProgram(program, currencyOf(currency).exponent);
    if (programLimits !== undefined) limits.set(accountId, { ...NO_LIMITS, programLimits });
  }
  const columns = accountColumns(messages.filter(({ accountId }) => withLimits.has(accountId)));
  const [{ rows }, sharedCounters] = await awaitAll([
    withLimits.size === 0 ? NOTHING : connection.query<LoadedLimits>(loadLimits, columns),
    sharing.size === 0 ? NO_SHARED_COUNTERS : lockSharedCounters(connection, [...sharing.values()]),
  ]);
  for (const row of rows) {
    const programLimits = limits.get(row.account_id)?.programLimits;
    limits.set(row.account_id, { limits: cache.readLimits(row), usage: decodeUsage(row.used), programLimits });
  }
  return { limits, sharing, sharedCounters };
}

const NO_SHARED_COUNTERS: Promise<Map<string, SharedCounters>> = Promise.resolve(new Map());

/** Reads rules and lists only if they have changed, because the rules of most banks rarely change. */
async function loadRulesAndLists(
  connection: LaneConnection,
  cache: ControlsCache,
  editions: readonly LoadedEdition[],
  {
    messages,
    withAccount,
    limits,
    sharing,
  }: {
    messages: readonly ResolvedMessage[];
    withAccount: readonly ResolvedMessage[];
    limits: ReadonlyMap<bigint, AccountLimits>;
    sharing: ReadonlyMap<bigint, Sharing>;
  },
): Promise<Pick<BatchFacts, 'ownRules' | 'lists' | 'paidMerchants'>> {
  const on = queries(connection);
  const ruleSets = new Map<string, RuleSet>();
  const lists = new Map<string, ListsAtTime>();
  const usesFirstPayment = new Set<string>();
  for (const { bank_id: bankId, edition } of editions) {
    const rules = await bankRulesAt(cache, on, bankId, edition);
    if (rules !== undefined) ruleSets.set(bankId, rules);
    if (rules !== undefined && usesFirst(rules)) usesFirstPayment.add(bankId);
    if (limits.size === 0 && sharing.size === 0) continue;
    const messagesOfBank = withAccount.filter((one) => one.bankId === bankId);
    const ofBank = messagesOfBank.flatMap(({ accountId }) => [
      ...allLimits(limits.get(accountId) ?? NO_LIMITS),
      ...(sharing.get(accountId)?.sharedLimits.map(({ limit }) => limit) ?? []),
    ]);
    const names = listsOfLimits(ofBank);
    if (names.length > 0) lists.set(bankId, await listsAt(cache.lists, on, bankId, names, edition));
    if (evaluateFirstAtMerchant(ofBank)) usesFirstPayment.add(bankId);
  }
  const messagesToCheck =
    usesFirstPayment.size === 0 ? [] : messages.filter(isOfCard).filter(({ bankId }) => usesFirstPayment.has(bankId));
  return {
    ownRules: ruleSets,
    lists,
    paidMerchants: await loadPaidMerchants(on, messagesToCheck, cache.paidMerchants),
  };
}

function isOfCard(message: ResolvedMessage): message is OfCard {
  return message.card !== undefined;
}

/** The keys under which each message may be stored. Only a message without a card has several, after a rotation of the content key. */
function keyColumns(messages: readonly ResolvedMessage[]): unknown[] {
  const before = messages.flatMap((one) => one.otherKeys.map((key) => ({ ...one, key })));
  const all = before.length === 0 ? messages : [...messages, ...before];
  return [...accountColumns(all), all.map(({ key }) => key)];
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => bigint): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function toBatchAccount(
  row: LockedAccount,
  money: Currency,
  settings: CardSettings,
  more: Pick<AccountFacts, 'limits' | 'stoodIn' | 'program' | 'exceptions'>,
): Omit<BatchAccount, 'sharedLimits'> {
  return {
    sequence: row.sequence,
    storedCounters: { limits: more.limits, hasRow: row.has_limits },
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

function toEarlier(row: EarlierRow): EarlierMessage {
  return {
    raw: readStoredJson(row.message),
    outcome: {
      actionCode: row.action_code as DecisionOutcome['actionCode'],
      approvalCode: row.approval_code,
      reason: row.rule,
      settlementDate: row.settlement_date,
    },
    at: row.decided_at,
  };
}
