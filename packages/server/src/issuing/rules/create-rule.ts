import { randomUUID } from 'node:crypto';
import { createRule, isReservedName, MAX_RULES } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { lockEdition } from '../merchant-lists/index.ts';
import { checkRule, maskRuleNumbers } from './check-rule.ts';
import { reservedName } from './proposed-rules.ts';
import { writtenEvent } from './rule-event.ts';
import { toRuleResponse } from './rule-response.ts';
import { countRules, existsRule, insertRule, insertVersion, readVersions } from './rule-store.ts';

/** Creates a rule as a draft (docs/interface/rules.md#create). */
export function createRuleOperation(banks: BankDirectory) {
  return implementBankRest(createRule, banks, async (context, { body }) => {
    const { tx, caller, now, audit, bankId } = context;
    const { name, on: subject = 'authorization', ...ruleFields } = body;
    const check = await checkRule(tx, bankId, maskRuleNumbers(createRule, ruleFields, context), { subject });
    const findings = [...(isReservedName(name, subject) ? [reservedName('name')] : []), ...check.findings];
    const [first] = findings;
    if (first !== undefined || check.content === undefined) return fail(first?.error ?? 'wrong_format', { findings });
    await lockEdition(tx, bankId);
    if (await existsRule(tx, bankId, name)) {
      return fail('state_forbids', { message: `The bank has a rule ${name}: a new version of it is written by PUT` });
    }
    if ((await countRules(tx, bankId)) >= MAX_RULES) {
      return fail('state_forbids', { message: `A bank has at most ${MAX_RULES} rules, retired ones among them` });
    }
    const rule = await insertRule(tx, bankId, { id: randomUUID(), name, subject, now });
    const place = { ruleId: rule.rule_id, version: 1 };
    await insertVersion(tx, bankId, place, check.content, { now, by: caller.clientId });
    const event = writtenEvent(tx, bankId, rule, 1);
    const after = { version: 1, state: 'DRAFT' };
    audit(bankId, `rule:${name}`, 'rule written', undefined, { before: null, after, event });
    return ok({
      body: await toRuleResponse(tx, bankId, { rule, versions: await readVersions(tx, bankId, [rule.rule_id]) }),
    });
  });
}
