import type { HostReport } from './probe-host.ts';

/** The last known primary. A promotion begins a new timeline, so a host on an older one is no longer the primary. */
export interface CurrentPrimary {
  readonly at: number;
  readonly timeline: number;
  readonly system: string;
}

/**
 * Selects the primary from the reports of all hosts. A primary that was frozen during a failover still claims to be
 * one, so the latest timeline wins, and a timeline before the latest known one never does. Undefined if there is none.
 * Throws if hosts belong to different clusters.
 */
export function choosePrimary(
  reports: readonly HostReport[],
  current: CurrentPrimary | undefined,
): CurrentPrimary | undefined {
  const primaries = reports.flatMap((report, at) => (report.kind === 'primary' ? [{ ...report, at }] : []));
  const system = current?.system ?? primaries[0]?.system;
  if (primaries.some((primary) => primary.system !== system)) {
    throw new Error('the hosts of the database belong to different clusters: their system identifiers differ');
  }
  const latest = Math.max(current?.timeline ?? 0, ...primaries.map(({ timeline }) => timeline));
  const best = primaries.filter(({ timeline }) => timeline === latest);
  return best.find(({ at }) => at === current?.at) ?? best[0];
}

/** Explains to an operator why no host is the primary. */
export function explainNoPrimary(reports: readonly HostReport[], names: readonly string[]): string {
  const each = reports.map((report, at) => `${names[at]} ${describeReport(report)}`);
  return `no host of the database is its primary: ${each.join('; ')}`;
}

function describeReport(report: HostReport): string {
  if (report.kind === 'standby') return 'is a standby';
  if (report.kind === 'silent') return `does not answer (${report.because})`;
  return `says that it is, on timeline ${report.timeline}, which a failover has left behind`;
}
