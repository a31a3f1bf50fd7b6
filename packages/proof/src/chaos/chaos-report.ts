import type { Attempt } from '../world/http-client.ts';
import type { Fault, InjectedFault } from './nemesis.ts';

/** The findings of a run. */
export interface ChaosFindings {
  readonly minutes: number;
  readonly seed: number;
  readonly injectedFaults: readonly InjectedFault[];
  readonly leftOut: readonly Fault[];
  readonly attempts: readonly Attempt[];
  readonly lifeMs: readonly [number, number];
  /** Lines of the checks, each with the number of checked things. */
  readonly checked: readonly (readonly [string, number])[];
  readonly violations: readonly string[];
}

/** The report of a run on one page. */
export function chaosPage(findings: ChaosFindings): string {
  const { minutes, seed, injectedFaults, leftOut, attempts, checked, violations } = findings;
  const faults = countNames(injectedFaults.map(({ name }) => name));
  return [
    '',
    `npm run chaos -- --minutes ${minutes} --seed ${seed}`,
    '',
    'Faults',
    ...countTable(faults),
    ...leftOut.map(({ name, leftOut: why }) => `${name}: skipped, ${why}`),
    'failover: npm run drill:failover',
    '',
    'Requests',
    ...countTable(countNames(attempts.map(({ path }) => path))),
    '',
    'Answers',
    ...countTable(countNames(attempts.map(outcomeOf))),
    ...availability(findings),
    '',
    'Checked',
    ...countTable(checked),
    '',
    `Violations: ${violations.length}`,
    ...violations.slice(0, 20).map((violation) => `- ${violation.slice(0, 4_000)}`),
    '',
  ].join('\n');
}

export function countNames(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

export function countTable(rows: readonly (readonly [string, number])[]): string[] {
  return rows.map(([name, count]) => `${String(count).padStart(9)}  ${name}`);
}

export function outcomeOf({ status, code, path }: Attempt): string {
  // No fault may cause a malfunction.
  if (status === 500) return `HTTP 500, ${path}`;
  if (status === 0) return 'none: the connection broke';
  return code === '' ? `HTTP ${status}` : `HTTP ${status}, code ${code}`;
}

/** Whether the answer states the outcome, which may be a refusal. */
const isServed = ({ status }: Attempt) => status >= 200 && status < 500 && status !== 429;

function availability({ attempts, lifeMs: [from, until] }: ChaosFindings): string[] {
  const during = attempts.filter(({ endedMs }) => endedMs >= from && endedMs <= until);
  const served = during.filter(isServed);
  const ends = [from, ...served.map(({ endedMs }) => endedMs).sort((one, other) => one - other), until];
  const pauses = ends.map((end, at) => end - (ends[at - 1] ?? end));
  const share = (100 * served.length) / Math.max(1, during.length);
  const busySeconds = new Set(served.map(({ endedMs }) => Math.floor((endedMs - from) / 1_000))).size;
  const seconds = (100 * busySeconds) / Math.max(1, Math.ceil((until - from) / 1_000));
  const slowest = Math.max(0, ...served.map(({ beganMs, endedMs }) => endedMs - beganMs));
  return [
    `${seconds.toFixed(2).padStart(8)} % of all seconds had at least one served request`,
    `${share.toFixed(2).padStart(8)} % of the requests were served; faults caused the other failures, and callers retried`,
    `${(Math.max(...pauses) / 1_000).toFixed(1).padStart(8)} s was the longest time without a served request`,
    `${(slowest / 1_000).toFixed(1).padStart(8)} s was the slowest answer`,
  ];
}
