import { type RuleReport, readRuleReport } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../platform/kernel/money.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { type RuleStatisticsRow, readRuleStatistics } from './rule-statistics-store.ts';
import { findRule } from './rule-store.ts';

/** Reports the effects of a rule, from the data stored with each decision (docs/interface/rules.md#report). */
export function readReportOperation(banks: BankDirectory) {
  return implementBankRest(readRuleReport, banks, async ({ tx, bankId, audit }, { params, query }) => {
    const { from, to } = query;
    if (from !== undefined && to !== undefined && from > to) {
      return fail('value_not_allowed', { path: 'to', message: 'must not be before from' });
    }
    const rule = await findRule(tx, bankId, params.rule_id);
    if (rule === undefined) return fail('rule_not_found');
    const rows = await readRuleStatistics(tx, bankId, rule.rule_id, { from, to });
    audit(bankId, `rule:${rule.name}`, 'rule report read');
    const days = rows.map((row) => ({ day: row.day, version: row.version, ...toCountsResponse(row) }));
    return ok({ body: { rule_id: rule.rule_id, name: rule.name, versions: versionsOf(rows), days } });
  });
}

function versionsOf(rows: readonly RuleStatisticsRow[]): RuleReport['versions'] {
  const sums = new Map<string, RuleStatisticsRow>();
  for (const row of rows) {
    const key = `${row.version} ${row.currency}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? { ...row } : addRows(sum, row));
  }
  return [...sums.values()]
    .sort((one, other) => other.version - one.version || (one.currency < other.currency ? -1 : 1))
    .map((sum) => ({ version: sum.version, ...toCountsResponse(sum) }));
}

function addRows(one: RuleStatisticsRow, other: RuleStatisticsRow): RuleStatisticsRow {
  return {
    ...one,
    asked: one.asked + other.asked,
    would_decline: one.would_decline + other.would_decline,
    would_decline_minor: one.would_decline_minor + other.would_decline_minor,
    declined: one.declined + other.declined,
    declined_minor: one.declined_minor + other.declined_minor,
  };
}

function toCountsResponse(row: RuleStatisticsRow) {
  const { exponent } = currencyOf(row.currency);
  return {
    currency: row.currency,
    asked: Number(row.asked),
    would_decline: Number(row.would_decline),
    would_decline_amount: formatAmount(row.would_decline_minor, exponent),
    declined: Number(row.declined),
    declined_amount: formatAmount(row.declined_minor, exponent),
  };
}
