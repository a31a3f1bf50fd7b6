import { MAX_STORED_DIFFERENCES, type ProvisioningBacktest, type StartBacktest } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Database } from '../../platform/storage/index.ts';
import {
  checkProposal,
  loadLimitLists,
  openReplay,
  propose,
  type Replay,
  readTraits,
  unchangingOf,
} from '../authorization/index.ts';
import { listProgramsOfBank } from '../banks/index.ts';
import { type NamedLists, readAssumedLists } from '../limits/index.ts';
import { createListHistory, toListOverrides } from '../merchant-lists/index.ts';
import { type RuleInSet, readProposedProvisioningRules, readProposedRules, readRuleHistory } from '../rules/index.ts';
import { countStoredProvisionings, type ProvisioningPeriod, replayProvisionings } from '../tokens/index.ts';
import { beat } from './backtest-run-store.ts';
import {
  type AccountOfBank,
  countIndexed,
  openPasts,
  readAccountsAfter,
  readExidsOf,
  readTokensOfBank,
  type TokenOfBank,
} from './bank-history-store.ts';
import { BankTally } from './bank-tally.ts';
import { explainBankDifference } from './difference-explanation.ts';
import { deleteDifferences, insertDifferences } from './difference-store.ts';
import { proposalForAccount, tokensOfProposal } from './proposed-tokens.ts';
import { type BankReplay, type ReplayWatch, replayAccounts } from './replay-bank.ts';
import type { RunLease } from './run-lease.ts';

/** How many accounts' histories are read at a time. */
const ACCOUNTS_AT_ONCE = 100;
const BEAT_EVERY_MS = 1_000;
const BEGINNING = new Date(0);

/** The order that a thread receives. */
export interface RunOrder extends RunLease {
  readonly from: Date | null;
  readonly to: Date;
  readonly proposal: StartBacktest['proposal'];
  readonly accounts: readonly string[] | null;
}

/** The outcome of a run; undefined if it was cancelled or another server claimed it. */
export type RunOutcome = { readonly result: string; readonly done: number } | undefined;

class Stopped extends Error {}

/** Carries out a run, always from its first account. History is read within transactions; progress is written outside them. */
export async function carryOut(order: RunOrder, bank: Bank, database: Database): Promise<RunOutcome> {
  const run = new BankRun(order, bank, database);
  try {
    return await run.toItsEnd();
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

class BankRun {
  readonly #order: RunOrder;
  readonly #bank: Bank;
  readonly #database: Database;
  readonly #tally: BankTally;
  /** Differences that are not stored yet. */
  #found: BankReplay[] = [];
  #storedCount = 0;
  #total = 0;
  /** Decisions about requests for tokens that were replayed so far. */
  #provisionings = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(order: RunOrder, bank: Bank, database: Database) {
    this.#order = order;
    this.#bank = bank;
    this.#database = database;
    this.#tally = new BankTally(bank.calendar);
  }

  async toItsEnd(): Promise<RunOutcome> {
    const from = this.#order.from ?? BEGINNING;
    await deleteDifferences(this.#database, this.#order);
    const accountIds = await this.#accountIds();
    const { bankId, to, proposal } = this.#order;
    const period = { from, to, accountIds };
    const provisioningCount = await countStoredProvisionings(this.#database, bankId, period);
    // a proposal about requests for tokens changes no other decision
    const replaysPayments = Object.keys(proposal).join() !== 'provisioning';
    const paymentCount = replaysPayments ? await countIndexed(this.#database, bankId, { from, to }, accountIds) : 0;
    this.#total = paymentCount + provisioningCount;
    if (replaysPayments) await this.#replayPayments(from);
    await this.#storeDifferences();
    const provisionings = await this.#replayProvisionings(period);
    const result = this.#tally.result(this.#storedCount, provisionings);
    return { result: JSON.stringify(result), done: this.#tally.decisions + (provisionings?.decisions ?? 0) };
  }

  async #replayPayments(from: Date): Promise<void> {
    const { bankId, to, accounts: numbers, proposal } = this.#order;
    const overrides = toListOverrides(proposal.merchantLists);
    const past = await readRuleHistory(this.#database, bankId, 'authorization', overrides);
    const { rules } = await readProposedRules(this.#database, bankId, proposal.rules ?? [], '', { overrides });
    const { limits = [], program } = proposal;
    const limitParts = [{ path: 'limits', limits: [...limits, ...(program?.limits ?? [])] }];
    const assumed = await readAssumedLists(this.#database, bankId, limitParts, overrides);
    const tokens = await readTokensOfBank(this.#database, bankId, tokensOfProposal(proposal));
    const lists = createListHistory(bankId, overrides);
    const programs = await listProgramsOfBank(this.#database, bankId);
    let last: AccountOfBank | undefined;
    for (;;) {
      await this.#reportProgress();
      const accounts = await readAccountsAfter(this.#database, bankId, last, { numbers, most: ACCOUNTS_AT_ONCE });
      last = accounts.at(-1);
      if (last === undefined) return;
      const ids = accounts.map(({ account_id: accountId }) => accountId);
      await this.#database.transaction(async (tx) => {
        const unchanging = unchangingOf(past, lists, await readTraits(tx, bankId, ids));
        await openPasts(tx, bankId, ids, { from, to });
        // the cursors are open, so no decision in them belongs to a later edition
        await loadLimitLists(tx, lists, bankId, { accountIds: ids, programs });
        const watch = this.#watch(from, { programs, unchanging }, { rules, assumedLists: assumed.lists, tokens });
        await replayAccounts(tx, this.#bank, accounts, watch);
        return { commit: false, result: undefined };
      });
    }
  }

  async #replayProvisionings(period: ProvisioningPeriod): Promise<ProvisioningBacktest | undefined> {
    const { bankId, proposal } = this.#order;
    const { rules: proposedRules = [], settings = {} } = proposal.provisioning ?? {};
    const { rules } = await readProposedProvisioningRules(this.#database, bankId, proposedRules, '');
    const { restrictions = [], limits = [] } = proposal;
    const replay = openReplay(0n, this.#bank.currency);
    const context = { bank: this.#bank, cards: new Map(), replay, now: period.from };
    const checked = checkProposal({ restrictions, limits }, context);
    const { restrictions: assumed, provisioningLimits = [] } =
      checked.failure === undefined ? checked.proposal : { restrictions: [] };
    const proposed = { rules, settings, restrictions: assumed, limits: provisioningLimits };
    return replayProvisionings(this.#database, this.#bank, period, proposed, async (decisions) => {
      this.#provisionings = decisions;
      await this.#reportProgress();
    });
  }

  async #accountIds(): Promise<readonly bigint[] | null> {
    const { bankId, accounts: numbers } = this.#order;
    if (numbers === null) return null;
    const rows = await readAccountsAfter(this.#database, bankId, undefined, { numbers, most: numbers.length });
    return rows.map(({ account_id: accountId }) => accountId);
  }

  #watch(
    from: Date,
    { programs, unchanging }: Pick<ReplayWatch, 'programs' | 'unchanging'>,
    assumed: Assumed,
  ): ReplayWatch {
    return {
      from,
      programs,
      unchanging,
      propose: (replay, at) => proposeTo(this.#order, this.#bank, assumed, replay, at),
      take: (replayed) => {
        const isChanged = this.#tally.add(replayed);
        if (isChanged && this.#storedCount + this.#found.length < MAX_STORED_DIFFERENCES) this.#found.push(replayed);
      },
      skip: () => {
        this.#tally.notReplayed += 1;
      },
      onRefusal: () => {
        this.#tally.accountsRefused += 1;
      },
      pause: async () => {
        await this.#storeDifferences();
        await this.#reportProgress();
      },
    };
  }

  /** Reports progress at most once in BEAT_EVERY_MS. Throws Stopped if the run was cancelled or claimed by another server. */
  async #reportProgress(): Promise<void> {
    if (performance.now() - this.#reportedAt < BEAT_EVERY_MS) return;
    this.#reportedAt = performance.now();
    const done = this.#tally.decisions + this.#provisionings;
    if (!(await beat(this.#database, this.#order, { done, total: Math.max(this.#total, done) }))) throw new Stopped();
  }

  async #storeDifferences(): Promise<void> {
    const rows = this.#found.splice(0);
    if (rows.length === 0) return;
    const of = <T>(value: (one: BankReplay) => T) => [...new Set(rows.map(value))];
    const accountIds = of(({ account }) => account.account_id);
    const cardIds = of(({ row }) => row.card_id);
    const exids = await readExidsOf(this.#database, this.#order.bankId, accountIds, cardIds);
    const differences = rows.map((one, at) => ({
      decided_at: one.row.decided_at,
      place: BigInt(this.#storedCount + at),
      difference: JSON.stringify(explainBankDifference(one, exids)),
    }));
    this.#storedCount += rows.length;
    await insertDifferences(this.#database, this.#order, differences);
  }
}

/** The parts of a proposal that are read once for all accounts. */
interface Assumed {
  readonly rules: readonly RuleInSet[];
  readonly assumedLists: NamedLists | undefined;
  readonly tokens: ReadonlyMap<string, TokenOfBank>;
}

function proposeTo(
  { proposal }: RunOrder,
  bank: Bank,
  { rules, assumedLists, tokens }: Assumed,
  replay: Replay,
  at: Date,
): boolean {
  const ofAccount = proposalForAccount(proposal, replay.account.accountId, tokens);
  const cardIds = new Map([...tokens].map(([reference, { cardId }]) => [reference, cardId]));
  const checked = checkProposal(ofAccount, { bank, cards: new Map(), tokens: cardIds, replay, now: at, assumedLists });
  if (checked.failure !== undefined) return false;
  propose(replay, { ...checked.proposal, rules }, bank, at);
  return true;
}
