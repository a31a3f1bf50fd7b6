import { compareWithGoal, median, wholeText } from './bench-figures.ts';
import {
  HEALTHY_ENDPOINTS,
  type NotificationFindings,
  type RateOfNotifications,
} from './measurements/measure-notifications.ts';

const MAX_P99_MS = 100;
const MIN_RATIO_WITH_DEAD = 0.95;
/** The minimum ratio to the bare echo: 3,000 a second where the echo reaches 11,000. */
const MIN_RATIO_OF_ECHO = 0.27;

export function notificationLines({ idleMs, withoutDead, withDead, echo }: NotificationFindings): string[] {
  const rate = (measured: readonly RateOfNotifications[]) => median(measured.map(({ perSecond }) => perSecond));
  const sorted = [...idleMs].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return [
    `Notifications to ${HEALTHY_ENDPOINTS} endpoints of one bank, 4 under way at each, by HTTP on this machine:`,
    rateLine('alone', withoutDead),
    rateLine('with a dead endpoint', withDead),
    `  ${'bare echo'.padEnd(22)}${wholeText(median(echo)).padStart(8)}/s`,
    compareWithGoal('alone / bare echo', rate(withoutDead) / median(echo), MIN_RATIO_OF_ECHO, 'at least'),
    compareWithGoal(
      'with a dead endpoint / without',
      rate(withDead) / rate(withoutDead),
      MIN_RATIO_WITH_DEAD,
      'at least',
    ),
    'From the commit to the receiver, when nothing else happens:',
    `  ${'p50'.padEnd(22)}${(at(0.5) ?? Number.NaN).toFixed(2).padStart(8)} ms`,
    compareWithGoal('p99', at(0.99), MAX_P99_MS, 'under', ' ms'),
  ];
}

function rateLine(name: string, measured: readonly RateOfNotifications[]): string {
  const medianOf = (read: (one: RateOfNotifications) => number | undefined) => {
    const values = measured.map(read).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  const percent = (cores: number | undefined) => (cores === undefined ? 'n/a' : `${Math.round(cores * 100)} %`);
  const perSecond = Math.round(median(measured.map((one) => one.perSecond))).toLocaleString('en-US');
  const cpu = [
    `server ${percent(medianOf(({ serverCores }) => serverCores))}`,
    `database ${percent(medianOf(({ databaseCores }) => databaseCores))}`,
    `receiver ${percent(medianOf(({ receiverCores }) => receiverCores))}`,
    // This figure is comparable even if other programs use the processors.
    `${medianOf(cpuMsEach)?.toFixed(2) ?? 'n/a'} ms for each`,
  ];
  return `  ${name.padEnd(22)}${perSecond.padStart(8)}/s  CPU: ${cpu.join(', ')}`;
}

/** CPU time of server and database for each notification. */
function cpuMsEach({ serverCores, databaseCores, perSecond }: RateOfNotifications): number | undefined {
  if (serverCores === undefined || databaseCores === undefined) return undefined;
  return ((serverCores + databaseCores) / perSecond) * 1_000;
}
