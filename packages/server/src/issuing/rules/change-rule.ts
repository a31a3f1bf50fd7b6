import { changeRule, MAX_RULE_VERSIONS } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { lockEdition } from '../merchant-lists/index.ts';
import { checkRule, maskRuleNumbers } from './check-rule.ts';
import { writtenEvent } from './rule-event.ts';
import { toRuleResponse } from './rule-response.ts';
import { findRule, insertVersion, readVersions } from './rule-store.ts';

/** Creates a new version of a rule as a draft (docs/interface/rules.md#change). */
export function changeRuleOperation(banks: BankDirectory) {
  return implementBankRest(changeRule, banks, async (context, { params, body }) => {
    const { tx, caller, now, audit, bankId } = context;
    await lockEdition(tx, bankId);
    const rule = await findRule(tx, bankId, params.rule_id);
    if (rule === undefined) return fail('rule_not_found');
    const check = await checkRule(tx, bankId, maskRuleNumbers(changeRule, body, context), {
      subject: rule.subject,
    });
    const [first] = check.findings;
    if (check.content === undefined) return fail(first?.error ?? 'wrong_format', { findings: check.findings });
    const [newest] = await readVersions(tx, bankId, [rule.rule_id]);
    const version = (newest?.version ?? 0) + 1;
    if (version > MAX_RULE_VERSIONS) {
      return fail('state_forbids', { message: `A rule has at most ${MAX_RULE_VERSIONS} versions` });
    }
    const place = { ruleId: rule.rule_id, version };
    await insertVersion(tx, bankId, place, check.content, { now, by: caller.clientId });
    const before = { version: version - 1 };
    const event = writtenEvent(tx, bankId, rule, version);
    const after = { version, state: 'DRAFT' };
    audit(bankId, `rule:${rule.name}`, 'version written', undefined, { before, after, event });
    return ok({
      body: await toRuleResponse(tx, bankId, { rule, versions: await readVersions(tx, bankId, [rule.rule_id]) }),
    });
  });
}
