import { MAX_CHANGES_TO_MOMENT } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { fail, ok, type Result } from '../../../platform/kernel/result.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { Limit } from '../../limits/index.ts';
import {
  applyHistoricalApproval,
  applyHistoricalChange,
  applyHistoricalDecline,
  type HistoricalState,
  openHistory,
  unclearEndings,
} from './historical-state.ts';
import {
  type HistoricalDecision,
  readBeginning,
  readChangesTo,
  readDecisionsTo,
  readEndingKinds,
} from './historical-state-store.ts';

/** Steps to apply before yielding to the event loop, so that live traffic does not wait for reads of the past. */
const CHANGES_PER_CHUNK = 500;

/**
 * Applies the changes of an account from its opening up to a moment.
 * @param programLimits the limits of all versions of its program
 */
export async function readMoment(
  tx: Tx,
  bank: Bank,
  accountId: bigint,
  at: Date,
  programLimits: readonly Limit[],
): Promise<Result<HistoricalState, 'value_not_allowed' | 'state_forbids'>> {
  const { bankId } = bank;
  const moment = { bankId, accountId, at, limit: MAX_CHANGES_TO_MOMENT + 1 };
  const decisions = await readDecisionsTo(tx, moment);
  const changes = await readChangesTo(tx, moment, decisions.at(-1)?.sequence);
  if (changes.length === 0) return fail('value_not_allowed', await earliestTimeFailure(tx, bankId, accountId));
  if (decisions.length + changes.length > MAX_CHANGES_TO_MOMENT) {
    const message = `The account had changed more than ${MAX_CHANGES_TO_MOMENT} times by then: its history lists each change`;
    return fail('state_forbids', { message });
  }
  const kinds = await readEndingKinds(tx, bankId, accountId, unclearEndings(decisions, changes));
  const state = openHistory(programLimits);
  let next = 0;
  let appliedCount = 0;
  for (const { sequence, change, at: changedAt } of changes) {
    for (let due = decisions[next]; due !== undefined && due.sequence < sequence; due = decisions[++next]) {
      applyDecision(state, due, bank);
      if (++appliedCount % CHANGES_PER_CHUNK === 0) await new Promise(setImmediate);
    }
    applyHistoricalChange(state, change, { bank, at: changedAt, kinds });
    if (++appliedCount % CHANGES_PER_CHUNK === 0) await new Promise(setImmediate);
  }
  for (const decision of decisions.slice(next)) applyDecision(state, decision, bank);
  return ok(state);
}

function applyDecision(state: HistoricalState, decision: HistoricalDecision, bank: Bank): void {
  const { counted } = decision;
  if (decision.is_approved) applyHistoricalApproval(state, decision, bank);
  else if (counted !== null) applyHistoricalDecline(state, { ...decision, counted }, bank);
}

async function earliestTimeFailure(tx: Tx, bankId: string, accountId: bigint) {
  const beginning = await readBeginning(tx, bankId, accountId);
  return { path: 'at', message: `must not be before ${beginning?.toISOString()}, when the account's history begins` };
}
