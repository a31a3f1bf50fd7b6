import { readPromiseCheck } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../../banks/index.ts';
import type { DecisionReader } from '../decision-reader.ts';
import { findRule, readVersions } from '../rule-store.ts';
import { readStanding, toCheckResponse, versionToCheck } from './promise-check.ts';

/** Reads whether a proposal keeps the promises of the bank (docs/interface/promises.md#check). */
export function readPromiseCheckOperation(banks: BankDirectory, decisions: DecisionReader) {
  return implementRest(readPromiseCheck, async ({ tx, caller, now, audit }, { params }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const rule = await findRule(tx, bankId, params.rule_id);
    if (rule === undefined) return fail('rule_not_found');
    const version = versionToCheck(await readVersions(tx, bankId, [rule.rule_id]));
    const standing = await readStanding({ tx, bank: calling.value, now }, decisions, { rule, version });
    audit(bankId, `rule:${rule.name}`, 'promise check read', { version: version.version });
    return ok({ body: toCheckResponse({ rule, version }, standing) });
  });
}
