import type { Bank } from '../kernel/bank.ts';
import { type Calendar, createCalendar } from '../kernel/calendar.ts';
import { currency } from '../kernel/money.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import {
  type EarlierRow,
  insertAuthorizations,
  insertConflicts,
  type LoadedCard,
  type LockedAccount,
  loadCards,
  loadEarlier,
  lockAccounts,
  reserveFunds,
} from './authorization-store.ts';
import { type Answered, type Decision, decide } from './decide.ts';
import { asksTheSame, type KeptMessage, messageKey } from './ecommerce-message.ts';
import type { AccountFacts, AuthorizationMessage, CardFacts } from './facts.ts';
import type { CardReference } from './find-cards.ts';
import type { LaneConnection } from './lane-connection.ts';
import { RULE_VERSION } from './rules/index.ts';

/** A message on its way through a batch. */
export interface BatchItem {
  readonly message: AuthorizationMessage;
  readonly kept: KeptMessage;
  readonly keptText: string;
  readonly sender: number;
  /** The bank of the number's BIN, where the caller may act for it. */
  readonly bank: Bank | undefined;
  /** Stands for the card in the message's identity while none is found: keyed hash or masked text. */
  readonly cardMark: string;
}

export interface BatchAnswer {
  readonly answered: Answered;
  /** What to repeat: the stored message's own fields when this one came again. */
  readonly kept: KeptMessage;
  readonly replayed: boolean;
}

/** bank_id of messages whose number belongs to no bank here. */
export const NO_BANK = '-';
/** account_id of messages whose card was not found. */
const NO_ACCOUNT = 0n;
/** How far back a repeated message is known. */
const REPEATS_KNOWN_MS = 90 * 86_400_000;
const UTC: Calendar = createCalendar('UTC', '00:00');

interface Placed extends BatchItem {
  readonly bankId: string;
  readonly accountId: bigint;
  readonly matches: number;
  readonly card: CardReference | undefined;
  readonly key: bigint;
}

interface Decided extends Placed {
  readonly decision: Decision;
}

interface Conflict extends Placed {
  readonly earlierAt: Date;
}

/** What a batch sees, and what it will write. Account balances move as its messages are decided, in order. */
interface BatchState {
  readonly now: Date;
  readonly accounts: Map<bigint, AccountFacts>;
  readonly cards: Map<bigint, CardFacts>;
  readonly earlier: Map<string, { kept: KeptMessage; answered: Answered; at: Date }>;
  readonly decided: Decided[];
  readonly conflicts: Conflict[];
}

/** The codes of one batch: offered to each message, used up by approvals only. */
export interface CodeSupply {
  peek(bankId: string): string;
  use(bankId: string): void;
}

/**
 * Decides a batch in one transaction: locks and facts in one round trip, decisions in order, writes and commit in
 * another. Undefined when another server stored one of the messages meanwhile: nothing was kept, ask again.
 */
export async function runBatch(
  connection: LaneConnection,
  items: readonly BatchItem[],
  references: readonly (readonly CardReference[])[],
  codes: CodeSupply,
  now: Date,
): Promise<BatchAnswer[] | undefined> {
  const placed = items.map((item, at) => place(item, references[at] ?? []));
  const state = await loadState(connection, placed, now);
  const answers = placed.map((item) => answerOne(item, state, codes));
  const isStored = await write(connection, state);
  return isStored ? answers : undefined;
}

function place(item: BatchItem, references: readonly CardReference[]): Placed {
  const card = references.length === 1 ? references[0] : undefined;
  return {
    ...item,
    bankId: item.bank?.bankId ?? NO_BANK,
    accountId: card?.accountId ?? NO_ACCOUNT,
    matches: references.length,
    card,
    key: messageKey(item.message, card === undefined ? item.cardMark : String(card.cardId)),
  };
}

async function loadState(connection: LaneConnection, placed: readonly Placed[], now: Date): Promise<BatchState> {
  const withCard = uniqueBy(
    placed.filter((item) => item.card !== undefined),
    (item) => item.card!.cardId,
  );
  const withAccount = uniqueBy(withCard, (item) => item.accountId);
  const banks = (of: readonly Placed[]) => of.map((item) => item.bankId);
  const accountIds = (of: readonly Placed[]) => of.map((item) => item.accountId);
  const repeatsSince = new Date(now.getTime() - REPEATS_KNOWN_MS);
  const [, accounts, cards, earlier] = await allSettledFirst([
    connection.command('begin'),
    connection.query<LockedAccount>(lockAccounts, [banks(withAccount), accountIds(withAccount)]),
    connection.query<LoadedCard>(loadCards, [
      banks(withCard),
      accountIds(withCard),
      withCard.map((item) => item.card!.cardId),
    ]),
    connection.query<EarlierRow>(loadEarlier, [
      banks(placed),
      accountIds(placed),
      placed.map((item) => item.key),
      repeatsSince,
    ]),
  ]);
  return {
    now,
    accounts: new Map(accounts.rows.map((row) => [row.account_id, toAccountFacts(row)])),
    cards: new Map(cards.rows.map((row) => [row.card_id, toCardFacts(row)])),
    earlier: new Map(earlier.rows.map((row) => [identity(row.account_id, row.message_key), toEarlier(row)])),
    decided: [],
    conflicts: [],
  };
}

/** Decides one message against the state as the ones before it left it. */
function answerOne(item: Placed, state: BatchState, codes: CodeSupply): BatchAnswer {
  const same = identity(item.accountId, item.key);
  const earlier = state.earlier.get(same);
  if (earlier !== undefined && asksTheSame(earlier.kept, item.kept)) {
    return { answered: earlier.answered, kept: earlier.kept, replayed: true };
  }
  const account = state.accounts.get(item.accountId);
  const decision = decide(
    {
      calendar: item.bank?.calendar ?? UTC,
      matches: item.matches,
      card: item.card === undefined ? undefined : state.cards.get(item.card.cardId),
      account,
      conflicts: earlier !== undefined,
      approvalCode: codes.peek(item.bankId),
    },
    item.message,
    state.now,
  );
  if (earlier !== undefined) {
    state.conflicts.push({ ...item, earlierAt: earlier.at });
  } else {
    if (decision.actionCode === '00') codes.use(item.bankId);
    if (account !== undefined && decision.reserveMinor > 0n) {
      state.accounts.set(item.accountId, {
        ...account,
        availableMinor: account.availableMinor - decision.reserveMinor,
      });
    }
    state.decided.push({ ...item, decision });
    state.earlier.set(same, { kept: item.kept, answered: decision, at: state.now });
  }
  return { answered: decision, kept: item.kept, replayed: false };
}

async function write(connection: LaneConnection, state: BatchState): Promise<boolean> {
  const { decided, conflicts, now } = state;
  const sent: Promise<unknown>[] = [];
  const reserved = sumByAccount(decided);
  if (reserved.length > 0) {
    sent.push(
      connection.query(reserveFunds, [
        reserved.map((row) => row.bankId),
        reserved.map((row) => row.accountId),
        reserved.map((row) => row.minor),
      ]),
    );
  }
  const inserted = decided.length === 0 ? undefined : connection.query(insertAuthorizations, toColumns(decided, now));
  if (inserted !== undefined) sent.push(inserted);
  const mayBeLost = decided.some((item) => item.accountId === NO_ACCOUNT);
  if (mayBeLost) {
    // nothing was locked for these: the commit waits until it is known that all of them are ours
    const result = (await allSettledFirst(sent)).at(-1) as { rowCount: number };
    if (result.rowCount !== decided.length) {
      await connection.command('rollback');
      return false;
    }
    sent.length = 0;
  }
  if (conflicts.length > 0) sent.push(connection.query(insertConflicts, conflictColumns(conflicts, now)));
  sent.push(connection.command('commit'));
  const results = await allSettledFirst(sent);
  // after a failed statement PostgreSQL answers a commit with a rollback; the failed statement has thrown by now
  return (results.at(-1) as { command?: string }).command === 'COMMIT';
}

function toColumns(decided: readonly Decided[], now: Date): unknown[] {
  const column = <T>(of: (item: Decided) => T) => decided.map(of);
  return [
    column((item) => item.bankId),
    column((item) => item.accountId),
    column((item) => item.key),
    now,
    RULE_VERSION,
    column((item) => item.message.retrievalReference),
    column((item) => item.card?.cardId ?? null),
    column((item) => item.message.billingMinor),
    column((item) => item.decision.reserveMinor),
    column((item) => item.message.systemTrace),
    column((item) => item.sender),
    column((item) => item.decision.settlementDate),
    column((item) => item.message.acquirer),
    column((item) => item.decision.actionCode),
    column((item) => item.decision.approvalCode),
    column((item) => item.decision.reason),
    column((item) => item.keptText).join('\n'),
    column((item) => JSON.stringify(item.decision.trace)).join('\n'),
  ];
}

function conflictColumns(conflicts: readonly Conflict[], now: Date): unknown[] {
  return [
    conflicts.map((item) => item.bankId),
    conflicts.map((item) => item.accountId),
    conflicts.map((item) => item.key),
    conflicts.map((item) => item.earlierAt),
    conflicts.map((item) => item.message.billingMinor),
    now,
  ];
}

function sumByAccount(decided: readonly Decided[]): { bankId: string; accountId: bigint; minor: bigint }[] {
  const sums = new Map<bigint, { bankId: string; accountId: bigint; minor: bigint }>();
  for (const { bankId, accountId, decision } of decided) {
    if (decision.reserveMinor === 0n) continue;
    const sum = sums.get(accountId);
    if (sum === undefined) sums.set(accountId, { bankId, accountId, minor: decision.reserveMinor });
    else sum.minor += decision.reserveMinor;
  }
  return [...sums.values()];
}

/**
 * Waits for all, then throws the first failure: statements were sent together, and none may be left running on the
 * connection when its next batch begins.
 */
async function allSettledFirst<T extends readonly unknown[]>(
  promises: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(promises);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

function identity(accountId: bigint, key: bigint): string {
  return `${accountId}/${key}`;
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => bigint): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function toAccountFacts(row: LockedAccount): AccountFacts {
  return {
    accountId: row.account_id,
    currency: currency(row.currency)!,
    availableMinor: row.available_minor,
    fundsCheck: row.funds_check,
  };
}

function toCardFacts(row: LoadedCard): CardFacts {
  return { cardId: row.card_id, status: row.status, expiry: row.expiry, sequenceNumber: row.sequence_number };
}

function toEarlier(row: EarlierRow): { kept: KeptMessage; answered: Answered; at: Date } {
  return {
    kept: readStoredJson(row.message),
    answered: {
      actionCode: row.action_code as Answered['actionCode'],
      approvalCode: row.approval_code,
      reason: row.rule,
      settlementDate: row.settlement_date,
    },
    at: row.decided_at,
  };
}
