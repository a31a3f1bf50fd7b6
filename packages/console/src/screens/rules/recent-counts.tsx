import type { BankRule } from '@cardwright/contract';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { recentFrom } from './report-days.ts';
import { useReport } from './rule-queries.ts';
import classes from './rules.module.css';

/** Shows how many payments a rule declined, or would have declined, in the last 30 days. A draft is not evaluated. */
export function RecentCounts({ rule }: { rule: BankRule }) {
  const zone = useTimeZone();
  const offset = useClockOffset();
  const isEvaluated = rule.versions.some(({ state }) => state !== 'DRAFT' && state !== 'RETIRED');
  if (!isEvaluated || offset === undefined) return <span aria-hidden>–</span>;
  return <Counts ruleId={rule.rule_id} from={recentFrom(Date.now() + (offset ?? 0), zone)} />;
}

function Counts({ ruleId, from }: { ruleId: string; from: string }) {
  const { t } = useWords();
  const { data } = useReport(ruleId, { from });
  if (data === undefined) return <span aria-hidden>–</span>;
  const sum = (of: 'declined' | 'would_decline') => data.versions.reduce((all, row) => all + row[of], 0);
  const [declined, would] = [sum('declined'), sum('would_decline')];
  return (
    <span className={classes.counts}>
      <span>{t('rules.declinedCount', { count: declined })}</span>
      {would > 0 && <span className={classes.dimmed}>{t('rules.wouldCount', { count: would })}</span>}
    </span>
  );
}
