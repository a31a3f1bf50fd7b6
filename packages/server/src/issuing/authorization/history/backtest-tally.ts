import { type Backtest, MAX_REPORTED_CHANGES } from '@cardwright/contract';
import { type Currency, formatAmount } from '../../../platform/kernel/money.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { RULE_VERSION } from '../decision/rules/index.ts';
import { explainTrace } from '../decision/trace.ts';
import { referenceText, traceText } from '../records/find-authorization.ts';
import type { ReplayedDecision } from './run-backtest.ts';

type BacktestTally = Omit<Backtest, 'account_number' | 'currency'>;

/** Counts actual and replayed decisions, and lists the decisions that change. */
export function createTally({ exponent }: Currency, cards: ReadonlyMap<bigint, string>, notReplayed: number) {
  const was = { count: 0, minor: 0n };
  const wouldBe = { count: 0, minor: 0n };
  const counts = { decisions: 0, identical: 0, changed: 0, not_replayed: notReplayed, other_rule_version: 0 };
  const changes: BacktestTally['changes'] = [];
  const add = (replay: ReplayedDecision) => {
    const { row, decision } = replay;
    counts.decisions += 1;
    if (row.rule_version !== RULE_VERSION) counts.other_rule_version += 1;
    if (row.action_code === '00') approve(was, row.billing_minor);
    if (decision.actionCode === '00') approve(wouldBe, row.billing_minor);
    if (isIdentical(replay)) counts.identical += 1;
    if (row.action_code === decision.actionCode && row.rule === decision.reason) return;
    counts.changed += 1;
    if (changes.length < MAX_REPORTED_CHANGES) changes.push(toChangedDecision(replay, cards, exponent));
  };
  const toTotal = ({ count, minor }: typeof was) => ({ count, amount: formatAmount(minor, exponent) });
  const result = (): BacktestTally => ({
    ...counts,
    approved: { was: toTotal(was), would_be: toTotal(wouldBe) },
    changes,
  });
  return { add, result };
}

/** A stored decision and its replay. */
interface ComparedDecision {
  readonly row: Omit<ReplayedDecision['row'], 'account_sequence'>;
  readonly decision: ReplayedDecision['decision'];
}

function approve(approved: { count: number; minor: bigint }, minor: bigint): void {
  approved.count += 1;
  approved.minor += minor;
}

/** Whether the answer and everything that the rules saw are the same. */
export function isIdentical({ row, decision }: ComparedDecision): boolean {
  return (
    row.action_code === decision.actionCode &&
    row.approval_code === decision.approvalCode &&
    row.rule === decision.reason &&
    row.settlement_date === decision.settlementDate &&
    row.trace === JSON.stringify(decision.trace)
  );
}

export function toChangedDecision(
  { row, decision }: ComparedDecision,
  cards: ReadonlyMap<bigint, string>,
  exponent: number,
): BacktestTally['changes'][number] {
  return {
    retrieval_reference_number: referenceText(row),
    system_trace_audit_number: traceText(row),
    acquiring_institution_code: row.acquirer,
    card_identifier_id: requireValue(cards.get(row.card_id), 'the EXID of a card of the account'),
    decided_at: row.decided_at.toISOString(),
    amount: formatAmount(row.billing_minor, exponent),
    was: { action_code: row.action_code, rule: row.rule },
    would_be: { action_code: decision.actionCode, rule: decision.reason },
    why: whyOf({ row, decision }),
  };
}

/** The rule that would decline. If none would, the rule that declined then, with what it sees now. */
function whyOf({ row, decision }: ComparedDecision): BacktestTally['changes'][number]['why'] {
  const steps = explainTrace(decision.trace, decision.actionCode === '00');
  const last = requireValue(steps.at(-1), 'the last step of a trace');
  if (decision.actionCode !== '00') return last;
  const [decliningRule] = (JSON.parse(row.trace) as [string][]).at(-1) ?? [];
  return steps.find(({ rule }) => rule === decliningRule) ?? last;
}
