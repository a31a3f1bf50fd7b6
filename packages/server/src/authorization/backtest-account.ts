import { type Backtest, backtestAccount, MOST_CHANGES_LISTED } from '@cardwright/contract';
import { findAccount } from '../accounts/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import type { Calendar } from '../kernel/calendar.ts';
import { type Currency, currencyOf, formatAmount } from '../kernel/money.ts';
import { required } from '../kernel/required.ts';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { countPast, readExids } from './backtest-store.ts';
import { referenceText, traceText } from './find-authorization.ts';
import { CLOCKS_DIFFER_MS } from './load-facts.ts';
import { checkProposal } from './proposal.ts';
import { openReplay, propose } from './replay.ts';
import { RULE_VERSION } from './rules/index.ts';
import { type Replayed, replayPast } from './run-backtest.ts';
import { explainTrace } from './trace.ts';

/** Decisions that one backtest replays at most, from the opening of the account on. */
const MOST_DECISIONS = 100_000n;

/**
 * Backtest (docs/interface/decision.md#backtest): decides the account's past again by the same rules, with settings
 * that it did not have then.
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
    const replay = openReplay(account.account_id, money);
    const past = {
      bankId: bank.bankId,
      accountId: account.account_id,
      sequence: account.sequence,
      before: period.until,
    };
    const size = await countPast(tx, bank.bankId, account.account_id, period.until);
    if (size.known > MOST_DECISIONS) {
      return fail('state_forbids', { message: `A backtest replays at most ${MOST_DECISIONS} decisions of an account` });
    }
    const tally = createTally(money, cards, Number(size.unknown));
    let proposed = false;
    let refused: ReturnType<typeof checkProposal>['refused'];
    const beginPeriod = (at: Date) => {
      if (proposed || at < period.from) return;
      proposed = true;
      const checked = checkProposal(body, { bank, cards, replay, now: at });
      refused = checked.refused;
      if (checked.refused === undefined) propose(replay, checked.proposal, bank, at);
    };
    for await (const replayed of replayPast(tx, past, replay, bank, beginPeriod)) {
      if (refused !== undefined) return refused;
      if (replayed.row.decided_at >= period.from) tally.add(replayed);
    }
    beginPeriod(period.until);
    if (refused !== undefined) return refused;
    audit(bank.bankId, `account:${account.account_number}`, 'backtest');
    return ok({ body: { account_number: account.account_number, currency: money.code, ...tally.result() } });
  });
}

/** The instants of the first day and after the last one; without them all, and to this moment. */
function toPeriod(
  { from, until }: { from?: string; until?: string },
  calendar: Calendar,
  now: Date,
): { from: Date; until: Date } {
  return {
    from: from === undefined ? new Date(0) : calendar.startOfDay(from),
    // another server's clock may be ahead of this one's, and so may the times of its decisions
    until: new Date(until === undefined ? now.getTime() + CLOCKS_DIFFER_MS : calendar.endOfDay(until)),
  };
}

type Tallied = Omit<Backtest, 'account_number' | 'currency'>;

function createTally({ exponent }: Currency, cards: ReadonlyMap<bigint, string>, notReplayed: number) {
  const was = { count: 0, minor: 0n };
  const wouldBe = { count: 0, minor: 0n };
  const counts = { decisions: 0, identical: 0, changed: 0, not_replayed: notReplayed, other_rule_version: 0 };
  const changes: Tallied['changes'] = [];
  const add = (replayed: Replayed) => {
    const { row, decision } = replayed;
    counts.decisions += 1;
    if (row.rule_version !== RULE_VERSION) counts.other_rule_version += 1;
    if (row.action_code === '00') approve(was, row.billing_minor);
    if (decision.actionCode === '00') approve(wouldBe, row.billing_minor);
    if (isIdentical(replayed)) counts.identical += 1;
    if (row.action_code === decision.actionCode && row.rule === decision.reason) return;
    counts.changed += 1;
    if (changes.length < MOST_CHANGES_LISTED) changes.push(toChange(replayed, cards, exponent));
  };
  const shown = ({ count, minor }: typeof was) => ({ count, amount: formatAmount(minor, exponent) });
  const result = (): Tallied => ({
    ...counts,
    approved: { was: shown(was), would_be: shown(wouldBe) },
    changes,
  });
  return { add, result };
}

function approve(approved: { count: number; minor: bigint }, minor: bigint): void {
  approved.count += 1;
  approved.minor += minor;
}

/** Whether the answer is the same, and also everything that the rules saw. */
function isIdentical({ row, decision }: Replayed): boolean {
  return (
    row.action_code === decision.actionCode &&
    row.approval_code === decision.approvalCode &&
    row.rule === decision.reason &&
    row.settlement_date === decision.settlementDate &&
    row.trace === JSON.stringify(decision.trace)
  );
}

function toChange(
  { row, decision }: Replayed,
  cards: ReadonlyMap<bigint, string>,
  exponent: number,
): Tallied['changes'][number] {
  return {
    retrieval_reference_number: referenceText(row),
    system_trace_audit_number: traceText(row),
    acquiring_institution_code: row.acquirer,
    card_identifier_id: required(cards.get(row.card_id), 'the EXID of a card of the account'),
    decided_at: row.decided_at.toISOString(),
    amount: formatAmount(row.billing_minor, exponent),
    was: { action_code: row.action_code, rule: row.rule },
    would_be: { action_code: decision.actionCode, rule: decision.reason },
    why: whyOf({ row, decision }),
  };
}

/** The rule that would refuse. If none would: the rule that refused then, with what it sees now. */
function whyOf({ row, decision }: Pick<Replayed, 'row' | 'decision'>): Tallied['changes'][number]['why'] {
  const steps = explainTrace(decision.trace, decision.actionCode === '00');
  const last = required(steps.at(-1), 'the last step of a trace');
  if (decision.actionCode !== '00') return last;
  const [refused] = (JSON.parse(row.trace) as [string][]).at(-1) ?? [];
  return steps.find(({ rule }) => rule === refused) ?? last;
}
