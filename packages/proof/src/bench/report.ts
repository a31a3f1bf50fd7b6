import { compareWithGoal, figureText, median, ratioOf, tableRow, wholeText } from './bench-figures.ts';
import type { Measurement } from './measurements/measure.ts';

/** All measurements, by round. */
export interface BenchResults {
  /** `subject/connections` to its measurements. */
  readonly served: Map<string, Measurement[]>;
  /** Clients to transactions a second. */
  readonly pgbench: Map<number, number[]>;
  halfLoad:
    | {
        rate: number;
        connections: number;
        measurements: Measurement[];
        /** The bare echo at the same rate. */
        echoed: Measurement[];
      }
    | undefined;
}

const LABELS = [
  ['echo', 'a  bare echo'],
  ['usual', 'b  usual way'],
  ['product', 'c  product'],
  ['controlled', 'd  all rules'],
  ['plain-rows', 'e  plain rows'],
  ['audited', 'f  audit rows'],
] as const;

const MIN_RATIO_OF_USUAL = 5;
const MIN_RATIO_OF_PGBENCH = 2.5;
const MIN_RATIO_OF_ECHO = 0.6;
const MAX_P99_MS = 25;
const MAX_P99_OF_ECHO = 3;
const MIN_RATIO_OF_UNCONTROLLED = 0.9;
/**
 * Each row of the audit log is a separate commit, which costs as much as any other. Chaining and sealing must add
 * little.
 */
const MIN_RATIO_OF_UNCHAINED = 0.9;

export function reportLines(findings: BenchResults, connections: readonly number[]): string[] {
  const best = {
    usual: bestOf(findings, 'usual', connections),
    product: bestOf(findings, 'product', connections),
    echo: bestOf(findings, 'echo', connections),
    pgbench: bestPgbench(findings),
  };
  const lines = [
    tableRow([
      '',
      'connections',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'server CPU',
      'database CPU',
      'load CPU',
      'c/b',
      'c/a',
    ]),
    ...connections.flatMap((count) => LABELS.flatMap(([subject, label]) => servedRow(findings, subject, label, count))),
  ];
  for (const [clients, rates] of findings.pgbench) {
    lines.push(tableRow(['pgbench', String(clients), wholeText(median(rates))]));
  }
  const half = findings.halfLoad;
  const halfP99 = half === undefined ? undefined : median(half.measurements.map((each) => each.p99Ms));
  if (half !== undefined) lines.push(measuredRow('c  at half', half.connections, half.measurements, []));
  if (half !== undefined && half.echoed.length > 0)
    lines.push(measuredRow('a  at that', half.connections, half.echoed, []));
  lines.push(
    '',
    'Best against best, whatever the number of connections; d/c, f/e and f/c at the connections where they are least:',
  );
  lines.push(compareWithGoal('c/b', ratioOf(best.product, best.usual), MIN_RATIO_OF_USUAL, 'at least'));
  lines.push(compareWithGoal('c/pgbench', ratioOf(best.product, best.pgbench), MIN_RATIO_OF_PGBENCH, 'at least'));
  lines.push(
    compareWithGoal(
      'd/c',
      worstOf('controlled', 'product', findings, connections),
      MIN_RATIO_OF_UNCONTROLLED,
      'at least',
    ),
  );
  lines.push(
    compareWithGoal('f/e', worstOf('audited', 'plain-rows', findings, connections), MIN_RATIO_OF_UNCHAINED, 'at least'),
  );
  lines.push(`  ${'f/c'.padEnd(22)}${figureText(worstOf('audited', 'product', findings, connections)).padStart(8)}`);
  lines.push(compareWithGoal('c/a', ratioOf(best.product, best.echo), MIN_RATIO_OF_ECHO, 'at least'));
  const load = half === undefined ? '' : ` (${wholeText(half.rate)}/s)`;
  lines.push(compareWithGoal(`p99 at half${load}`, halfP99, MAX_P99_MS, 'under', ' ms'));
  const echoP99 = half?.echoed.length ? median(half.echoed.map((each) => each.p99Ms)) : undefined;
  lines.push(compareWithGoal('p99 at half / echo', ratioOf(halfP99, echoP99), MAX_P99_OF_ECHO, 'under'));
  return lines;
}

/** Answers other than approvals, and rows that were not written: they make the figures invalid. */
export function findUnexpectedAnswers(findings: BenchResults): string[] {
  const all = [...findings.served, ['half-load', findings.halfLoad?.measurements ?? []] as const];
  return all.flatMap(([name, measurements]) =>
    measurements.flatMap(({ unexpected, lacking }) => [
      ...Object.entries(unexpected).map(([what, count]) => `${name}: ${count} answers were ${what}`),
      ...(lacking === undefined ? [] : [`${name}: ${lacking}`]),
    ]),
  );
}

function servedRow(findings: BenchResults, subject: string, label: string, connections: number): string[] {
  const measurements = findings.served.get(`${subject}/${connections}`);
  if (measurements === undefined) return [];
  if (subject !== 'product') return [measuredRow(label, connections, measurements, [])];
  const mine = rateOf(measurements);
  const over = (other: string) => figureText(ratioOf(mine, rateOf(findings.served.get(`${other}/${connections}`))));
  return [measuredRow(label, connections, measurements, [over('usual'), over('echo')])];
}

function measuredRow(label: string, connections: number, all: readonly Measurement[], ratios: string[]): string {
  const cores = (of: (each: Measurement) => number | undefined) => {
    const known = all.map(of).filter((value) => value !== undefined);
    return known.length === 0 ? 'n/a' : `${Math.round(median(known) * 100)} %`;
  };
  return tableRow([
    label,
    String(connections),
    wholeText(rateOf(all)!),
    median(all.map((each) => each.p50Ms)).toFixed(1),
    median(all.map((each) => each.p99Ms)).toFixed(1),
    cores((each) => each.serverCores),
    cores((each) => each.databaseCores),
    cores((each) => each.loadCores),
    ...ratios,
  ]);
}

function bestOf(findings: BenchResults, subject: string, connections: readonly number[]): number | undefined {
  const rates = connections.flatMap((count) => rateOf(findings.served.get(`${subject}/${count}`)) ?? []);
  return rates.length === 0 ? undefined : Math.max(...rates);
}

/** The lowest share of the rate that remains with all rules, or while rows of the audit log are written. */
function worstOf(
  subject: string,
  other: string,
  findings: BenchResults,
  connections: readonly number[],
): number | undefined {
  const ratios = connections.flatMap((count) => {
    const [with_, without] = [subject, other].map((each) => rateOf(findings.served.get(`${each}/${count}`)));
    return ratioOf(with_, without) ?? [];
  });
  return ratios.length === 0 ? undefined : Math.min(...ratios);
}

function bestPgbench(findings: BenchResults): number | undefined {
  return findings.pgbench.size === 0 ? undefined : Math.max(...[...findings.pgbench.values()].map(median));
}

function rateOf(measurements: readonly Measurement[] | undefined): number | undefined {
  return measurements === undefined ? undefined : median(measurements.map((each) => each.perSecond));
}
