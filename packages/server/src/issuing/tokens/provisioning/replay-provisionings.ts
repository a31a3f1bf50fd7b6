import type { ProvisioningBacktest } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { readProvisioningRuleHistory } from '../../rules/index.ts';
import {
  type ProvisioningHistoryRow,
  type ProvisioningPeriod,
  readDeletions,
  readProvisioningHistory,
} from './provisioning-history-store.ts';
import { type ProvisioningProposal, ProvisioningReplay } from './provisioning-replay.ts';
import { ProvisioningTally } from './provisioning-tally.ts';

const BEGINNING = new Date(0);

/**
 * Decides stored requests for tokens again, each at its own time with its stored facts
 * (docs/interface/token-provisioning.md#backtest). The counts of tokens and declines follow the replayed decisions.
 * @param onPage called after each page with the decisions that were replayed so far
 */
export async function replayProvisionings(
  tx: Tx,
  bank: Bank,
  period: ProvisioningPeriod,
  proposal: ProvisioningProposal,
  onPage: (decisions: number) => Promise<void> = async () => {},
): Promise<ProvisioningBacktest | undefined> {
  const { bankId } = bank;
  const replay = new ProvisioningReplay(bank, proposal, await readProvisioningRuleHistory(tx, bankId));
  const tally = new ProvisioningTally();
  // decisions before the period count only if a proposal can change counts
  const all = replay.hasProposal ? { ...period, from: BEGINNING } : period;
  let last: ProvisioningHistoryRow | undefined;
  for (;;) {
    const rows = await readProvisioningHistory(tx, bankId, all, last);
    last = rows.at(-1);
    if (last === undefined) return tally.result();
    const deletions = replay.hasProposal ? await readDeletions(tx, bankId, accountsOf(rows)) : NO_DELETIONS;
    for (const row of rows) {
      if (row.decided_at < period.from) replay.record(row, row, deletions);
      else {
        const verdict = replay.decideAgain(row, deletions);
        if (verdict === undefined) tally.skip();
        else tally.add(row, verdict);
      }
    }
    await onPage(tally.decisions);
  }
}

const NO_DELETIONS: ReadonlyMap<string, Date> = new Map();

function accountsOf(rows: readonly ProvisioningHistoryRow[]): bigint[] {
  return [...new Set(rows.flatMap(({ account_id: id }) => (id === null ? [] : [id])))];
}
