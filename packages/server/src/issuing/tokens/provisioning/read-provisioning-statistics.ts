import { type ProvisioningStatistics, readProvisioningStatistics } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { callerBank } from '../caller-bank.ts';
import { countRuleDecisions } from './provisioning-rule-store.ts';
import { countProvisionings, type ProvisioningCountRow } from './provisioning-store.ts';

/** The default period without `from`: 30 days, including the last one. */
const USUAL_MS = 29 * 86_400_000;

/** Counts the decisions about requests for tokens by day (docs/interface/token-provisioning.md#statistics). */
export function readProvisioningStatisticsOperation(banks: BankDirectory) {
  return implementRest(readProvisioningStatistics, async ({ tx, caller, now, audit }, { query }) => {
    const calling = callerBank({ caller }, banks);
    if (!calling.ok) return calling;
    const { bankId, calendar } = calling.value;
    const last = query.to ?? calendar.localDate(now);
    const first = query.from ?? new Date(Date.parse(last) - USUAL_MS).toISOString().slice(0, 10);
    if (first > last) return fail('value_not_allowed', { path: 'to', message: 'must not be before from' });
    const period = { from: calendar.startOfDay(first), to: new Date(calendar.endOfDay(last)) };
    const rows = await countProvisionings(tx, bankId, { ...period, timeZone: calendar.timeZone });
    audit(bankId, `bank:${bankId}`, 'provisioning statistics read');
    const hits = await countRuleDecisions(tx, bankId, period);
    const rules = hits.map(({ decisions, ...hit }) => ({ ...hit, decisions: Number(decisions) }));
    return ok({ body: { days: daysOf(rows), rules } });
  });
}

function daysOf(rows: readonly ProvisioningCountRow[]): ProvisioningStatistics['days'] {
  return [...new Set(rows.map(({ day }) => day))].map((day) => {
    const ofDay = rows.filter((row) => row.day === day);
    const count = (outcome: ProvisioningCountRow['outcome']) =>
      ofDay.reduce((sum, row) => sum + (row.outcome === outcome ? Number(row.decisions) : 0), 0);
    const reasons = ofDay.flatMap(({ reason, decisions }) =>
      reason === null ? [] : [{ reason, declined: Number(decisions) }],
    );
    return {
      day,
      approved: count('APPROVED'),
      approved_with_code: count('APPROVED_WITH_CODE'),
      declined: count('DECLINED'),
      reasons,
    };
  });
}
