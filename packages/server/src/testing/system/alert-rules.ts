import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ROOT } from '../../../../repository/src/source-tree.ts';
import { WITHIN } from '../within.ts';
import { installedProgram } from './installed-program.ts';

/** Evaluates the alerts of deploy/prometheus with promtool on exported metrics. */

export const PROMTOOL = installedProgram('promtool');
export const NEEDED = 'that needs promtool (on Debian: apt-get install prometheus)';
const RULES = join(ROOT, 'deploy', 'prometheus', 'alerts.yaml');
/** The duration of a course, which is longer than the longest `for` of the rules. */
const MINUTES = 90;
const CALM_MINUTES = 10;

/** The alerts that a test provokes on one server. */
export const OF_ONE_SERVER = [
  'CardwrightAnchorsBehind',
  'CardwrightAuditUnsealed',
  'CardwrightAuthorizationsFailing',
  'CardwrightAuthorizationsFailingSlowly',
  'CardwrightAuthorizationsShed',
  'CardwrightAuthorizationsSlow',
  'CardwrightCertificateEnds',
  'CardwrightEndpointDisabled',
  'CardwrightEventFeedBehind',
  'CardwrightEventLoopBusy',
  'CardwrightHousekeepingFailing',
  'CardwrightKeyMissing',
  'CardwrightKeyRotationStuck',
  'CardwrightLimitsHit',
  'CardwrightNotificationsGivenUp',
  'CardwrightNotificationsOld',
  'CardwrightPartnerNotAsked',
  'CardwrightPoolExhausted',
];
/** The alerts that a test provokes with ISO 8583 networks. */
export const OF_NETWORKS = [
  'CardwrightNetworkDown',
  'CardwrightNetworkEchoSlow',
  'CardwrightNetworkResponsesLate',
  'CardwrightNetworkSignOnRefused',
];
/** The alert that always fires in tests, whose database has no standby. */
export const WITHOUT_STANDBY = 'CardwrightReplicationNotSynchronous';
/** The alerts that need a second server, a standby, or Prometheus. */
export const OF_SEVERAL = [
  'CardwrightCommitsWait',
  'CardwrightDatabaseUnreachable',
  'CardwrightDown',
  'CardwrightReplicationLag',
  'CardwrightVersionsDiffer',
];

/** Values by their series. */
export type Scrape = ReadonlyMap<string, number>;

export function readScrape(exported: string): Scrape {
  const lines = exported.split('\n').filter((line) => /^\w/.test(line));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}

export async function untilScrape(
  scrape: () => Promise<Scrape>,
  series: string,
  holds: (value: number) => boolean,
): Promise<Scrape> {
  return await vi.waitFor(async () => {
    const found = await scrape();
    expect(holds(found.get(series) ?? Number.NaN), `${series} is ${found.get(series)}`).toBe(true);
    return found;
  }, WITHIN);
}

/** Returns the names of counter series. */
export function countersOf(exported: string): ReadonlySet<string> {
  return new Set(
    [...exported.matchAll(/^# TYPE (\S+) (counter|histogram)$/gm)].flatMap(([, name]) =>
      ['', '_bucket', '_count', '_sum'].map((suffix) => `${name}${suffix}`),
    ),
  );
}

const labelled = (series: string) => {
  if (series.includes('instance="')) return series;
  const own = `job="cardwright",instance="one"`;
  return series.includes('{') ? series.replace('{', `{${own},`) : `${series}{${own}}`;
};

interface Course {
  readonly calm: Scrape;
  readonly first?: Scrape;
  readonly last: Scrape;
  readonly counters?: ReadonlySet<string>;
  /** The observed increase of a series in a minute. */
  readonly rising?: ReadonlyMap<string, number>;
}

/** Builds ten calm minutes, followed by the observed values. Counters keep increasing by the same amount each minute. */
function inputOf({ calm, first = calm, last: found, counters = new Set(), rising = new Map() }: Course) {
  return [...found].map(([series, last]) => {
    const before = calm.get(series);
    const middle = first.get(series);
    const climbed = counters.has(series.replace(/\{.*/, '')) ? last - (middle ?? last) : 0;
    const step = rising.get(series) ?? climbed;
    const values = [
      ...Array.from({ length: CALM_MINUTES }, () => before ?? '_'),
      middle ?? '_',
      ...Array.from({ length: MINUTES - CALM_MINUTES }, (_, minute) => last + step * minute),
    ];
    return { series: labelled(series), values: values.join(' ') };
  });
}

/** Evaluates the rules with promtool, and compares the alerts that fire at the end with these names. */
export function evaluateRules(folder: string, course: Course, firing: readonly string[]): string {
  const file = join(folder, 'rules.test.json');
  const samples = [...firing].sort().map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }));
  const testCase = {
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${MINUTES}m`,
    exp_samples: samples,
  };
  const test = { interval: '1m', input_series: inputOf(course), promql_expr_test: [testCase] };
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  try {
    return execFileSync(PROMTOOL ?? 'promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}
