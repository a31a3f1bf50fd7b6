import type { HostReport } from './probe-host.ts';

/** The primary as it was last known: a promotion begins a new timeline, so an older one has lost. */
export interface KnownPrimary {
  readonly at: number;
  readonly timeline: number;
  readonly system: string;
}

/**
 * Of what all hosts say of themselves. A primary that stood still during a failover goes on saying that it is one, so the
 * latest timeline wins, and an earlier one than was ever seen never does. Undefined: there is none. Throws a sentence where
 * hosts belong to different clusters.
 */
export function choosePrimary(
  reports: readonly HostReport[],
  known: KnownPrimary | undefined,
): KnownPrimary | undefined {
  const primaries = reports.flatMap((report, at) => (report.kind === 'primary' ? [{ ...report, at }] : []));
  const system = known?.system ?? primaries[0]?.system;
  if (primaries.some((primary) => primary.system !== system)) {
    throw new Error('the hosts of the database are not of one cluster: their system identifiers differ');
  }
  const latest = Math.max(known?.timeline ?? 0, ...primaries.map(({ timeline }) => timeline));
  const best = primaries.filter(({ timeline }) => timeline === latest);
  return best.find(({ at }) => at === known?.at) ?? best[0];
}

/** Why no host is one, for an operator. */
export function explainNoPrimary(reports: readonly HostReport[], names: readonly string[]): string {
  const each = reports.map((report, at) => `${names[at]} ${toldReport(report)}`);
  return `no host of the database is its primary: ${each.join('; ')}`;
}

function toldReport(report: HostReport): string {
  if (report.kind === 'standby') return 'is a standby';
  if (report.kind === 'silent') return `does not answer (${report.because})`;
  return `says that it is, on timeline ${report.timeline}, which a failover has left behind`;
}
