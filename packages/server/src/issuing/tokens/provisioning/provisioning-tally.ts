import { MAX_CHANGED_PROVISIONINGS, type ProvisioningBacktest, type ProvisioningOutcome } from '@cardwright/contract';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { ProvisioningVerdict } from './decide-provisioning.ts';
import type { ProvisioningHistoryRow } from './provisioning-history-store.ts';
import { labelTrace } from './provisioning-trace.ts';

const COUNTERS = { APPROVED: 'approved', APPROVED_WITH_CODE: 'approved_with_code', DECLINED: 'declined' } as const;
const noOutcomes = (): ProvisioningBacktest['was'] => ({ approved: 0, approved_with_code: 0, declined: 0 });

/** Compares stored decisions about requests for tokens with replayed ones. */
export class ProvisioningTally {
  readonly #counts = { decisions: 0, identical: 0, changed: 0, not_replayed: 0 };
  readonly #was = noOutcomes();
  readonly #wouldBe = noOutcomes();
  readonly #rules = new Map<string, ProvisioningBacktest['by_rule'][number]>();
  readonly #changes: ProvisioningBacktest['changes'] = [];

  get decisions(): number {
    return this.#counts.decisions;
  }

  skip(): void {
    this.#counts.not_replayed += 1;
  }

  add(row: ProvisioningHistoryRow, verdict: ProvisioningVerdict): void {
    this.#counts.decisions += 1;
    count(this.#was, row.outcome);
    count(this.#wouldBe, verdict.outcome);
    if (isIdentical(row, verdict)) this.#counts.identical += 1;
    if (row.outcome === verdict.outcome && row.rule === verdict.rule) return;
    this.#counts.changed += 1;
    this.#countRule(row, verdict);
    if (this.#changes.length < MAX_CHANGED_PROVISIONINGS) this.#changes.push(toChange(row, verdict));
  }

  #countRule(row: ProvisioningHistoryRow, verdict: ProvisioningVerdict): void {
    const was = { outcome: row.outcome, rule: row.rule };
    const wouldBe = { outcome: verdict.outcome, rule: verdict.rule };
    const key = [...Object.values(was), ...Object.values(wouldBe)].join(' ');
    const before = this.#rules.get(key)?.count ?? 0;
    this.#rules.set(key, { was, would_be: wouldBe, count: before + 1 });
  }

  /** Returns the result; undefined if the period has no decision. */
  result(): ProvisioningBacktest | undefined {
    if (this.#counts.decisions + this.#counts.not_replayed === 0) return undefined;
    return {
      ...this.#counts,
      was: this.#was,
      would_be: this.#wouldBe,
      by_rule: [...this.#rules.values()].sort((one, other) => other.count - one.count),
      changes: this.#changes,
    };
  }
}

function count(outcomes: ProvisioningBacktest['was'], outcome: ProvisioningOutcome): void {
  outcomes[COUNTERS[outcome]] += 1;
}

/** Whether the outcome and everything that the rules saw are the same. */
function isIdentical(row: ProvisioningHistoryRow, { outcome, reason, rule, trace }: ProvisioningVerdict): boolean {
  return (
    row.outcome === outcome &&
    row.reason === (reason ?? null) &&
    row.rule === rule &&
    row.trace === JSON.stringify(trace)
  );
}

function toChange(row: ProvisioningHistoryRow, verdict: ProvisioningVerdict): ProvisioningBacktest['changes'][number] {
  const { outcome, reason = null, rule, trace } = verdict;
  return {
    decision_id: row.decision_id,
    card_identifier_id: row.exid,
    decided_at: row.decided_at.toISOString(),
    requestor_name: row.requestor_name,
    was: { outcome: row.outcome, reason: row.reason, rule: row.rule },
    would_be: { outcome, reason, rule },
    why: requireValue(labelTrace(trace, outcome).at(-1), 'the last step of a trace'),
  };
}
