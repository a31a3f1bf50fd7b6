import { OWN_RULES } from '@cardwright/contract';
import { localDay } from '../kernel/periods.ts';
import { addRuleStatistics } from '../rules/index.ts';
import type { Tx } from '../storage/index.ts';
import { readTrace } from './trace.ts';
import type { DecidedRow } from './unlisted-store.ts';

/** Counts what rules of banks were asked and said, from the traces of decisions that are listed for the first time. */
export async function countOwnRules(
  tx: Tx,
  decided: readonly DecidedRow[],
  timeZoneOf: (bankId: string) => string,
): Promise<void> {
  const asked = decided.flatMap((row) => {
    const step = row.rules_trace === null ? undefined : readTrace(row.rules_trace).find(([rule]) => rule === OWN_RULES);
    if (step === undefined) return [];
    const [, edition, , declinedBy, , wouldDecline] = step;
    const { bank_id: bankId, decided_at: decidedAt, billing_minor: minor } = row;
    const told = {
      ...{ decidedAt, minor, edition: BigInt(Number(edition)) },
      ...{ currency: row.currency ?? '', day: localDay(decidedAt, timeZoneOf(bankId)) },
      ...{ declinedBy: declinedBy as string | null, wouldDecline: String(wouldDecline) },
    };
    return [{ bankId, told }];
  });
  for (const bankId of [...new Set(asked.map((one) => one.bankId))].sort()) {
    const own = asked.filter((one) => one.bankId === bankId);
    await addRuleStatistics(
      tx,
      bankId,
      own.map(({ told }) => told),
    );
  }
}
