import { HEALTHY_ENDPOINTS, type NotificationFindings, type RateOfNotifications } from './measure-notifications.ts';
import { median, wanted } from './report.ts';

const WANTED_P99_MS = 100;
const WANTED_BESIDE_DEAD = 0.95;

export function notificationLines({ idleMs, alone, besideDead }: NotificationFindings): string[] {
  const rate = (measured: readonly RateOfNotifications[]) => median(measured.map(({ perSecond }) => perSecond));
  const sorted = [...idleMs].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return [
    `Notifications to ${HEALTHY_ENDPOINTS} endpoints of one bank, 4 under way at each, by HTTP on this machine:`,
    rateLine('alone', alone),
    rateLine('beside a dead endpoint', besideDead),
    wanted('beside dead / alone', rate(besideDead) / rate(alone), WANTED_BESIDE_DEAD, 'at least'),
    'From the commit to the receiver, when nothing else happens:',
    `  ${'p50'.padEnd(22)}${(at(0.5) ?? Number.NaN).toFixed(2).padStart(8)} ms`,
    wanted('p99', at(0.99), WANTED_P99_MS, 'under', ' ms'),
  ];
}

function rateLine(name: string, measured: readonly RateOfNotifications[]): string {
  const cores = (who: Exclude<keyof RateOfNotifications, 'perSecond'>) => {
    const known = measured.map((one) => one[who]).filter((value) => value !== undefined);
    return known.length === 0 ? 'n/a' : `${Math.round(median(known) * 100)} %`;
  };
  const perSecond = Math.round(median(measured.map((one) => one.perSecond))).toLocaleString('en-US');
  const cpu = `CPU: server ${cores('serverCores')}, database ${cores('databaseCores')}, receiver ${cores('receiverCores')}`;
  return `  ${name.padEnd(22)}${perSecond.padStart(8)}/s  ${cpu}`;
}
