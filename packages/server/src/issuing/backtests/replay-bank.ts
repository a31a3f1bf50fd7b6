import type { Bank } from '../../platform/kernel/bank.ts';
import { type Currency, currencyOf } from '../../platform/kernel/money.ts';
import type { Tx } from '../../platform/storage/index.ts';
import {
  applyChange,
  applyStoredDecision,
  type Decision,
  decideAgain,
  historicalMessageOf,
  openReplay,
  type Replay,
  type Unchanging,
} from '../authorization/index.ts';
import type { Program } from '../banks/index.ts';
import {
  type AccountOfBank,
  type BankHistoryRow,
  type ChangeOfBank,
  nextChanges,
  nextDecisions,
} from './bank-history-store.ts';

/** A replayed decision of the period. */
export interface BankReplay {
  readonly account: AccountOfBank;
  readonly money: Currency;
  readonly row: BankHistoryRow & { message: string; trace: string };
  readonly decision: Decision;
}

/** Receives the events of a replay. */
export interface ReplayWatch {
  readonly from: Date;
  /** Rules, lists and traits of the replayed accounts. */
  readonly unchanging: Unchanging;
  /** The bank's programs by product. */
  readonly programs: ReadonlyMap<string, readonly Program[]>;
  /** Puts the proposal in force. Returns false if the account could not have set it. */
  propose(replay: Replay, at: Date): boolean;
  take(replayed: BankReplay): void;
  /** Called for a decision that is older than the history of its account. */
  skip(row: BankHistoryRow): void;
  onRefusal(account: AccountOfBank): void;
  /** Called before each page that is read. */
  pause(): Promise<void>;
}

/** Reads rows page by page. The next row can be inspected before it is taken. */
interface Reader<Row> {
  peek(): Promise<Row | undefined>;
  take(): void;
}

function readerOf<Row>(read: () => Promise<Row[]>, pause: () => Promise<void>): Reader<Row> {
  let rows: Row[] = [];
  let next = 0;
  let isOver = false;
  return {
    peek: async () => {
      if (next >= rows.length && !isOver) {
        await pause();
        rows = await read();
        next = 0;
        isOver = rows.length === 0;
      }
      return rows[next];
    },
    take: () => {
      next += 1;
    },
  };
}

/** Replays accounts whose cursors are open, one after the other. */
export async function replayAccounts(
  tx: Tx,
  bank: Bank,
  accounts: readonly AccountOfBank[],
  watch: ReplayWatch,
): Promise<void> {
  const pause = () => watch.pause();
  const decisions = readerOf(() => nextDecisions(tx, bank.bankId), pause);
  const changes = readerOf(() => nextChanges(tx), pause);
  const inOrder = accounts.toSorted((one, other) => (one.account_id < other.account_id ? -1 : 1));
  for (const account of inOrder) await replayAccount(bank, account, decisions, changes, watch);
}

async function replayAccount(
  bank: Bank,
  account: AccountOfBank,
  decisions: Reader<BankHistoryRow>,
  changes: Reader<ChangeOfBank>,
  watch: ReplayWatch,
): Promise<void> {
  const { account_id: accountId } = account;
  const money = currencyOf(account.currency);
  const productCode = account.product_code;
  const replay = openReplay(
    accountId,
    money,
    { productCode, versions: watch.programs.get(productCode) ?? [] },
    watch.unchanging,
  );
  let isProposed = false;
  const begin = (at: Date) => {
    if (isProposed || at < watch.from) return;
    isProposed = true;
    if (!watch.propose(replay, at)) watch.onRefusal(account);
  };
  for (let row = await decisions.peek(); row?.account_id === accountId; row = await decisions.peek()) {
    decisions.take();
    if (row.account_sequence === null) {
      if (row.decided_at >= watch.from) watch.skip(row);
      continue;
    }
    for (let due = await changes.peek(); isBefore(due, row, accountId); due = await changes.peek()) {
      changes.take();
      begin(due.at);
      applyChange(replay, due.change, bank, due.at);
    }
    if (isWhole(row)) {
      begin(row.decided_at);
      const historical = historicalMessageOf({ ...row, account_sequence: row.account_sequence });
      watch.take({ account, money, row, decision: decideAgain(replay, historical, bank) });
    } else applyStoredDecision(replay, row, bank);
  }
  // changes after the last decision affect no result
  for (let rest = await changes.peek(); rest?.accountId === accountId; rest = await changes.peek()) changes.take();
}

function isBefore(due: ChangeOfBank | undefined, row: BankHistoryRow, accountId: bigint): due is ChangeOfBank {
  return due !== undefined && due.accountId === accountId && due.sequence < (row.account_sequence ?? 0n);
}

function isWhole(row: BankHistoryRow): row is BankHistoryRow & { message: string; trace: string } {
  return row.message !== null && row.trace !== null;
}
