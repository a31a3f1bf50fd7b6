import { approveRule, MAX_LIVE_RULES } from '@cardwright/contract';
import { isSamePerson } from '../../platform/access/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { fail } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../platform/operation/index.ts';
import type { Enqueue } from '../../platform/outbox/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { findListsChangedSince } from '../merchant-lists/index.ts';
import { listsOf } from './bank-rules.ts';
import type { DecisionReader } from './decision-reader.ts';
import { findMoving, moveRule, mustBe, type RunsOfRules } from './move-version.ts';
import { approvalRefusal, readStanding } from './promises/promise-check.ts';
import { publishLiveRule } from './publish-live-rule.ts';
import { countEvaluations } from './rule-span-store.ts';

interface ApprovalDeps {
  readonly banks: BankDirectory;
  readonly runs: RunsOfRules;
  readonly enqueue: Enqueue;
  readonly decisions: DecisionReader;
}

/**
 * Puts a proposed version in force. The caller has to be someone other than the author and the proposer, and the lists that the
 * version reads are those of its backtest: one person could otherwise change them between the proposal and the approval
 * (docs/interface/rules.md#approve).
 */
export function approveRuleOperation({ banks, runs, enqueue, decisions }: ApprovalDeps) {
  return implementRest(approveRule, async (context, { params, body }) => {
    const { tx, caller } = context;
    const findResult = await findMoving(context, banks, params.rule_id, body.version);
    if (!findResult.ok) return findResult;
    const moving = findResult.value;
    const { bankId, rule, version, versions } = moving;
    const subject = `rule:${rule.name}`;
    const refusal = mustBe(moving, 'PROPOSED');
    if (refusal !== undefined) return refusal;
    if (await isSamePerson(tx, bankId, caller.clientId, [version.created_by, version.proposed_by])) {
      return fail('state_forbids', { subject, message: 'The author or proposer of a version cannot approve it' });
    }
    const lists = listsOf(JSON.parse(version.condition));
    const changed = await findListsChangedSince(tx, bankId, lists, version.proposed_edition ?? 0n);
    if (changed.length > 0) {
      const message = `${changed.join(', ')} changed after the proposal: propose the version again`;
      return fail('state_forbids', { subject, message });
    }
    const bank = requireValue(banks.bank(bankId), 'the bank of a caller');
    const broken = approvalRefusal(await readStanding({ tx, bank, now: context.now }, decisions, moving));
    if (broken !== undefined) return fail('state_forbids', { subject, message: broken });
    const run = version.backtest_id === null ? undefined : await runs.look(tx, bankId, version.backtest_id);
    if (run?.state !== 'DONE') {
      const message = `The backtest of the proposal is ${run?.state ?? 'gone'}: it has to be done, or the version proposed again`;
      return fail('state_forbids', { subject, message });
    }
    const ends = versions.filter(({ state }) => state === 'LIVE');
    const { live } = await countEvaluations(tx, bankId);
    if (live - ends.length >= MAX_LIVE_RULES) {
      return fail('state_forbids', { message: `A bank has at most ${MAX_LIVE_RULES} live rules` });
    }
    await publishLiveRule(context, enqueue, moving, ends[0]);
    const { reason } = cleanTexts(approveRule, body, context);
    return moveRule(context, moving, { state: 'LIVE', spanKind: 'LIVE', ends, reason });
  });
}
