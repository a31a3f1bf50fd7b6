import { MOST_CHANGES_TO_MOMENT } from '@cardwright/contract';
import type { Bank } from '../kernel/bank.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Tx } from '../storage/index.ts';
import { applyPastApproval, applyPastChange, openPast, type PastState, unclearEndings } from './past-state.ts';
import { readApprovalsTo, readBeginning, readChangesTo, readEndingKinds } from './past-state-store.ts';

/** Steps that are applied before others get their turn: live traffic does not wait for somebody who looks back. */
const APPLIED_AT_ONCE = 500;

/** What happened to an account up to a moment, applied from its opening on. */
export async function readMoment(
  tx: Tx,
  bank: Bank,
  accountId: bigint,
  at: Date,
): Promise<Result<PastState, 'value_not_allowed' | 'state_forbids'>> {
  const { bankId } = bank;
  const moment = { bankId, accountId, at, most: MOST_CHANGES_TO_MOMENT + 1 };
  const approvals = await readApprovalsTo(tx, moment);
  const changes = await readChangesTo(tx, moment, approvals.at(-1)?.sequence);
  if (changes.length === 0) return fail('value_not_allowed', await tooEarly(tx, bankId, accountId));
  if (approvals.length + changes.length > MOST_CHANGES_TO_MOMENT) {
    const message = `The account had changed more than ${MOST_CHANGES_TO_MOMENT} times by then: its history tells each change`;
    return fail('state_forbids', { message });
  }
  const kinds = await readEndingKinds(tx, bankId, accountId, unclearEndings(approvals, changes));
  const past = openPast();
  let next = 0;
  let applied = 0;
  for (const { sequence, change, at: changedAt } of changes) {
    for (let due = approvals[next]; due !== undefined && due.sequence < sequence; due = approvals[++next]) {
      applyPastApproval(past, due, bank);
      if (++applied % APPLIED_AT_ONCE === 0) await new Promise(setImmediate);
    }
    applyPastChange(past, change, { bank, at: changedAt, kinds });
    if (++applied % APPLIED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  for (const approval of approvals.slice(next)) applyPastApproval(past, approval, bank);
  return ok(past);
}

async function tooEarly(tx: Tx, bankId: string, accountId: bigint) {
  const beginning = await readBeginning(tx, bankId, accountId);
  return { path: 'at', message: `must not be before ${beginning?.toISOString()}, when the account's history begins` };
}
