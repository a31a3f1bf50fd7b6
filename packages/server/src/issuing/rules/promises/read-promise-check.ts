import { readPromiseCheck } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import type { DecisionReader } from '../decision-reader.ts';
import { findRule, readVersions } from '../rule-store.ts';
import { readStanding, toCheckResponse, versionToCheck } from './promise-check.ts';

/** Reads whether a proposal keeps the promises of the bank (docs/interface/promises.md#check). */
export function readPromiseCheckOperation(banks: BankDirectory, decisions: DecisionReader) {
  return implementBankRest(readPromiseCheck, banks, async ({ tx, bank, bankId, now, audit }, { params }) => {
    const rule = await findRule(tx, bankId, params.rule_id);
    if (rule === undefined) return fail('rule_not_found');
    const version = versionToCheck(await readVersions(tx, bankId, [rule.rule_id]));
    const standing = await readStanding({ tx, bank: bank, now }, decisions, { rule, version });
    audit(bankId, `rule:${rule.name}`, 'promise check read', { version: version.version });
    return ok({ body: toCheckResponse({ rule, version }, standing) });
  });
}
