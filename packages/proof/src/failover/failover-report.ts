import { countNames, countTable, outcomeOf } from '../chaos/chaos-report.ts';
import type { Attempt } from '../world/http-client.ts';
import type { Failover } from './failover-kinds.ts';
import { type Outage, percentile } from './failover-outages.ts';

export interface DrillFindings {
  readonly command: string;
  readonly seed: number;
  readonly front: string;
  readonly failovers: readonly Failover[];
  readonly outages: readonly Outage[];
  readonly attempts: readonly Attempt[];
  readonly books: { readonly lost: number; readonly doubled: number; readonly changed: number };
  readonly checked: readonly (readonly [string, number])[];
  readonly violations: readonly string[];
}

/** The report of a drill on one page. */
export function drillPage(findings: DrillFindings): string {
  const { command, seed, front, failovers, outages, attempts, books, checked, violations } = findings;
  const kinds = [...new Set(failovers.map(({ kind }) => kind))].sort();
  return [
    '',
    `${command} --failovers ${failovers.length} --seed ${seed}`,
    front,
    '',
    'Failovers, seconds after the promotion as seen by callers: median, 95th percentile, maximum',
    `${'kind'.padEnd(32)}times  decided again         last failure          since the loss`,
    ...[...kinds, undefined].map((kind) => lineOf(kind, kind === undefined ? outages : ofKind(outages, kind))),
    ...countTable(countNames(failovers.map(({ rebuilt }) => `rebuilt with ${rebuilt}`))),
    '',
    'Answers',
    ...countTable(countNames(attempts.map(outcomeOf))),
    '',
    `Lost ${books.lost}, duplicated ${books.doubled}, changed ${books.changed}`,
    '',
    'Checked',
    ...countTable(checked),
    '',
    `Violations: ${violations.length}`,
    ...violations.slice(0, 20).map((violation) => `- ${violation.slice(0, 4_000)}`),
    '',
  ].join('\n');
}

function ofKind(outages: readonly Outage[], kind: string): readonly Outage[] {
  return outages.filter((outage) => outage.kind === kind);
}

function lineOf(kind: string | undefined, outages: readonly Outage[]): string {
  const spread = (of: (outage: Outage) => number) => {
    const values = outages.map(of);
    return [50, 95, 100].map((percent) => (percentile(values, percent) / 1_000).toFixed(1).padStart(5)).join('  ');
  };
  const times = String(outages.length).padStart(5);
  const each = [spread(({ servedAgainMs }) => servedAgainMs), spread(({ lastFailureMs }) => lastFailureMs)];
  return [`${(kind ?? 'all').padEnd(32)}${times}`, ...each, spread(({ wholeMs }) => wholeMs)].join('  ');
}
