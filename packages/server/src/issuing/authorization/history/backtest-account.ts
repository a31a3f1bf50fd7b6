import { backtestAccount } from '@cardwright/contract';
import { currencyOf } from '../../../platform/kernel/money.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import type { Calendar } from '../../../platform/kernel/time/calendar.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { findAccount } from '../../accounts/index.ts';
import { type BankDirectory, readProgramVersions } from '../../banks/index.ts';
import { createListHistory } from '../../merchant-lists/index.ts';
import { readRuleHistory } from '../../rules/index.ts';
import { replayProvisionings } from '../../tokens/index.ts';
import { CLOCKS_DIFFER_MS } from '../batch/load-facts.ts';
import { readNamedTokens } from '../records/paying-token-store.ts';
import { countHistoricalRows, readExids, readTraits } from './backtest-store.ts';
import { createTally } from './backtest-tally.ts';
import { loadLimitLists } from './limit-lists.ts';
import { checkProposal } from './proposal.ts';
import type { Proposal } from './proposed.ts';
import { readProposalRecords } from './read-proposed.ts';
import { openReplay, propose } from './replay.ts';
import { replayHistory, unchangingOf } from './run-backtest.ts';

/** The most decisions that one backtest replays, from the opening of the account. */
const MAX_DECISIONS = 100_000n;

/**
 * Runs a backtest (docs/interface/decision.md#backtest): decides the account's past messages again by the same rules,
 * with settings that it did not have then.
 */
export function backtestAccountOperation(banks: BankDirectory) {
  return implementRest(backtestAccount, async ({ tx, caller, now, audit }, { params, body }) => {
    const bank = banks.bank(caller.bankId ?? '');
    const account = bank === undefined ? undefined : await findAccount(tx, bank.bankId, params.account_number);
    if (bank === undefined || account === undefined) return fail('account_not_found');
    const period = toPeriod(body, bank.calendar, now);
    if (body.from !== undefined && body.until !== undefined && body.from > body.until) {
      return fail('value_not_allowed', { path: 'until', message: 'must not be before from' });
    }
    const money = currencyOf(account.currency);
    const cards = await readExids(tx, bank.bankId, account.account_id);
    const tokens = await readNamedTokens(tx, bank.bankId, account.account_id, body);
    const records = await readProposalRecords(tx, banks, bank.bankId, body);
    if (records.findings[0] !== undefined) return fail(records.findings[0].error, { findings: records.findings });
    const traits = await readTraits(tx, bank.bankId, [account.account_id]);
    const lists = createListHistory(bank.bankId);
    const unchanging = unchangingOf(await readRuleHistory(tx, bank.bankId), lists, traits);
    const { product_code: productCode } = account;
    const versions = await readProgramVersions(tx, bank.bankId, productCode);
    const programs = new Map([[productCode, versions]]);
    await loadLimitLists(tx, lists, bank.bankId, { accountIds: [account.account_id], programs });
    const replay = openReplay(account.account_id, money, { productCode, versions }, unchanging);
    const history = {
      bankId: bank.bankId,
      accountId: account.account_id,
      sequence: account.sequence,
      before: period.until,
    };
    const size = await countHistoricalRows(tx, bank.bankId, account.account_id, period.until);
    if (size.known > MAX_DECISIONS) {
      return fail('state_forbids', { message: `A backtest replays at most ${MAX_DECISIONS} decisions of an account` });
    }
    const tally = createTally(money, cards, Number(size.unknown));
    let proposed = false;
    let failure: ReturnType<typeof checkProposal>['failure'];
    let proposal: Pick<Proposal, 'restrictions' | 'provisioningLimits'> = { restrictions: [] };
    const beginPeriod = (at: Date) => {
      if (proposed || at < period.from) return;
      proposed = true;
      const check = checkProposal(body, { bank, cards, tokens, replay, now: at, assumedLists: records.assumedLists });
      failure = check.failure;
      if (check.failure !== undefined) return;
      proposal = check.proposal;
      propose(replay, { ...check.proposal, rules: records.rules }, bank, at);
    };
    for await (const decision of replayHistory(tx, history, replay, bank, beginPeriod)) {
      if (failure !== undefined) return failure;
      if (decision.row.decided_at >= period.from) tally.add(decision);
    }
    beginPeriod(period.until);
    if (failure !== undefined) return failure;
    const provisionings = await replayProvisionings(
      tx,
      bank,
      { from: period.from, to: period.until, accountIds: [account.account_id] },
      {
        rules: records.provisioningRules,
        settings: body.provisioning?.settings ?? {},
        restrictions: proposal.restrictions,
        limits: proposal.provisioningLimits ?? [],
      },
    );
    audit(bank.bankId, `account:${account.account_number}`, 'backtest');
    const { account_number } = account;
    const result = { ...tally.result(), ...(provisionings !== undefined && { provisionings }) };
    return ok({ body: { account_number, currency: money.code, ...result } });
  });
}

/** Converts days to instants. Without days, the period is everything up to now. */
function toPeriod(
  { from, until }: { from?: string; until?: string },
  calendar: Calendar,
  now: Date,
): { from: Date; until: Date } {
  return {
    from: from === undefined ? new Date(0) : calendar.startOfDay(from),
    // another server's clock, and so the times of its decisions, may be ahead
    until: new Date(until === undefined ? now.getTime() + CLOCKS_DIFFER_MS : calendar.endOfDay(until)),
  };
}
