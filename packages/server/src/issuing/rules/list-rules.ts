import { listRules } from '@cardwright/contract';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { toRulesResponse } from './rule-response.ts';
import { type RuleRow, readRules, readVersions } from './rule-store.ts';

/** Lists the rules of the bank (docs/interface/rules.md#list). */
export function listRulesOperation(banks: BankDirectory) {
  return implementBankRest(listRules, banks, async ({ tx, bankId, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const rows = await readRules(tx, bankId, query.state, page.value);
    const versions = await readVersions(
      tx,
      bankId,
      rows.map((row) => row.rule_id),
    );
    const place = ({ created_at: at, number }: RuleRow) => ({ at, id: BigInt(number) });
    const cut = cutItems(rows, page.value, place, (rule) => {
      const versionsOfRule = versions.filter((version) => version.rule_id === rule.rule_id);
      return { rule, versions: versionsOfRule.filter(({ state }, at) => at === 0 || state !== 'RETIRED') };
    });
    const body = { ...cut, items: await toRulesResponse(tx, bankId, cut.items) };
    audit(bankId, `bank:${bankId}`, 'rules read', { rules: body.items.length });
    return ok({ body });
  });
}
