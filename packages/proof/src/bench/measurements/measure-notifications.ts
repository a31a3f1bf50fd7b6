import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchDatabase } from '../bench-database.ts';
import { benchScript, startBenchServer } from '../bench-process.ts';
import { processCpuSeconds } from '../cpu-time.ts';
import type { Flags } from '../flags.ts';
import { type NotificationTarget, startNotificationTarget } from '../notification-target.ts';
import { profileOptions } from '../profile-options.ts';
import { DEAD_PATH, sharedNowMs, TIMING_PATH } from '../receiver-report.ts';
import { type ReceiverProcess, startReceiverProcess } from '../run-receiver.ts';
import { measure } from './measure.ts';

/** Healthy endpoints of the measured bank, next to the dead one. Each may have 4 deliveries in flight. */
export const HEALTHY_ENDPOINTS = 8;
const ECHO_CONNECTIONS = 64;
const BUSY = 'BUSY';
const IDLE = 'IDLE';
const IDLE_SAMPLES = 40;
/** Longer than the interval at which a server notifies other servers. */
const APART_MS = 600;
/** More than is sent in a second, so that no endpoint runs out of work. */
const MAX_PER_SECOND = 6_000;

export interface RateOfNotifications {
  readonly perSecond: number;
  readonly serverCores: number | undefined;
  readonly databaseCores: number | undefined;
  readonly receiverCores: number | undefined;
}

export interface NotificationFindings {
  /** The time from just before the commit to the arrival at the receiver, for each notification. */
  readonly idleMs: readonly number[];
  /** Rates with healthy endpoints only, and with one more endpoint that never answers; measured in turns. */
  readonly withoutDead: readonly RateOfNotifications[];
  readonly withDead: readonly RateOfNotifications[];
  /** Requests a second of a server that only answers, in the same rounds: the cost of HTTP on this machine. */
  readonly echo: readonly number[];
}

interface Stage {
  readonly target: NotificationTarget;
  readonly receiver: ReceiverProcess;
  readonly database: BenchDatabase;
  readonly flags: Flags;
  readonly healthy: readonly string[];
  readonly dead: string;
}

/**
 * Measures how many notifications are sent in a second, how soon a single one is sent when the server is idle, and how
 * much a dead endpoint slows down the others.
 */
export async function measureNotifications(
  database: BenchDatabase,
  flags: Flags,
  undone: <T extends { stop(): Promise<void> }>(starting: Promise<T>) => Promise<T>,
  print: (line: string) => void,
): Promise<NotificationFindings> {
  const receiver = await undone(startReceiverProcess());
  const options = await profileOptions(flags, 'notifications', print);
  const target = await undone(startNotificationTarget(database, [BUSY, IDLE], flags.productSettings, options));
  const idleMs = await measureIdle(target, receiver);
  print(`  notifications  idle: ${idleMs.length} sent one by one`);

  const healthy: string[] = [];
  for (let at = 0; at < HEALTHY_ENDPOINTS; at++) healthy.push(await target.register(BUSY, `${receiver.url}/${at}`));
  const dead = await target.register(BUSY, `${receiver.url}${DEAD_PATH}`);
  await Promise.all([...healthy, dead].map((id) => target.setState(BUSY, id, 'PAUSED')));
  const stage: Stage = { target, receiver, database, flags, healthy, dead };
  const withoutDead: RateOfNotifications[] = [];
  const withDead: RateOfNotifications[] = [];
  const echo: number[] = [];
  const bare = await undone(startBenchServer(benchScript('servers/echo-server.js'), {}));
  for (let round = 1; round <= flags.rounds; round++) {
    const measureWithoutDead = async () => withoutDead.push(await measureRate(stage, 'PAUSED'));
    const measureWithDead = async () => withDead.push(await measureRate(stage, 'ACTIVE'));
    // Alternates the order, so that a machine that slows down does not count against the dead endpoint.
    const alternating = [measureWithoutDead, measureWithDead];
    for (const measure of round % 2 === 1 ? alternating : alternating.reverse()) await measure();
    const echoing = { server: bare, authenticates: false, firstCard: 0 };
    echo.push((await measure(database, echoing, flags, { connections: ECHO_CONNECTIONS })).perSecond);
    const rates = [withoutDead, withDead].map((measured) => measured.at(-1)!.perSecond.toFixed(0));
    print(
      `  notifications  ${rates[0]}/s without, ${rates[1]}/s with a dead endpoint; bare echo ${echo.at(-1)!.toFixed(0)}/s`,
    );
  }
  return { idleMs, withoutDead, withDead, echo };
}

async function measureIdle(target: NotificationTarget, receiver: ReceiverProcess): Promise<number[]> {
  await target.register(IDLE, `${receiver.url}${TIMING_PATH}`);
  const delays: number[] = [];
  for (let sample = 0; sample < IDLE_SAMPLES; sample++) {
    const id = randomUUID();
    const arrival = receiver.arrival(id);
    let committingAt = 0;
    await target.writeOne(IDLE, id, () => {
      committingAt = sharedNowMs();
    });
    delays.push((await arrival) - committingAt);
    await delay(APART_MS);
  }
  return delays;
}

/** Fills the queue of each endpoint beforehand, so that no writes happen during the measurement. */
async function measureRate(stage: Stage, deadState: 'ACTIVE' | 'PAUSED'): Promise<RateOfNotifications> {
  const { target, receiver, database, flags, healthy, dead } = stage;
  const messageCount = Math.ceil((MAX_PER_SECOND * (flags.warmUpSeconds + flags.seconds)) / HEALTHY_ENDPOINTS);
  const least = Math.min(...(await Promise.all(healthy.map((id) => target.pending(BUSY, id)))));
  await target.write(BUSY, Math.max(0, messageCount - least));
  await database.checkpoint();
  await target.setState(BUSY, dead, deadState);
  await Promise.all(healthy.map((id) => target.setState(BUSY, id, 'ACTIVE')));

  await delay(flags.warmUpSeconds * 1_000);
  const cpuBefore = cpuOf(stage);
  const before = await receiver.count();
  await delay(flags.seconds * 1_000);
  const after = await receiver.count();
  const cpuAfter = cpuOf(stage);

  const left = await Promise.all(healthy.map((id) => target.pending(BUSY, id)));
  if (left.includes(0)) throw new Error('an endpoint ran out of notifications: its rate is not known');
  await Promise.all([...healthy, dead].map((id) => target.setState(BUSY, id, 'PAUSED')));
  const seconds = (after.atMs - before.atMs) / 1_000;
  const cores = (who: keyof typeof cpuBefore) => {
    const [from, to] = [cpuBefore[who], cpuAfter[who]];
    return from === undefined || to === undefined ? undefined : (to - from) / seconds;
  };
  return {
    perSecond: (after.received - before.received) / seconds,
    serverCores: cores('server'),
    databaseCores: cores('database'),
    receiverCores: cores('receiver'),
  };
}

function cpuOf({ target, receiver, database }: Stage) {
  return {
    server: processCpuSeconds(target.server.pid),
    database: database.cpuSeconds(),
    receiver: processCpuSeconds(receiver.pid),
  };
}
