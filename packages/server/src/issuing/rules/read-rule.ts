import { readRule } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import type { RunsOfRules } from './move-version.ts';
import { toRuleResponse } from './rule-response.ts';
import { findRule, readVersions } from './rule-store.ts';

/** Reads a rule with all of its versions and the progress of its proposal's backtest (docs/interface/rules.md#read). */
export function readRuleOperation(banks: BankDirectory, runs: RunsOfRules) {
  return implementBankRest(readRule, banks, async ({ tx, bankId, audit }, { params }) => {
    const rule = await findRule(tx, bankId, params.rule_id);
    if (rule === undefined) return fail('rule_not_found');
    const versions = await readVersions(tx, bankId, [rule.rule_id]);
    const backtestId = versions.find((version) => version.backtest_id !== null)?.backtest_id;
    const run = backtestId == null ? undefined : await runs.look(tx, bankId, backtestId);
    audit(bankId, `rule:${rule.name}`, 'rule read');
    const backtest = backtestId == null || run === undefined ? undefined : { backtest_id: backtestId, ...run };
    return ok({
      body: { ...(await toRuleResponse(tx, bankId, { rule, versions })), ...(backtest !== undefined && { backtest }) },
    });
  });
}
